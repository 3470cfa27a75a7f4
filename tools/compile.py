"""``make fast``: compile the engine rooms with mypyc (C, so it takes a C compiler) into ``src/ludi/_compiled``.

What is compiled, and what is not and why, stands in :data:`GROUPS` and :data:`PLAIN`. Stages and procedures are first
put into words that mypyc knows (:mod:`lowering`), in a copy of the sources. All modules come into one library, which is
put there when it is ready, with a hash of the sources it was made from (:mod:`ludi.compiled`). That copy, types, C
files and objects are kept in ``build/compiled``, so that a second run compiles only what changed.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import sys
import sysconfig
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from lowering import SEEN_TO, House

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
WORKSHOP = ROOT / "build" / "compiled"
READ = WORKSHOP / "read"
"""The sources as mypyc reads them (:mod:`lowering`)."""

LIBRARY = "ludi_engines"
BUNDLE = 16
"""So many modules are given to the C compiler at once."""
FLAGS = ["-fvisibility=hidden", "-fno-semantic-interposition"] if sys.platform == "linux" else []
"""For the C compiler: the library's files know that they call each other, and nobody else."""

GROUPS: dict[str, list[str]] = {
    "core": [f"ludi/core/{name}.py" for name in ("dice", "game", "insight", "network", "words")],
    "bots": [f"ludi/bots/{name}.py" for name in ("search", "simulation", "trials")],
    "pax": ["ludi/games/pax/*.py"],
    "roma": ["ludi/games/roma/*.py"],
    "pax_romana": [
        *(f"ludi/games/pax_romana/{folder}/*.py" for folder in ("world", "engine", "ch*", "play_book", "advice")),
        *(
            f"ludi/games/pax_romana/asking/{name}.py"
            for name in ("names", "odds", "parts", "roll_odds", "state", "view")
        ),
    ],
    "research": [
        f"ludi/research/{name}.py"
        for name in (
            *("course", "encoding", "leaves", "lists", "looking", "memory", "reading", "slots", "spots", "stepping"),
        )
    ],
}
"""What can be compiled: the patterns of its files."""
PLAIN = {
    "__init__": "runs once; the files of a package are found beside it",
    "position": "its arguments are read from its annotations",
    "possible": "seldom runs",
    "questions": "its answers are read from annotations",
    "refusals": "seldom runs",
    "shape": "read from annotations",
    "wording": "seldom runs",
}
"""Modules that stay as they are, by their last name, and why."""


COMPILED_AFTER_ALL = ("ludi/games/pax_romana/engine/position.py",)
"""Of the modules with such names those that hold something else."""


def files_of(group: str) -> list[str]:
    found = {file for pattern in GROUPS[group] for file in SOURCES.glob(pattern)}
    names = {file: file.relative_to(SOURCES).as_posix() for file in found}
    return sorted(name for file, name in names.items() if file.stem not in PLAIN or name in COMPILED_AFTER_ALL)


def put_in_other_words() -> None:
    """Write the sources as mypyc reads them; what is as it was is not touched and not compiled again."""
    names = {file: file.relative_to(SOURCES).as_posix() for file in sorted((SOURCES / "ludi").rglob("*.py"))}
    modules = {file: ".".join(file.relative_to(SOURCES).with_suffix("").parts) for file in names}
    texts = {modules[file]: file.read_text(encoding="utf-8") for file in names}
    house = House({module: text for module, text in texts.items() if module.split(".")[1] in compiled_py().ROOMS})
    for known in READ.rglob("*.py"):
        if known.relative_to(READ).as_posix() not in set(names.values()):
            known.unlink()
    for file, name in names.items():
        module = modules[file]
        text = house.lowered(module) if module in house.sources else texts[module]
        target = READ / name
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")


