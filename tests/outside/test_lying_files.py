"""A game file that lies is refused with the line of the lie, by the check and wherever it is loaded."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from cardroom.cli.games.game_check import check_file
from cardroom.errors import CardroomError
from cardroom.games import games
from cardroom.games.catalogue import add_file, factories
from cardroom.games.checks import mistakes_in

DECIDE = 'Decide((Fold("3"), *bets("play", multiple, rule="4"))),'
AGAIN = 'Decide((Fold("3"), *bets("play", multiple, rule="4")), called="again"),'
PLAY = "    play = versus("
SETTLED = "    play = lambda f, pay: "
FAR = """\
FAR = classes_down(
    THREE_CARD_POKER, ("mini royal", 9_999), ("straight flush", 700), ("three of a kind", 600), ("straight", 500),
    ("flush", 400), ("pair", 300),
)
"""
MORE = """\
MORE = {"his": Hand(("his",), HIGHEST_RANK), "hers": Hand(("hers",), HIGHEST_RANK)}


def is_tie(f):
    return f.result is Result.COPY


def asks_too_much(f):
    return f.more is not None


"""
ANTE = 'Wager(id="ante", name="Ante", kind=Kind.BASE, rule="1", settle=ante),'

# What is changed in the file, a part of the line that is to blame, and a part of what is said.
LIES = {
    "a pay table that reads a hand it does not have": [
        (('reads="you", hand_classes', 'reads="yours", hand_classes'),),
        'reads="yours"',
        "“yours”, which is no hand",
    ],
    "hand classes of another ranking": [
        (("hand_classes=THREE_CARD_HANDS", "hand_classes=FIVE_CARD_HANDS"),),
        "hand_classes=FIVE_CARD_HANDS",
        "its hand classes are of five-card poker",
    ],
    "a decision on hidden cards": [
        ((DECIDE, f"{DECIDE[:-2]}, when=lambda f: f.dealer_qualifies),"),),
        "Decide((",
        "lie face down",
    ],
    "an option on hidden cards": [
        (
            ('rule="4"))', 'rule="4", needs=1))'),
            ('"you": Hand((SEAT,)', '"you": Hand((SEAT, DEALER)'),
            ('THREE_CARD_POKER), "dealer"', 'THREE_CARD_POKER.best_of(6)), "dealer"'),
        ),
        "Decide((",
        "hidden cards: those of “dealer”",
    ],
    "a decision that cannot be reached, after one that settles it": [
        ((DECIDE, f"{DECIDE}\n            {AGAIN}"),),
        'called="again"',
        "cannot be reached",
    ],
    "a decision whose condition never holds": [
        ((DECIDE, f"{DECIDE[:-2]}, when=lambda f: False),"),),
        "when=lambda f: False",
        "cannot be reached",
    ],
    "a decision before any cards": [
        (('Deal(EVERYONE, 3, "2"),', ""), (DECIDE, f'{DECIDE}\n            Deal(EVERYONE, 3, "2"),')),
        "Decide((",
        "before any cards",
    ],
    "a decision after everything is settled": [
        ((DECIDE, ""), ('SettleSeats("5"),', f'SettleSeats("5"),\n            {DECIDE}')),
        "Decide((",
        "settled before it",
    ],
    "a pay table with a gap": [
        (('    ("three of a kind", "25 to 1", "25 to 1"),\n', ""),),
        '("straight",  ',
        "no line for three of a kind",
    ],
    "a pay table out of order": [
        (
            ('    ("pair",            "1 to 1",  "1 to 1"),\n', ""),
            ('    ("flush",', '    ("pair", "1 to 1", "1 to 1"),\n    ("flush",'),
        ),
        '("flush",',
        "stands below pair",
    ],
    "two lines that records cannot tell apart": [
        (
            ("hand_classes=THREE_CARD_HANDS", "hand_classes=FAR"),
            ("# Pay tables in", f"{FAR.replace('three of a kind', 'straight, flush')}# Pay tables in"),
            ('("three of a kind", "25 to 1"', '("straight, flush", "25 to 1"'),
        ),
        '("straight, flush", "25 to 1"',
        "have the same id, straight_flush",
    ],
    "a better hand that pays less": [
        (('"25 to 1", "25 to 1"', '"25 to 1", "2 to 1"'),),
        '("straight",  ',
        "more than the 2 to 1 of three of a kind",
    ],
    "a hand that is no hand class": [
        (('("pair",  ', '("four of a kind",  '),),
        '("four of a kind",  ',
        "there is no hand",
    ],
    "a line that no hand reaches": [
        (
            ("hand_classes=THREE_CARD_HANDS", "hand_classes=FAR"),
            ("# Pay tables in", f"{FAR}# Pay tables in"),
        ),
        '("mini royal",  ',
        "no hand can reach mini royal",
    ],
    "odds that the table cannot pay": [(('"50 to 1"', '"50 for 1"'),), '("mini royal",', "odds “to 1”, not 50 for 1"],
    "a deck too small for its deal": [
        (
            ("seats=6", "seats=12"),
            ("EVERYONE, 3", "EVERYONE, 5"),
            ("THREE_CARD_POKER", "FIVE_CARD_POKER"),
            ("THREE_CARD_HANDS", "FIVE_CARD_HANDS"),
            ('("mini royal",  ', '("royal flush",  '),
        ),
        "seats=12",
        "need 65 cards, and the deck has 52",
    ],
    "a rule that does not exist": [
        (('tie=push("8"), behind=lose("7"), unqualified=push', 'tie=push("12"), behind=lose("7"), unqualified=push'),),
        'push("12")',
        "“12” is cited",
    ],
    "a stage whose rule does not exist": [(('Reveal("5")', 'Reveal("55")'),), 'Reveal("55")', "“55” is cited"],
    "a wager without its spot": [
        (('("bonus",), ("ante",)', '("ante",)'),),
        "            Wager(\n",
        "no spot on the felt",
    ],
    "a wager with two spots": [(('("play",)), "#3a', '("play", "ante")), "#3a'),), "felt=", "2 spots"],
    "a spot without a wager": [(('("play",)), "#3a', '("play", "pot")), "#3a'),), "felt=", "“pot” on the felt"],
    "a fact that there is not": [
        ((PLAY, f'{SETTLED}push("8") if f.weather else lose("7")\n    other = versus('),),
        "f.weather",
        "“weather” is asked for",
    ],
    "a fact about no hand": [
        (('Compare("you", "dealer")', 'Compare("you", "house")'),),
        "Compare(",
        "“house”, which is no hand",
    ],
    "a hand of nobody's cards": [
        (('"dealer": Hand((DEALER,)', '"dealer": Hand(("cook",)'),),
        '"cook"',
        "“cook”, who gets none",
    ],
    "a poker hand of the wrong size": [(("EVERYONE, 3", "EVERYONE, 4"),), "settle=ante", "has 4 cards then"],
    "a settlement that fails": [
        ((PLAY, f'{SETTLED}{{Result.WIN: push("8")}}[f.result]\n    other = versus('),),
        "{Result.WIN",
        "KeyError",
    ],
    "a bet on a wager that is made before": [
        (('*bets("play", multiple', '*bets("ante", multiple'),),
        'bets("ante"',
        "not of the kind DECISION",
    ],
    "a base wager taken back": [
        (('Fold("3"), *bets', 'TakeBack("ante", "3"), *bets'),),
        'TakeBack("ante"',
        "only a wager of the kind EQUAL",
    ],
    "a rider that stands on nothing": [
        (("kind=Kind.OPTIONAL", "kind=Kind.RIDER"),),
        "            Wager(\n",
        "does not say which wager",
    ],
    "no base wager": [(("kind=Kind.BASE", "kind=Kind.OPTIONAL"),), "wagers=(", "must be of the kind BASE"],
    "no settlement at all": [(('            SettleSeats("5"),\n', ""),), ANTE, "No stage settles Ante"],
    "dealer's cards that are never turned": [
        (('            Reveal("5"),\n', ""),),
        "settle=ante",
        "lie face down then",
    ],
    "community cards that there are not": [
        (('Reveal("5"),', 'Reveal("5"),\n            Expose("5"),'),),
        'Expose("5")',
        "not so many community cards",
    ],
    "no bets": [(('            Bets("1"),\n', ""),), "stages=(", "begins with Bets"],
    "a number that is a text": [
        (("EVERYONE, 3,", 'EVERYONE, "3",'),),
        'EVERYONE, "3"',
        "“cards” is not what a stage has",
    ],
    "a variant that cannot be made": [
        (("    ante = versus", "    assert multiple != 3, 'never three'\n    ante = versus"),),
        "def northern_lights",
        "multiple 3: AssertionError: never three",
    ],
    "a rule that may be set, without its values": [
        (("multiple: Literal[1, 2, 3] = 2", "multiple: int = 2"),),
        "def northern_lights",
        "needs a Literal",
    ],
    "no Python": [(("seats=6", "seats=="),), "seats==", "not Python"],
    "an import that there is not": [
        (("vocabulary import *", "vocabulary import Revel"),),
        "from cardroom.games.vocabulary import Revel",
        "ImportError",
    ],
    "a rule that is asked for while it is made": [(("seats=6", "seats=six"),), "seats=six", "NameError"],
    "no game": [(("@game\n", ""),), '"""Northern Lights', "there is no game in it"],
    "a wrong id": [(('id="northern-lights"', 'id="Northern Lights"'),), "def northern_lights", "is no id"],
}


