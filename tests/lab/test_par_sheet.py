"""A PAR sheet shows every figure of an analysis, twice alike, and takes no name for markup."""

from __future__ import annotations

import re
import shutil
import subprocess
from fractions import Fraction
from html.parser import HTMLParser
from itertools import product

import msgspec
import pytest

from cardroom.lab.analysis.game_analysis import analyze
from cardroom.lab.analysis.session_distribution import session_figures
from cardroom.lab.par_sheet import write_html, write_pdf
from cardroom.lab.par_sheet.html import as_html
from cardroom.lab.par_sheet.sheet import par_sheet
from cardroom.lab.results import Analysis
from cardroom.number_format import chance, dollars, exact, number, one_in, percent, signed
from cardroom.table import table_settings

from .small_analysis import ANALYSIS, SETTINGS, base_of, hostile_sheet

HOSTILE = (
    "<script>alert(1)</script>",
    '#import "x.typ": *',
    "$x$ *b* _i_ [c] @d `e` \\f",
    "a & b --> ]]>",
)


class Page(HTMLParser):
    """What a browser would see: balanced elements, their text, and every address asked for."""

    VOID = frozenset({"meta", "wbr", "br"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.headings: list[int] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.words: list[str] = []
        self.heads_without_scope = 0

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.heads_without_scope += tag == "th" and "scope" not in dict(attrs)
        self.attributes += [(tag, name, value) for name, value in attrs]
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"style", "script"} & set(self.open):
            self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


def page_of(analysis=ANALYSIS, settings=SETTINGS, strategy=None) -> Page:
    page = Page()
    page.feed(as_html(par_sheet(analysis, settings, strategy)))
    page.close()
    assert page.open == []
    return page


def figures_of(analysis: Analysis) -> set[str]:
    """Every figure of an analysis as the sheet should show it."""
    base = analysis.base
    found = {
        analysis.game, analysis.version, analysis.rules_hash,
        exact(base.ev), percent(base.ev, 4), percent(base.house_edge), exact(base.average_wager), exact(base.variance),
        percent(base.element_of_risk), exact(base.element_of_risk), number(base.standard_deviation, 4),
        exact(base.fold_rate), percent(base.fold_rate), number(base.deals),
    }  # fmt: skip
    for likely in (part.probability for parts in (base.outcomes, base.amounts) for part in parts):
        found |= {exact(likely), chance(likely), one_in(likely)}
    found |= {happening.name for happening in base.outcomes} | {signed(amount.net) for amount in base.amounts}
    for share in base.by_wager:
        found |= {exact(share.ev), percent(share.ev), number(share.average_stake, 4)}
    for bet in analysis.side_bets:
        found |= {bet.paytable, percent(bet.house_edge), percent(bet.hit_frequency)}
        found |= {exact(bet.ev), number(bet.lines[0].of)}
        for line in bet.lines:
            found |= {line.hand, number(line.combinations), chance(line.probability), line.pays}
            found.add(percent(line.contribution, 4))
    for jackpot in analysis.jackpots:
        found |= {jackpot.paytable, exact(jackpot.fixed_return), percent(jackpot.fixed_return)}
        found |= {exact(jackpot.envy_value_per_player)} if jackpot.envy_value_per_player else set()
        for award in jackpot.awards:
            found |= {award.hand, exact(award.probability), one_in(award.probability), award.pays}
            found |= {dollars(award.envy, 0)} if award.envy else set()
        for level in jackpot.levels:
            found |= {level.name, exact(level.return_per_1000), percent(level.return_per_1000, 4)}
            found |= (
                {dollars(level.break_even_meter), exact(level.break_even_meter)} if level.break_even_meter else set()
            )
    for figure in analysis.published:
        found |= {figure.figure, figure.printed, figure.computed, figure.note}
    return found


# --- contents ---------------------------------------------------------------------------------------------------------


def test_every_figure_of_the_analysis_appears():
    text = page_of(strategy="Play any pair.").text
    assert [figure for figure in figures_of(ANALYSIS) if figure not in text] == []
    assert "Play any pair." in text


def test_rules_rulings_and_pay_tables_in_force_appear():
    text = page_of().text
    game = SETTINGS.rules
    wanted = [*game.rules.values(), *(ruling.text for ruling in game.rulings), game.sheet.approval, "not legal advice"]
    wanted += [table.id for table in SETTINGS.paytables.values()]
    assert [sentence for sentence in wanted if sentence not in text] == []


def test_a_real_game_shows_all_its_figures_and_its_player_edge(tmp_path):
    settings = table_settings("straight-edge-2")
    analysis = analyze(settings)
    write_html(analysis, settings, tmp_path / "sheet.html")
    page = Page()
    page.feed((tmp_path / "sheet.html").read_text(encoding="utf-8"))
    assert [figure for figure in figures_of(analysis) if figure not in page.text] == []
    assert ("aside", "class", "notice alarm") in page.attributes
    write_pdf(analysis, settings, tmp_path / "sheet.pdf")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_the_player_edge_box_appears_only_when_there_is_an_edge():
    edge = msgspec.structs.replace(
        ANALYSIS, findings=("PLAYER EDGE: 4% of the Ante.", "What drives it: the Play bet.", *ANALYSIS.findings)
    )
    boxes = [(sheet_notice.tone, sheet_notice.paragraphs) for sheet_notice in par_sheet(edge, SETTINGS).notices]
    assert boxes == [
        ("alarm", ("4% of the Ante.", "What drives it: the Play bet.")),
        ("warning", ("Bonus 2, hold is printed as 24%.",)),
    ]
    assert ("aside", "class", "notice alarm") in page_of(edge).attributes
    assert ("aside", "class", "notice alarm") not in page_of().attributes
    nothing = par_sheet(msgspec.structs.replace(ANALYSIS, findings=()), SETTINGS).notices
    assert [notice.tone for notice in nothing] == ["good"]


def test_the_command_names_pay_tables_that_are_not_the_first_ones_printed():
    assert par_sheet(ANALYSIS, SETTINGS).command.startswith("cardroom analyze straight-edge-1 --no-cache")
    chosen = par_sheet(ANALYSIS, table_settings("straight-edge-1", paytables={"bonus": "Bonus 2"})).command
    assert "--paytable 'Bonus 2'" in chosen


def test_a_game_without_side_bets_jackpots_or_strategy_has_no_empty_sections():
    bare = msgspec.structs.replace(ANALYSIS, side_bets=(), jackpots=(), published=(), findings=())
    names = [section.name for section in par_sheet(bare, SETTINGS).sections]
    assert not {"side-bets", "jackpots", "strategy"} & set(names)
    assert "prints no figures" in page_of(bare).text


def test_a_prize_too_far_away_makes_the_sheet_say_that_it_approximates():
    far = base_of({Fraction(-1): Fraction(999_999, 1_000_000), Fraction(5_000_000, 7): Fraction(1, 1_000_000)})
    assert not session_figures(far, 10_000).is_convolved
    assert "normal approximation" in page_of(msgspec.structs.replace(ANALYSIS, base=far)).text


def test_the_sheet_begins_in_plain_words_and_plain_scales_stand_before_logarithmic_ones():
    sheet = par_sheet(ANALYSIS, SETTINGS)
    facts, plot, _ = sheet.in_plain_words.blocks
    said = {fact.label: (fact.value, fact.note) for fact in facts.facts}
    ev = ANALYSIS.base.ev
    assert said["A hand costs"] == (dollars(-ev * 5, 2), "on average, with $5 on the Ante")
    assert said["An hour costs"] == (dollars(-ev * 300, 2), "at 60 hands an hour")
    assert said["You win"] == ("45%", "of hands; 55% are lost, 0% even")
    evening = session_figures(ANALYSIS.base, 240)
    assert said["Ahead at the end"][0] == percent(evening.ahead, 0)
    for group in plot.groups:  # all that may happen, once
        assert sum(bar.value for bar in group.bars) == pytest.approx(1)
    results = next(section for section in sheet.sections if section.name == "results")
    assert [block.logarithmic for block in results.blocks if hasattr(block, "logarithmic")] == [False, True]
    page = page_of()
    assert page.text.index("In plain words") < page.text.index("Rules hash")


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_asks_no_other_server_and_runs_no_script():
    document = as_html(par_sheet(ANALYSIS, SETTINGS))
    assert not re.search(r"https?:|//\w|@import|<script|<link|<img", document)
    page = page_of()
    assert all(value.startswith("#") for _, name, value in page.attributes if name in {"href", "src"} and value)


def test_headings_are_in_order_ids_are_unique_and_every_table_head_has_a_scope():
    page = page_of()
    assert page.headings[0] == 1
    assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert len(page.ids) == len(set(page.ids))
    assert page.heads_without_scope == 0
    labels = [value for tag, name, value in page.attributes if tag == "svg" and name == "aria-label"]
    assert len(labels) >= 6
    assert all(labels)


def test_the_same_analysis_gives_the_same_bytes(tmp_path):
    from cardroom.lab.par_sheet.plots import plot_as_svg

    for name, write in product(("first", "second"), (write_html, write_pdf)):
        plot_as_svg.cache_clear()
        write(ANALYSIS, SETTINGS, tmp_path / f"{name}-{write.__name__}", "Play any pair.")
    for write in (write_html, write_pdf):
        first, second = ((tmp_path / f"{name}-{write.__name__}").read_bytes() for name in ("first", "second"))
        assert first == second


# --- attacks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_come_out_as_text(name, tmp_path):
    analysis, settings = hostile_sheet(name)
    page = page_of(analysis, settings, name)
    assert page.text.count(name) > 10
    assert not [tag for tag, _, _ in page.attributes if tag == "script"]
    assert "<script" not in as_html(par_sheet(analysis, settings, name))
    write_pdf(analysis, settings, tmp_path / "sheet.pdf", name)
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    if shutil.which("pdftotext"):
        command = ["pdftotext", "-layout", str(tmp_path / "sheet.pdf"), "-"]
        words = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        first = name.split()[0]
        assert words.count(first) > 10


def test_control_characters_are_replaced_not_printed(tmp_path):
    analysis, settings = hostile_sheet("a\x1b[31m\x00b\ud800\u202e")
    assert "a�[31m�b��" in page_of(analysis, settings).text
    write_html(analysis, settings, tmp_path / "sheet.html")
    write_pdf(analysis, settings, tmp_path / "sheet.pdf")


def test_a_name_in_a_script_that_the_fonts_lack_is_no_failure(tmp_path):
    analysis, settings = hostile_sheet("橋 🂡")
    assert "橋 🂡" in page_of(analysis, settings).text
    write_pdf(analysis, settings, tmp_path / "sheet.pdf")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
