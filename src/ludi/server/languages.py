"""The languages in which one can be answered: those of the table itself and those of the games on the shelf."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from pydantic import AfterValidator, StringConstraints

from ludi.server.talk import heard

Language = Annotated[str, StringConstraints(pattern="^[a-z]{2}$"), AfterValidator(heard)]
Lang = Annotated[Language, Query()]