def line_of(text: str, part: str) -> int:
    """The number of the first line with this part; where it ends a line, of the line that it begins."""
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_refused_with_its_line(lie, write):
    changes, blamed, said = LIES[lie]
    path = write(*changes)
    with pytest.raises(CardroomError) as refusal:
        add_file(path)
    text = path.read_text(encoding="utf-8")
    told = _told(path) or [refusal.value.message]
    expected = [message for message in told if message.startswith(f"{path}:{line_of(text, blamed)}: ")]
    assert any(said in message for message in expected), "\n".join(told)
    assert "northern-lights" not in games()


def _told(path: Path) -> list[str]:
    try:
        return [mistake.told(str(path)) for mistake in check_file(path, rounds=5).mistakes]
    except CardroomError as error:
        return [error.message]


def test_every_mistake_of_a_file_is_told_at_once(write):
    found = check_file(
        write(('("bonus",), ("ante",)', '("ante",)'), ('Reveal("5")', 'Reveal("55")'), ("seats=6", "seats=99"))
    )
    assert len({mistake.line for mistake in found.mistakes}) == 3
    assert not found.is_in_order
    assert found.rounds == 0


def test_a_wager_that_some_rounds_leave_unsettled_is_found_by_dealing(write):
    found = check_file(write(('SettleSeats("5"),', 'SettleSeats("5", when=lambda f: f.dealer_qualifies),')), rounds=50)
    assert [mistake.is_warning for mistake in found.mistakes] == [False]
    assert "settled by nobody" in found.mistakes[0].what


