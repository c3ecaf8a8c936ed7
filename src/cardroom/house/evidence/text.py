"""What an evidence pack says of itself."""

from __future__ import annotations

from collections.abc import Mapping

from cardroom.house.evidence.contents import Begins, PackManifest

_BEGINS = {
    Begins.FIRST: "The records begin with the first one of the house.",
    Begins.CHECKPOINT: (
        "The records begin after a checkpoint, the whole state of the house, which is in {checkpoint}.\n"
        "The first record names its hash. Records before the days asked for lead from there to them."
    ),
    Begins.BEFORE: "The records follow others that are not in this pack, so that their commands cannot be done again.",
}

_README = """\
EVIDENCE OF {house}
Gaming days {first_day} to {last_day}, records {first:,} to {last:,}.
Made {made:%Y-%m-%d %H:%M} UTC by Cardroom {version}.

To verify it, with Cardroom installed, without the house and without a network:

    cardroom audit verify-pack FILE

It checks every byte of this file against its list, the chain of the records, the signatures of the ends of days, and
does every command again. Compare the public key that it prints with the one that you noted at the house: a pack that
is signed with another key is another's.

WHAT IS IN IT
{manifest}         the list of all files with their SHA-256, and what they are of
{seal}             the SHA-256 of that list, signed with the house's key (Ed25519)
{records}   every record to the byte, one a line: its SHA-256, a blank, the record as JSON
{documents}            what records name by hash: floors, settings, configurations, figures of closed days
{heads}                the signed ends of closed days
{reports}              of every day: tables, games report, meters, close, wins, significant events (CSV and JSON)
{conditions}       the conditions of approvals and what is on file, when this was made
{conformity}       what regulators require and whether the house does it, from its whole log, when this was made
{software}         the SHA-256 of every file of the software that ran

{begins}
Each record names the SHA-256 of the one before it. Cards that lie face down are sealed in the records; the seed that
deals them stands in the record that ends their round. Records name people by the names they have in the house, and
refused sign-ins with the place they came from. Data of winners for taxes is not in the records, and not in this pack.
"""


def readme(of: PackManifest, names: Mapping[str, str]) -> str:
    """`names` are those of the files in it."""
    begins = _BEGINS[of.begins].format_map(names)
    fields = {
        name: getattr(of, name) for name in ("house", "first_day", "last_day", "first", "last", "made", "version")
    }
    return _README.format_map({**names, **fields, "begins": begins})
