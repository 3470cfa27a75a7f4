"""A wheel built from a clean clone holds the built page and the map's shapes, and its program draws the real coast."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "web" / "node_modules"
STATIC = "ludi/server/static"
SHAPES = "ludi/games/pax_romana/drawing/shapes.json"
PROGRAM = "import ludi; from ludi.cli.main import app; print(ludi.__file__); app()"


def clean_clone(folder: Path) -> Path:
    """What a commit of this tree would hold, and nothing that was built in it; only Node's packages are lent."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    if MODULES.is_dir():
        (folder / "web" / "node_modules").symlink_to(MODULES)
    return folder


def test_a_wheel_from_a_clean_clone_holds_the_page_and_the_shapes_of_the_map(tmp_path: Path) -> None:
    clone = clean_clone(tmp_path / "clone")
    assert not (clone / "src" / STATIC).exists()
    assert not (clone / "src" / SHAPES).exists()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "out")]
    subprocess.run(build, cwd=clone, check=True, capture_output=True)
    (wheel,) = (tmp_path / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    static = tmp_path / "site" / STATIC
    assert (static / "index.html").is_file()
    for entry in json.loads((static / "manifest.json").read_text(encoding="utf-8")).values():
        for name in (entry["file"], *entry.get("css", []), *entry.get("assets", [])):
            assert (static / name).is_file(), name
    shapes = json.loads((tmp_path / "site" / SHAPES).read_text(encoding="utf-8"))
    assert sum(map(len, shapes["coast"]["levels"][-1])) > 10_000
    assert "legion" in shapes["icons"]

    position, svg = tmp_path / "position.json", tmp_path / "map.svg"
    position.write_text('{"game": "pax-romana", "options": {"scenario": "II"}}', encoding="utf-8")
    show = [sys.executable, "-c", PROGRAM, "show", str(position), "--svg", str(svg)]
    installed = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    told = subprocess.run(show, cwd=tmp_path, env=installed, check=True, capture_output=True, text=True).stdout
    assert told.startswith(str(tmp_path / "site")), "it is the program of the wheel"
    assert "Coast: Natural Earth" in svg.read_text(encoding="utf-8")