def compiled_py() -> Any:
    """The module ``ludi.compiled``, without the rest of the package (whose dependencies a build may not have)."""
    spec = importlib.util.spec_from_file_location("compiled", SOURCES / "ludi" / "compiled.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def complain() -> str | None:
    """What is missing on this machine, in a sentence."""
    for name in ("mypyc", "setuptools"):
        if importlib.util.find_spec(name) is None:
            return f"Compiling needs the Python package {name}."
    compiler = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")
    if os.name != "nt" and shutil.which(compiler.split()[0]) is None and shutil.which("cc") is None:
        return "Compiling needs a C compiler (Debian: apt-get install gcc libc6-dev)."
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").is_file():
        return "Compiling needs Python's headers (Debian: apt-get install python3-dev)."
    return None


def build(names: list[str], jobs: int, level: str) -> None:
    """Compile these groups into one library and put it where :mod:`ludi.compiled` finds it."""
    import setuptools  # must come first: mypyc looks whether it is there
    from mypyc.build import mypycify
    from mypyc.namegen import exported_name
    from setuptools.command.build_ext import build_ext

    compiled = compiled_py()
    sources = compiled.hash_of_sources()
    files = [file for name in names for file in files_of(name)]
    put_in_other_words()
    options = [f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={WORKSHOP / 'types'}"]
    with inside(READ):
        library, *modules = mypycify(
            [*options, *(f"--disable-error-code={code}" for code in SEEN_TO), *files],
            opt_level=level,
            debug_level="0",
            multi_file=True,
            group_name=LIBRARY,
            target_dir=str(WORKSHOP / "c"),
        )
    kept = WORKSHOP / f"objects-{level}"
    kept.mkdir(exist_ok=True)
    doors = {each.name: exported_name(each.name) for each in modules}
    library.sources = in_bundles([*library.sources, str(write_doors(list(doors.values())))])

    class InParallel(build_ext):  # type: ignore[misc, unused-ignore]
        """Compiles the C files of one library side by side, and only those that are new."""

        def build_extension(self, extension: Any) -> None:
            headers = max(file.stat().st_mtime for file in (WORKSHOP / "c").glob("*.h"))

            def compile_one(source: str) -> str:
                target = kept / f"{Path(source).stem}{self.compiler.obj_extension}"
                if not target.is_file() or target.stat().st_mtime < max(headers, Path(source).stat().st_mtime):
                    made = self.compiler.compile(
                        [source],
                        output_dir=str(target.parent / Path(source).stem),
                        include_dirs=extension.include_dirs,
                        extra_postargs=[*extension.extra_compile_args, *FLAGS],
                    )
                    Path(made[0]).replace(target)
                return str(target)

            with ThreadPoolExecutor(jobs) as pool:
                objects = list(pool.map(compile_one, extension.sources))
            self.compiler.link_shared_object(
                objects,
                self.get_ext_fullpath(extension.name),
                extra_postargs=extension.extra_link_args,
                export_symbols=[f"PyInit_{name}" for name in (extension.name, *doors.values())],
                libraries=self.get_libraries(extension),
            )

    command = InParallel(setuptools.Distribution({"name": "ludi", "ext_modules": [library]}))
    command.build_lib = str(WORKSHOP / "lib")
    command.build_temp = str(kept)
    command.ensure_finalized()
    command.run()
    install(Path(command.get_ext_fullpath(library.name)), doors, sources, compiled)


def in_bundles(sources: list[str]) -> list[str]:
    """The same sources, but the modules' C files by some at once: each reads a header that is longer than itself."""
    modules = [Path(source) for source in sources if Path(source).name.startswith("__native_ludi___")]
    bundles = []
    for number in range(0, len(modules), BUNDLE):
        files = modules[number : number + BUNDLE]
        bundle = written(WORKSHOP / "c" / f"bundle{number // BUNDLE}.c", [f'#include "{file.name}"' for file in files])
        newest = max(file.stat().st_mtime for file in files)
        os.utime(bundle, (newest, newest))
        bundles.append(str(bundle))
    return [*bundles, *(source for source in sources if Path(source) not in modules)]


def write_doors(names: list[str]) -> Path:
    """C that lets each module of the library be asked for by name, which else takes a small library for each."""
    lines = ["#include <Python.h>"]
    for name in names:
        lines.append(f"extern PyObject *CPyInit_{name}(void);")
        lines.append(f"PyMODINIT_FUNC PyInit_{name}(void) {{ return CPyInit_{name}(); }}")
    return written(WORKSHOP / "c" / "doors.c", lines)


def written(file: Path, lines: list[str]) -> Path:
    """A file of these lines; it is not touched where it is as it was."""
    text = "\n".join(lines) + "\n"
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
    return file


def install(library: Path, doors: dict[str, str], sources: str, compiled: Any) -> None:
    """All at once: a process that starts meanwhile finds the old library or none."""
    ready = compiled.FOLDER.with_name("_compiled.new")
    shutil.rmtree(ready, ignore_errors=True)
    ready.mkdir()
    shutil.copy2(library, ready)
    manifest = {"suffix": EXTENSION_SUFFIXES[0], "sources": sources, "library": library.name, "doors": doors}
    manifest["tools"] = hash_of_tools()
    (ready / compiled.MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(compiled.FOLDER, ignore_errors=True)
    ready.rename(compiled.FOLDER)


def hash_of_tools() -> str:
    """Says whether what decides how sources are compiled is still the same."""
    found = hashlib.blake2b(digest_size=16)
    for name in ("compile.py", "lowering.py"):
        found.update((ROOT / "tools" / name).read_bytes())
    return found.hexdigest()


def objection(compiled: Any) -> str:
    """Why what lies here is not what would be made now; empty if it is."""
    if found := compiled.objection():
        return str(found)
    manifest = json.loads((compiled.FOLDER / compiled.MANIFEST).read_text(encoding="utf-8"))
    return "" if manifest.get("tools") == hash_of_tools() else "they were put together otherwise"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile the engines.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"only these of {', '.join(GROUPS)}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="so many C files at once")
    parser.add_argument("--level", default="2", help="how hard the C compiler tries: 0 to 3")
    parser.add_argument("--clean", action="store_true", help="remove what was compiled: plain Python runs again")
    parser.add_argument("--if-new", action="store_true", help="only if what lies here is not made from these sources")
    parser.add_argument("--for-tests", action="store_true", help="where it cannot be done, say so loudly and go on")
    parser.add_argument("--check", action="store_true", help="compile nothing; fail if none of these sources lie here")
    arguments = parser.parse_args()
    compiled = compiled_py()
    if arguments.check:
        return 1 if objection(compiled) else 0
    if arguments.clean:
        shutil.rmtree(compiled.FOLDER, ignore_errors=True)
        return 0
    if arguments.if_new and not objection(compiled):
        print("The compiled engines are those of these sources.")
        return 0
    if missing := complain():
        print(missing, file=sys.stderr)
        if not arguments.for_tests or "compiler" in os.environ.get("LUDI_NEED", "").split(","):
            return 2
        print("THE COMPILED ENGINES ARE NOT TESTED.", file=sys.stderr)
        return 0
    started = time.perf_counter()
    names = arguments.groups or list(GROUPS)
    build(names, arguments.jobs, arguments.level)
    print(f"Compiled {', '.join(names)} in {time.perf_counter() - started:.0f} s; 'ludi --version' says what runs.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
