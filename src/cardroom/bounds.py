"""What comes from outside is bounded before anything looks at it: the types of the fields of commands."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

# Names and keys get into columns of their own, and no control character is any use there: PostgreSQL takes no NUL.
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern="^[^\\u0000-\\u001f\\u007f]*$")]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
SeatNumber = Annotated[int, Meta(ge=1, le=12)]
LARGEST = 10**15  # a billion dollars
Amount = Annotated[int, Meta(ge=1, le=LARGEST)]
AmountOrNothing = Annotated[int, Meta(ge=0, le=LARGEST)]
Difference = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Rate = Annotated[int, Meta(ge=0, le=10_000)]  # basis points
Stakes = Annotated[dict[Name, Amount], Meta(max_length=12)]
