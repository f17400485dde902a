"""Where the embedded servers keep their data, sockets and secrets. It only computes and reads; it starts
nothing.

One data folder holds everything (`DEADWOOD_DATA_DIR`, by default `var/` in the checkout). Sockets live
elsewhere, in a short folder, since the path of a Unix socket may have no more than 104 bytes.
"""

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

DATABASE = "deadwood"
SYSTEM_DATA = Path("/var/lib/deadwood")


def data_folder() -> Path:
    """The data folder in force: `DEADWOOD_DATA_DIR`, or `var/` beside manage.py."""
    named = os.environ.get("DEADWOOD_DATA_DIR")
    return Path(named).absolute() if named else Path(__file__).resolve().parents[2] / "var"


@dataclass(frozen=True, slots=True)
class Layout:
    """The places and addresses that belong to one data folder."""

    data: Path

    @property
    def key(self) -> str:
        """Ten hexadecimal digits that stand for this data folder in other places."""
        return hashlib.sha256(os.fsencode(self.data)).hexdigest()[:10]

    @property
    def sockets(self) -> Path:
        """The folder of the sockets: one for each data folder and user, mode 0700, owned by the servers'
        user.
        """
        # the same folder whatever TMPDIR says to one process, and a short one; below it only a folder of mode 0700
        base = Path("/tmp") if os.path.isdir("/tmp") else Path(tempfile.gettempdir())  # noqa: S108 # nosec B108
        return base / f"deadwood-{os.getuid()}-{self.key}"

    @property
    def logs(self) -> Path:
        return self.data / "log"

    @property
    def run(self) -> Path:
        """Lock, readiness files, the schedule of beat: what is of no use once everything has stopped."""
        return self.data / "run"

    @property
    def secrets(self) -> Path:
        return self.data / "secrets"

    @property
    def away(self) -> Path:
        """Root's servers run as another user; where that user can't reach `data`, their files are in this
        folder.
        """
        return SYSTEM_DATA / self.key

    @property
    def valkey_socket(self) -> Path:
        return self.sockets / "valkey.sock"

    @property
    def broker_url(self) -> str:
        return f"redis+socket://{self.valkey_socket}?virtual_host=0"

    @property
    def database_url(self) -> str:
        """With the password once there is one: before the first start the address leads nowhere anyway."""
        return self.database_address(self.read_secret("postgres"))

    def database_address(self, password: str) -> str:
        where = urlencode({"host": str(self.sockets)}, safe="/")
        return f"postgresql://{DATABASE}:{quote(password, safe='')}@/{DATABASE}?{where}"

    def read_secret(self, name: str) -> str:
        """The secret `name`, or "" where it hasn't been made or may not be read."""
        try:
            return (self.secrets / name).read_text(encoding="ascii").strip()
        except (FileNotFoundError, PermissionError, NotADirectoryError):
            return ""
