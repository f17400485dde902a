"""The report of `make proof` says what failed, also where a test can't even be set up."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = """
import pytest

@pytest.fixture
def broken():
    raise OSError

def test_right(): pass
def test_wrong(): assert False
def test_broken(broken): pass
@pytest.mark.skip
def test_skipped(): pass
"""


def run(folder: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.proof_report",
        "-p",
        "no:randomly",
        "--noconftest",
    ]
    options = ["-c", "/dev/null", "--rootdir", str(folder), "-p", "no:cacheprovider", "-p", "no:django"]
    return subprocess.run(
        [*command, *options, *more],
        cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def outcomes(folder: Path) -> dict[str, str]:
    proofs = json.loads((folder / "test-results" / "proof.json").read_text())["proofs"]
    return {proof["name"].split("::")[1]: proof["outcome"] for proof in proofs}


def reasons(folder: Path) -> dict[str, str]:
    proofs = json.loads((folder / "test-results" / "proof.json").read_text())["proofs"]
    errors = {proof["name"].split("::")[1]: proof["why"] for proof in proofs if proof["why"]}
    return {
        name: next(line for line in text.splitlines() if line.startswith("E  "))
        for name, text in errors.items()
    }


FOUND = {"test_right": "passed", "test_wrong": "failed", "test_broken": "failed", "test_skipped": "skipped"}


def test_what_ran_and_what_failed_is_shown_and_written(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_more.py").write_text("def test_more(): pass")
    first = run(tmp_path, "test_some.py")
    assert first.returncode == 1, first.stdout + first.stderr
    assert "[4/4, 0 min] test_some.py::test_skipped" in first.stdout
    assert outcomes(tmp_path) == FOUND
    assert reasons(tmp_path) == {"test_wrong": "E   assert False", "test_broken": "E       OSError"}
    assert "E       OSError\n" in first.stdout.split("test_skipped")[0], "at once, not at the end only"
    run(tmp_path, "test_more.py", "--add-proofs")
    assert outcomes(tmp_path) == FOUND | {"test_more": "passed"}
    run(tmp_path, "test_more.py")
    assert outcomes(tmp_path) == {"test_more": "passed"}


def test_several_processes_tell_one(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    found = run(tmp_path, "test_some.py", "-n", "2")
    assert "[4/4, 0 min] " in found.stdout
    assert "0 min] FAILED test_some.py::test_wrong" in found.stdout
    assert outcomes(tmp_path) == FOUND