def test_a_condition_that_fails_in_a_round_is_told_with_its_line(write):
    """A game may ask what cannot be asked in some rounds only: the hand of a packet that was not dealt."""
    path = write(
        ('"dealer": Hand((DEALER,), THREE_CARD_POKER)}', '"dealer": Hand((DEALER,), THREE_CARD_POKER), **MORE}'),
        ("# Parameters", f"{MORE}# Parameters"),
        ('"result": Compare("you", "dealer"),', '"result": Compare("you", "dealer"), "more": Compare("his", "hers"),'),
        ('Reveal("5"),', 'Reveal("5"),\n            Deal(("his", "hers"), 1, "5", face_up=True, when=is_tie),'),
        ('SettleSeats("5"),', 'SettleSeats("5", when=asks_too_much),'),
    )
    found = check_file(path, rounds=50)
    told = [mistake for mistake in found.mistakes if not mistake.is_warning]
    assert [mistake.line for mistake in told] == [line_of(path.read_text(encoding="utf-8"), "return f.more")]
    assert "before it has cards" in told[0].what


@pytest.mark.parametrize("game", factories())
def test_no_sheet_of_the_catalogue_is_refused(game):
    factory = factories()[game]
    path = Path(inspect.getsourcefile(factory))
    mistakes = mistakes_in(factory, path.read_text(encoding="utf-8"), path)
    assert [mistake for mistake in mistakes if not mistake.is_warning] == []
