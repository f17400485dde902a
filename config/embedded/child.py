"""Started as `python -I -S child.py SIGNAL PARENT UID GID PROGRAM ...`: becomes PROGRAM, bound to its
parent's life.

Linux sends SIGNAL to the program when the thread that started it ends, also by kill -9, so nothing is left
behind. The user is changed first (UID "-" keeps it), since a change of user would undo the binding. This is a
program of its own rather than a `preexec_fn`, so that it may be started from a process with threads. It uses
the standard library only and imports nothing after the change of user, who may not be able to read this file.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    number, parent, uid, gid, *command = sys.argv[1:]
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    if uid != "-":
        os.setgroups([])
        os.setgid(int(gid))
        os.setuid(int(uid))
        os.chdir("/")
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(name, signal.SIG_DFL)
    if libc is not None:
        libc.prctl(PR_SET_PDEATHSIG, int(number))
        if os.getppid() != int(parent):
            os._exit(1)  # the parent went before the binding stood
    os.execv(command[0], command)  # noqa: S606 - becoming the program is what this file is for


main()
