"""What a text looks like at a glance, whatever it is written with: letters that pass for others, and words to spare.

Two texts that look alike are plainly the same. No list of such letters is complete, so names are kept to one alphabet
of those that are in use today, without the signs of phoneticians.
"""

from __future__ import annotations

import re
import unicodedata

# By the first word of a letter's name in Unicode; those that are written side by side are one.
_ALPHABETS = {
    "LATIN": "Latin", "GREEK": "Greek", "CYRILLIC": "Cyrillic", "ARMENIAN": "Armenian", "GEORGIAN": "Georgian",
    "HEBREW": "Hebrew", "ARABIC": "Arabic", "ETHIOPIC": "Ethiopic", "DEVANAGARI": "Devanagari", "BENGALI": "Bengali",
    "TAMIL": "Tamil", "TELUGU": "Telugu", "THAI": "Thai", "CJK": "East Asian", "HIRAGANA": "East Asian",
    "KATAKANA": "East Asian", "HANGUL": "East Asian",
}  # fmt: skip
_NOT_IN_NAMES = re.compile("[\u01c0-\u01c3\u0250-\u02ff\u1d00-\u1dbf\u1100-\u11ff\u2c60-\u2c7f\ua720-\uab6f]")

# Capitals first, by their shape: those of another alphabet may look like no small letter of theirs.
_CAPITALS = str.maketrans(
    "IΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХԌԚԜҮӀ|",
    "labezhlkmnoptyxabesljkmhopctyxgqwyll",
)
_SMALL = str.maketrans(
    "0123456789!$@аеіјѕорсухкмнтвгԁһԛԝӏүαεικνορτυχωηβγσςıðþəǝɛƽƨʀ",
    "olzeasbtbglsaaeljsopcyxkmhtbrdhqwlyaelkvoptuxwnbyosldpeeessr",
)
_TOGETHER = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_WITH = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH ")

# What nobody should have to read at a table, wherever it stands in a word; and what is something else inside of one.
_FOUL = ("fuck", "shit", "cunt", "nigg", "fagg", "hitler", "whore", "bitch")
_FOUL_WORDS = ("rape", "rapist", "nazi", "nazis")


def normalized(text: str) -> str:
    """As it is kept: what Unicode writes in several ways in one of them, with single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def alphabets(name: str) -> set[str]:
    """Those that a name's letters are of; "" stands for a sign that is of none of them.

    >>> alphabets("Zoë 7"), alphabets("Dеaler") == {"Latin", "Cyrillic"}, alphabets("ᴅealer") == {"Latin", ""}
    ({'Latin'}, True, True)
    """
    return {_alphabet(sign) for sign in name if sign.isalnum() and not (sign.isascii() and sign.isdigit())}


def _alphabet(letter: str) -> str:
    first = unicodedata.name(letter, "").partition(" ")[0]
    return "" if _NOT_IN_NAMES.match(letter) or not letter.isalpha() else _ALPHABETS.get(first, "")


def skeleton(text: str) -> str:
    """What a text looks like, without blanks and signs.

    >>> skeleton("Dеа1er") == skeleton("DEAIER") == skeleton("d.e.ä.l.e.r") == skeleton("clealer") == skeleton("dealer")
    True
    >>> skeleton("ΗΟUSE") == skeleton("house"), skeleton("adrnin") == skeleton("Adm1n"), skeleton("Zoë")
    (True, True, 'zoe')
    """
    bare = (sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    small = "".join(bare).translate(_CAPITALS).casefold().translate(_SMALL)
    found = "".join(_without_its_stroke(sign) for sign in small if sign.isalnum())
    for pair, letter in _TOGETHER:
        found = found.replace(pair, letter)
    return found.replace("i", "l")


def _without_its_stroke(letter: str) -> str:
    named = _WITH.match(unicodedata.name(letter, ""))
    return named[1].lower() if named else letter


def plain_word_set(text: str) -> set[str]:
    """The words of a text, plainly: also where a capital begins one, and without an article or figures around it."""
    found: set[str] = set()
    for word in re.split(r"[^\w]+", text):
        parts = [word, *re.findall(r"[^\W\d_]?[^\WA-Z_]+|[A-Z]+(?![a-z])", word)]
        for part in parts:
            bare = part.strip("0123456789")
            found |= {skeleton(one) for one in (part, bare, re.sub(r"^[Tt]he", "", bare)) if one}
    return found - {""}


def is_foul(text: str) -> bool:
    """
    >>> is_foul("fuсk it"), is_foul("Grape Nazim"), is_foul("n4zi 1")
    (True, False, True)
    """
    plain = skeleton(text)
    return any(skeleton(word) in plain for word in _FOUL) or not {*map(skeleton, _FOUL_WORDS)}.isdisjoint(
        plain_word_set(text)
    )
