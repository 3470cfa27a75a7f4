"""``make api``: the server's OpenAPI document (``web/openapi.json``, not kept), from which the page's types are made.

``npm run types`` turns it into ``web/src/lib/api.d.ts``.
"""

from __future__ import annotations

import json
from pathlib import Path

from ludi.server.app import make_app
from ludi.server.settings import Settings

TARGET = Path(__file__).resolve().parent.parent / "web" / "openapi.json"


def main() -> None:
    document = make_app(Settings(database="sqlite://")).openapi()
    TARGET.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
