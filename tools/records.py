"""``make records``: the stored records of ``tests/records``, which must play again to the same end for ever.

Without an option every record is played again and what changed is told. See docs/records.md for how one is retired.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ludi.core import LudiError
from record_collection import Collection
from record_recipes import RECIPES
from record_trace import SIDES, steps

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "records"


def collection() -> Collection:
    return Collection(FOLDER, RECIPES)


def check(records: Collection) -> int:
    """Play all again; the number of those that are not as they were."""
    changed = 0
    for name in records.index:
        verdict = records.verdict(name)
        if not verdict.same:
            changed += 1
            print(f"{name}: {verdict}.")
    print(f"{len(records.index) - changed} of {len(records.index)} records play as they did.")
    return 1 if changed else 0


def make_missing(records: Collection) -> None:
    for name in [name for name, entry in records.index.items() if entry["recipe"] not in records.recipes]:
        records.drop(name, "its recipe is used no longer")
        print(f"dropped {name}")
    for recipe in records.missing():
        print(f"made {records.make(records.recipes[recipe])}")
        records.save()


def tell(records: Collection, name: str, first: int, last: int) -> None:
    """Print what a record shows, one line a side: run it in two checkouts and compare."""
    for number, shown, _ in steps(records.record(records.known(name))):
        if first <= number <= last:
            for side in SIDES:
                if side in shown:
                    print(f"{number} {side} {json.dumps(shown[side], sort_keys=True)}")


def list_all(records: Collection) -> None:
    for name, entry in records.index.items():
        options = " ".join(f"{key}={value}" for key, value in entry["options"].items())
        players = ", ".join(entry["players"])
        print(f"{name}: {entry['game']}, rules {entry['rules']}, {options or 'as usual'}; by {players}")
        print(f"    {entry['decisions']} decisions, {entry['end']}; {len(entry['happens'])} kinds of events")


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Play the stored records again, or change the collection.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="what each record is")
    what.add_argument("--make", action="store_true", help="make the records of recipes that have none")
    what.add_argument("--retire", nargs="+", metavar="NAME", help="take some out and put others in their places")
    what.add_argument("--new-rules", action="store_true", help="bring records of older rules to the present ones")
    what.add_argument(
        "--renew", nargs="+", choices=SIDES, metavar="SIDE", help=f"take digests anew: {', '.join(SIDES)}"
    )
    what.add_argument("--tell", metavar="NAME", help="print what a record shows, to compare two checkouts")
    parser.add_argument("--why", default="", help="the reason, which goes into history.json")
    parser.add_argument("--first", type=int, default=0, help="with --tell: after how many decisions to begin")
    parser.add_argument("--last", type=int, default=10**9, help="with --tell: after how many decisions to end")
    return parser


def change(records: Collection, arguments: argparse.Namespace) -> None:
    if not arguments.why.strip():
        raise LudiError('Say why, in a sentence that will stand in history.json: --why "rule 9.3.1c was read wrongly".')
    if arguments.retire:
        for name in [records.known(each) for each in arguments.retire]:
            print(f"{name} is retired; {records.retire(name, arguments.why)} takes its place.")
    elif arguments.renew:
        print(f"{len(records.renew(arguments.renew, arguments.why))} records have new digests.")
    else:
        carried, made = records.take_new_rules(arguments.why)
        print(f"{len(carried)} records play as before and were carried over; {len(made)} were retired and made anew.")
    records.save()


def main(words: list[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    FOLDER.mkdir(exist_ok=True)
    records = collection()
    try:
        if arguments.list:
            list_all(records)
        elif arguments.make:
            make_missing(records)
            records.save()
        elif arguments.tell:
            tell(records, arguments.tell, arguments.first, arguments.last)
        elif arguments.retire or arguments.renew or arguments.new_rules:
            change(records, arguments)
        else:
            return check(records)
    except LudiError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
