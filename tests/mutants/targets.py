"""Where faults are planted, by area, and which tests stand nearest and must find them."""

from __future__ import annotations

from dataclasses import dataclass

from .mutations import SOURCE


@dataclass(frozen=True)
class Area:
    modules: tuple[str, ...]  # below src/cardroom; a star for all of a folder
    tests: tuple[str, ...]  # below tests/

    def names(self) -> list[str]:
        found = []
        for pattern in self.modules:
            files = sorted((SOURCE / "cardroom").glob(f"{pattern}.py"))
            assert files, f"there is no {pattern}"
            found += [".".join(file.relative_to(SOURCE).with_suffix("").parts) for file in files]
        return [name for name in found if not name.endswith("__init__")]


RANDOM = ("house/test_random_play.py", "house/test_reckoning.py")
AREAS = {
    "settlement": Area(
        ("games/outcomes", "games/settlement", "games/hand_descriptions", "games/round_facts", "games/sheets/*",
         "table/engine/settlement"),
        ("games", "table"),
    ),
    "postings": Area(
        ("house/features/rounds/round_postings", "house/features/tables/bank", "house/features/corrections/handlers",
         "house/features/awards/handlers",
         "house/features/rounds/checked_payouts", "house/features/rounds/real_cards",
         "house/features/chip_counts/handlers",
         "house/features/slips/handlers",
         "house/features/days/handlers", "house/features/house_opening/handlers", "house/kernel/accounts"),
        ("house/test_bank.py", "house/test_corrections.py", "house/test_back_outs.py", "house/test_jackpots.py",
         "house/test_real_tables.py", "house/test_dealing_by_hand.py", "house/test_openings.py",
         "house/test_closing_tables.py", "house/test_pending_awards.py", "house/test_waiting_awards.py",
         "house/test_handing_over.py", "house/test_tables.py", "house/test_reports.py", *RANDOM),
    ),
    "jackpots": Area(
        ("jackpots/engine/awards", "jackpots/engine/adjustments", "jackpots/engine/console_games",
         "jackpots/engine/level_funds", "jackpots/reports/regulator_figures",
         "jackpots/engine/bank_account", "jackpots/engine/link_state"),
        ("jackpots", "house/test_jackpots.py", "house/test_back_outs.py", "house/test_real_tables.py"),
    ),
    "ledger": Area(("ledger",), ("test_ledger.py",)),
    "views": Area(
        ("house/views/table_frames", "table/event_visibility"),
        ("table/test_view.py", "house/test_standing.py", "house/test_seen_by_anyone.py",
         "house/test_random_play.py", "house/test_tables.py", "house/test_watching.py",
         "house/test_sealed.py", "house/test_clocks.py", "web/test_socket.py"),
    ),
    "figures": Area(
        ("house/engine/day_figures", "jackpots/reports/link_figures", "jackpots/reports/play_reports",
         "jackpots/reports/meter_reports",
         "house/reports/day_report", "house/reports/table_exposure", "house/views/staff/pit",
         "house/runtime/lab/hold_band_watch",
         "table/engine/stake_totals"),
        ("house/test_reports.py", "house/test_pit.py", "house/test_alerts.py", "house/test_watching.py",
         "jackpots/test_reports.py", "cli/test_reports.py", "house/test_corrected_days.py", "house/test_week.py",
         *RANDOM),
    ),
    "clocks": Area(
        ("house/runtime/table_clocks", "house/runtime/house_clock", "house/kernel/gaming_days",
         "house/engine/table_wait"),
        ("house/test_clocks.py", "house/test_days.py", "house/test_watching.py", "house/test_suspension.py",
         "web/test_clocks_told.py"),
    ),
    "index": Area(
        ("house/engine/index_rows", "house/features/awards/rows", "house/features/corrections/rows",
         "house/features/days/rows", "house/features/rounds/rows", "house/audit/index_audit"),
        ("house/test_rounds_looked_up.py", "house/test_audit.py", "house/test_tampering.py", "house/test_storage.py",
         "house/test_reports.py", "house/test_waiting_awards.py", "house/test_corrected_days.py",
         "house/test_spans.py"),
    ),
    "ownership": Area(
        ("house/storage/log_ownership", "house/storage/store"),
        ("house/test_storage.py", "house/test_committing.py", "house/test_standby.py", "house/test_service.py",
         "cli/test_servers.py", "house/test_tampering.py", "house/test_audit.py",
         "simulator/test_simulator.py::test_whatever_goes_wrong_the_house_is_right"),
    ),
}  # fmt: skip
