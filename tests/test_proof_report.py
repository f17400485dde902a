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


def test_what_ran_and_what_failed_is_shown_and_written(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
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
    options = ["-c", "/dev/null", "--rootdir", str(tmp_path), "-p", "no:cacheprovider", "-p", "no:django"]
    run = subprocess.run(
        [*command, *options, "test_some.py"],
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1, run.stdout + run.stderr
    assert "[4/4, 0 min] test_some.py::test_skipped" in run.stdout
    proofs = json.loads((tmp_path / "test-results" / "proof.json").read_text())["proofs"]
    assert {proof["name"].split("::")[1]: proof["outcome"] for proof in proofs} == {
        "test_right": "passed", "test_wrong": "failed", "test_broken": "failed", "test_skipped": "skipped",
    }  # fmt: skip
