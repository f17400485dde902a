"""No package is older than what fixed its last known hole; asked of what is installed and of what is locked.

The floors are written down (docs/security-floors.toml), since a scanner without a network finds nothing and says so.
"""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = tomllib.loads((ROOT / "docs" / "security-floors.toml").read_text(encoding="utf-8"))["floors"]
PIN = re.compile(r"^([a-z0-9._-]+)==([0-9][^\s;]*)", re.MULTILINE)


def release(text: str) -> tuple[int, ...]:
    """The numbers of a version, as far as they go: 5.2.19 is (5, 2, 19)."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:4])


def below(versions: dict[str, str], floors: dict[str, str]) -> dict[str, str]:
    """What is older than its floor."""
    return {
        name: found
        for name, found in versions.items()
        if name in floors and release(found) < release(floors[name])
    }


WANTED = {name: floor["version"] for name, floor in FLOORS.items()}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_what_is_locked_is_new_enough(lock: str) -> None:
    pins = dict(PIN.findall((ROOT / lock).read_text(encoding="utf-8")))
    assert {"django", "djangorestframework"} <= set(pins)
    assert below(pins, WANTED) == {}


def test_what_is_installed_is_new_enough() -> None:
    found = {}
    for name in WANTED:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue  # a floor for what only other installations have
    assert "django" in found
    assert below(found, WANTED) == {}


def test_an_older_version_is_noticed() -> None:
    assert below({"django": "5.2.3", "h11": "0.16.0"}, {"django": "5.2.12", "h11": "0.16.0"}) == {
        "django": "5.2.3"
    }


def test_every_floor_names_its_advisory() -> None:
    assert all(floor["advisories"] for floor in FLOORS.values())
