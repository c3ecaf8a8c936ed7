"""An invitation to a table among friends: the lines that other programs show of its link, and a picture."""

from __future__ import annotations

import io
from html import escape

import msgspec

from cardroom.games.model import Felt
from cardroom.money import Money, show_money

WIDTH, HEIGHT, DOTS = 12.0, 6.3, 100  # inches, and dots to an inch: 1200 × 630, which is what is shown everywhere
LARGEST, WIDEST = 46, 28  # points of the largest letters, and how many of them fit


class Invitation(msgspec.Struct, frozen=True):
    table: str
    game: str
    colour: str  # of the felt; "": the usual one
    host: str
    house: str
    minimum: Money
    maximum: Money

    @property
    def title(self) -> str:
        return f"{self.host} invites you: {self.game}" if self.host else f"You are invited: {self.game}"

    @property
    def says(self) -> str:
        limits = f"{show_money(self.minimum)} to {show_money(self.maximum)}"
        return f"{self.table} at {self.house}. Play money, {limits}. Press the link and sit down."


def tags(invitation: Invitation, address: str, image: str) -> bytes:
    """For the head of the page."""
    found = {
        "og:type": "website",
        "og:title": invitation.title,
        "og:description": invitation.says,
        "og:url": address,
        "og:image": image,
        "og:image:width": str(round(WIDTH * DOTS)),
        "og:image:height": str(round(HEIGHT * DOTS)),
        "og:image:alt": invitation.title,
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in found.items()]
    lines += ['<meta name="robots" content="noindex" />', '<meta name="twitter:card" content="summary_large_image" />']
    return "".join(lines).encode()


def picture(invitation: Invitation) -> bytes:
    """A felt with the names on it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Ellipse, FancyBboxPatch

    figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DOTS, facecolor="#15110d")
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(0, HEIGHT))
    axes.set_axis_off()
    felt = invitation.colour or Felt((), ()).colour
    axes.add_patch(
        Ellipse((WIDTH / 2, HEIGHT * 1.02), WIDTH * 1.12, HEIGHT * 1.86, facecolor=felt, edgecolor="#6b4a2b", lw=18)
    )
    for place, suit in enumerate("♠♥♣♦♠", -2):
        x, y = WIDTH / 2 + 1.05 * place, HEIGHT - 1.2 - abs(place) * 0.06
        card = FancyBboxPatch(
            (x - 0.38, y - 0.54),
            0.76,
            1.08,
            boxstyle="round,pad=0.04",
            facecolor="#f7f2e8",
            edgecolor="#c8bfae",
            lw=1.5,
        )
        axes.add_patch(card)
        axes.text(x, y, suit, fontsize=40, ha="center", va="center", color="#b3261e" if place % 2 else "#26231f")
    lines = (
        (invitation.game, 3.55, LARGEST, "#ffffff", "bold"),
        (invitation.table, 2.75, 30, "#f3d98b", "normal"),
        (f"{invitation.host} invites you" if invitation.host else "You are invited", 2.05, 26, "#ffffff", "normal"),
        (invitation.house, 0.3, 18, "#d8cfc0", "normal"),
    )
    for text, height, size, colour, weight in lines:
        shown = text if len(text) <= 40 else f"{text[:39]}…"
        fitting = min(size, LARGEST * WIDEST / len(shown)) if shown else size
        axes.text(WIDTH / 2, height, shown, fontsize=fitting, color=colour, weight=weight, ha="center", va="center",
                  parse_math=False)  # fmt: skip
    out = io.BytesIO()
    figure.savefig(out, format="png")
    return out.getvalue()
