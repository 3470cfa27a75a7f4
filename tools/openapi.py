"""``make api``: the page's types, made from the server's schemas (``web/src/lib/api.d.ts``).

Writes ``web/openapi.json`` (not kept) with every schema that goes over the wire; ``npm run types`` turns it into
TypeScript.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from ludi.server import schemas

TARGET = Path(__file__).resolve().parent.parent / "web" / "openapi.json"


def main() -> None:
    answers: list[type[BaseModel]] = []
    requests: list[type[BaseModel]] = []
    for _, each in inspect.getmembers(schemas, inspect.isclass):
        if issubclass(each, BaseModel) and each not in (BaseModel, schemas.Request):
            (requests if issubclass(each, schemas.Request) else answers).append(each)
    wanted = [(each, "serialization") for each in answers] + [(each, "validation") for each in requests]
    _, defs = models_json_schema(wanted, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Ludi Romani", "version": "1"},
        "paths": {},
        "components": {"schemas": defs["$defs"]},
    }
    TARGET.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
