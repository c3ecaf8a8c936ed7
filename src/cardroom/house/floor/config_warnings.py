"""What an operator would regret about a floor, with the line where it is mended. Games are counted: not at a start."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.house.floor.floor_file import FloorFile, Place
from cardroom.house.floor.plan import Floor
from cardroom.lab.analysis.game_analysis import Progress, ignore_progress
from cardroom.lab.exposure import prices_of, table_exposure


def warn_of_risks(file: FloorFile, floor: Floor, progress: Progress = ignore_progress) -> None:
    """Wagers on which the player has the edge, pay-outs above a cap, and banks too small for them."""
    places = {raw.get("id"): number for number, raw in enumerate(file.document.get("table", []))}
    for plan in floor.tables:
        place: Place = ("table", places[plan.id])
        try:
            prices = prices_of(plan.settings, progress=progress)
        except CardroomError as error:
            file.notes.append((file.line_of((*place, "game")), f"{plan.id}: {error.message}"))
            continue
        found = table_exposure(plan.settings, prices, inventory=plan.inventory, payout_cap=plan.payout_cap)
        for regret in found.regrets:
            told = file.warnings if regret.is_grave else file.notes
            told.append((file.line_of((*place, regret.key)), f"{plan.id}: {regret.text}"))
