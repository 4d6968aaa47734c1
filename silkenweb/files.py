"""Reading and writing files without blocking, half-written files, or lost changes.

Everything the package reads from a path goes through `read`, everything it writes through `write`. Two
programs that change the same file hold its `lock` from reading to writing. Each of the three reports what is
wrong as an OSError whose `strerror` is a sentence for people.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO

PathLike = str | os.PathLike[str]

LEFTOVER_AGE = 3600.0
"""Seconds after which a temporary file counts as left behind by a killed program."""

LOCK_TIMEOUT = 10.0
"""Seconds to wait for another program to release a lock."""

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_NAME = 40  # how much of the target's name its temporary file repeats, so that the name stays valid


def read(path: PathLike, most: int | None = None) -> bytes:
    """Return the content of a regular file, at most `most + 1` bytes of it.

    The extra byte tells the caller that the file is too large. Raises OSError for a missing file, and at once
    for a folder, pipe, socket or device, which could block forever; TypeError for anything but a path.
    """
    name = _name(path)
    handle = os.open(name, os.O_RDONLY | _NO_WAIT | _BINARY)
    try:
        _check_regular(os.fstat(handle).st_mode, name)
        file = open(handle, "rb")  # noqa: SIM115 - closed below, and `handle` with it
    except BaseException:
        os.close(handle)
        raise
    with file:
        return file.read() if most is None else file.read(most + 1)


def _check_regular(mode: int, name: str) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "this is a folder, not a file", name)
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "this is not a regular file", name)


def write(path: PathLike, content: bytes | Callable[[BinaryIO], object], *, devices: bool = False) -> None:
    """Replace a file completely or not at all; `content` is its bytes, or a function that writes them.

    A unique temporary file in the target's folder is filled, flushed to disk and renamed. The target's
    permissions are kept, and a link is followed to its target. Raises OSError, naming the target, if the
    folder is missing or the target is a folder or read-only.

    A pipe or device is refused at once, because writing to it could block forever. With `devices` it is
    written to directly: for an output that a person names on the command line, such as /dev/stdout.
    """
    name = _name(path)
    if devices and _is_device(Path(name)):  # the path as given: the target of /dev/stdout may have no path
        with open(name, "wb") as file:
            _fill(file, content)
        return
    target = Path(os.path.realpath(name))
    mode = _mode(target)
    if mode is not None:
        _check_regular(mode, str(target))
    if mode is not None and not (mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, "the file is read-only", str(target))
    _check_folder(target)
    remove_leftovers(target)
    _replace(target, mode, content)


def _is_device(path: Path) -> bool:
    mode = _mode(path)
    return mode is not None and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _check_folder(target: Path) -> None:
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {target.parent}", str(target))


def _replace(target: Path, mode: int | None, content: bytes | Callable[[BinaryIO], object]) -> None:
    temporary = target.with_name(f".{target.name[:_NAME]}.{secrets.token_hex(8)}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _BINARY, 0o666)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(target)) from None
    try:
        with open(handle, "wb") as file:
            if mode is not None:
                os.chmod(temporary, stat.S_IMODE(mode))
            _fill(file, content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _fill(file: BinaryIO, content: bytes | Callable[[BinaryIO], object]) -> None:
    if callable(content):
        content(file)
    else:
        file.write(content)


def remove_leftovers(target: Path) -> None:
    """Remove the temporary files that killed programs have left beside `target`."""
    start, now = f".{target.name[:_NAME]}.", time.time()
    with suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            if entry.name.startswith(start) and entry.name.endswith(".tmp"):
                with suppress(OSError):
                    if now - entry.stat(follow_symlinks=False).st_mtime > LEFTOVER_AGE:
                        os.unlink(entry.path)


@contextmanager
def lock(path: PathLike, timeout: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Hold the lock of a file, which need not exist, against all processes and threads that ask for it.

    The lock is a hidden file, `.NAME.lock`, in the same folder; the system releases it when its holder dies.
    Raises TimeoutError if somebody else holds it for more than `timeout` seconds, OSError if the folder is
    missing or can't be written to, if a pipe or the like has the file's name, or if something else has that
    of the lock. Each names the file. JupyterLite, where only one process exists, has no lock.
    """
    target = Path(os.path.realpath(_name(path)))
    mode = _mode(target)
    if mode is not None:
        _check_regular(mode, str(target))
    _check_folder(target)  # otherwise filelock would create it
    if sys.platform == "emscripten":
        yield
        return
    from filelock import FileLock, Timeout

    hidden = target.with_name(f".{target.name}.lock")
    _check_lock(hidden, target)
    held = FileLock(hidden, thread_local=False)
    try:
        held.acquire(timeout=timeout)
    except Timeout:
        raise TimeoutError(errno.EAGAIN, "another program is using the file", str(target)) from None
    except OSError as error:
        raise _no_lock(error, hidden, target) from None
    try:
        yield
    finally:
        held.release()


def _check_lock(hidden: Path, target: Path) -> None:
    """Raise OSError if what has the name of the lock can't be one."""
    try:
        mode = hidden.lstat().st_mode
    except OSError:
        return
    if not stat.S_ISREG(mode):
        kind = "a link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "not a regular file"
        reason = f"its lock, {hidden.name} in the same folder, is {kind}; remove it"
        raise OSError(errno.ENOLCK, reason, str(target))


def _no_lock(error: OSError, hidden: Path, target: Path) -> OSError:
    """Return the error of taking a lock as one of its file."""
    reason = error.strerror or "it can't be locked"
    if os.path.lexists(hidden):
        reason = f"its lock, {hidden.name} in the same folder, can't be opened: {reason}"
        return OSError(errno.ENOLCK, reason, str(target))
    if isinstance(error, PermissionError):
        reason = f"nothing can be written to the folder {target.parent}"
    return type(error)(error.errno or errno.EIO, reason, str(target))


def _name(path: PathLike) -> str:
    """Return `path` as text.

    Raises TypeError for anything except a path, and OSError for text that cannot name a file.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"expected a path (text or pathlib.Path), got {type(path).__name__}")
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"expected a path as text, got one as {type(name).__name__}")
    try:
        encoded = os.fsencode(name)
    except UnicodeEncodeError:
        encoded = b"\0"
    if b"\0" in encoded:
        raise OSError(errno.EINVAL, "no file can have this name", ascii(name))
    return name


def _mode(target: Path) -> int | None:
    try:
        return target.stat().st_mode
    except FileNotFoundError:
        return None


def packaged(package: str, name: str) -> bytes:
    """Return the content of a data file that comes with the package `package`."""
    return files(package).joinpath(name).read_bytes()
