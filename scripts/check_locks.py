"""Checks the locks: hashes for everything asked for, and no address of a package index in any tracked file.

Prints each fault and exits with 1 if there is one.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {
    "requirements.txt": (),
    "requirements-build.txt": ("build",),
    "requirements-dev.txt": ("build", "dev"),
}

PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?P<rest>(?:.*\\\n)*.*)", re.MULTILINE)
ADDRESS = re.compile(
    r"""index-url[=\s"']+\w+://   # an option or a setting of pip and uv
    | ^\s*registry\s*=\s*\w+://  # a setting of npm
    | "resolved"\s*:             # what npm writes unless told not to
    """,
    re.VERBOSE | re.MULTILINE,
)


def main() -> int:
    faults = [*_unpinned(), *_addresses()]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _unpinned() -> Iterator[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for lock, groups in LOCKS.items():
        text = (ROOT / lock).read_text()
        pins = {canonicalize_name(pin["name"]): pin for pin in PIN.finditer(text)}
        for name, pin in pins.items():
            if "--hash=sha256:" not in pin["rest"]:
                yield f"{lock}: {name} has no hash"
        wanted = [*project["project"]["dependencies"]]
        for group in groups:
            wanted += [each for each in project["dependency-groups"][group] if isinstance(each, str)]
        for requirement in map(Requirement, wanted):
            found = pins.get(canonicalize_name(requirement.name))
            if found is None or found["version"] not in requirement.specifier:
                yield f"{lock}: {requirement} is not in it: make lock"


def _addresses() -> Iterator[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, listed.stdout.split("\0")):
        try:
            text = (ROOT / name).read_text()
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
        if found := ADDRESS.search(text):
            yield f"{name}: {found[0].strip()!r} in a tracked file"
        if name in LOCKS and "://" in text:
            yield f"{name}: an address in a lock"


if __name__ == "__main__":
    sys.exit(main())
