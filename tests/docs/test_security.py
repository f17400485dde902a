"""What docs/security.md says is shown by tests that exist, and it leaves no threat and no fault out."""

import re

from tests.regressions.named_tests import ROOT, missing

TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_test_that_is_named_exists() -> None:
    assert missing(TEXT) == []


def test_a_name_that_is_gone_is_noticed() -> None:
    assert missing("see tests/docs/test_security.py::test_nothing") == [
        "tests/docs/test_security.py::test_nothing"
    ]


def test_all_threats_and_faults_have_a_line() -> None:
    lines = [line.split("|")[1] for line in TEXT.splitlines() if line.startswith("| ")]
    named = {word for line in lines for word in re.findall(r"\b[TF]\d+\b", line)}
    assert {f"T{n}" for n in range(1, 31)} | {f"F{n}" for n in range(1, 19)} == named
