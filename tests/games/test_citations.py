"""A rule is recorded as its number, or as source and number; the words are made when it is read."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.games.citations import Citation, OtherRule, Procedure, RuleSource, short_rule, show_rule, wac


@pytest.mark.parametrize(
    ("rule", "stored", "words"),
    [
        ("6", '"6"', "Sheet, rule 6"),
        ("Appendix C", '"Appendix C"', "Sheet, Appendix C"),
        (Procedure.END_OF_ROUND.rule, '["procedure","end-of-round"]', "house procedure, end of round"),
        (wac("230-15-455"), '["WAC","230-15-455"]', "WAC 230-15-455"),
        (OtherRule(RuleSource.TOUCH, "8f"), '["touch","8f"]', "Sheet, touch console, rule 8f"),
        (OtherRule(RuleSource.RULING, "console"), '["ruling","console"]', "Sheet, house ruling on the console"),
    ],
)
def test_a_rule_is_stored_in_a_few_letters_and_read_in_words(rule, stored, words):
    assert msgspec.json.encode(rule).decode() == stored
    read = msgspec.json.decode(stored, type=Citation)
    assert read == rule
    assert show_rule(read, "Sheet") == words
    assert words.endswith(short_rule(read))


def test_no_procedure_is_recorded_as_a_sentence():
    assert not [procedure for procedure in Procedure if " " in procedure]
