"""Reading, atomic writing and locking, which the whole package uses."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from silkenweb import files

posix = pytest.mark.skipif(os.name != "posix", reason="pipes, modes and links as POSIX has them")


@posix
def test_a_pipe_or_device_is_refused_at_once(tmp_path: Path) -> None:
    """Reading never blocks: only regular files are read."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(OSError, match="not a regular file"):
            files.read(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    """A folder is neither read nor replaced."""
    with pytest.raises(OSError, match=r"folder|ermission"):
        files.read(tmp_path)
    with pytest.raises(IsADirectoryError, match="folder"):
        files.write(tmp_path, b"")


@pytest.mark.parametrize("path", [5, None, b"x", True])
def test_only_a_path_is_accepted(path: object) -> None:
    """A number is not taken for a file descriptor."""
    with pytest.raises(TypeError, match="expected a path"):
        files.read(path)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_an_os_error(name: str) -> None:
    """Its text can be printed anywhere."""
    with pytest.raises(OSError, match="no file can have this name") as refused:
        files.read(name)
    str(refused.value).encode("ascii")


def test_at_most_one_byte_more_than_asked_for_is_read(tmp_path: Path) -> None:
    """A huge file costs no memory."""
    (tmp_path / "large").write_bytes(b"x" * 100)
    assert files.read(tmp_path / "large", 10) == b"x" * 11


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    """All or nothing."""
    target = tmp_path / "game.json"
    target.write_bytes(b"old")

    def fails(file: object) -> None:
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError):
        files.write(target, fails)
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["game.json"]


@posix
def test_permissions_are_kept(tmp_path: Path) -> None:
    """A private file stays private."""
    target = tmp_path / "game.json"
    target.write_bytes(b"old")
    target.chmod(0o600)
    files.write(target, b"new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


@posix
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    """Not even for root, who could do so."""
    target = tmp_path / "game.json"
    target.write_bytes(b"old")
    target.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only"):
        files.write(target, b"new")
    assert target.read_bytes() == b"old"


@posix
def test_links_in_the_place_of_temporary_files_are_not_followed(tmp_path: Path, monkeypatch: object) -> None:
    """A link prepared under the temporary file's name stops the write; its target is untouched."""
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    assert isinstance(monkeypatch, pytest.MonkeyPatch)
    monkeypatch.setattr(files.secrets, "token_hex", lambda _size: "f" * 16)
    (tmp_path / f".game.json.{'f' * 16}.tmp").symlink_to(victim)
    with pytest.raises(FileExistsError):
        files.write(tmp_path / "game.json", b"new")
    assert victim.read_bytes() == b"precious"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """But no hidden temporary file is."""
    with pytest.raises(FileNotFoundError, match="there is no folder") as refused:
        files.write(tmp_path / "missing" / "game.json", b"")
    assert ".tmp" not in str(refused.value)


def test_old_leftovers_are_removed_and_new_ones_stay(tmp_path: Path) -> None:
    """The leftover of a program killed an hour ago is removed; a file that another program is writing
    stays.
    """
    old, new = tmp_path / ".game.json.00.tmp", tmp_path / ".game.json.11.tmp"
    for leftover in (old, new):
        leftover.write_bytes(b"half")
    before = time.time() - 2 * files.LEFTOVER_AGE
    os.utime(old, (before, before))
    files.write(tmp_path / "game.json", b"new")
    assert not old.exists()
    assert new.exists()


def test_threads_can_write_one_file_at_the_same_time(tmp_path: Path) -> None:
    """Each write is complete, and none fails."""
    target, faults = tmp_path / "game.json", []

    def work(text: bytes) -> None:
        try:
            for _ in range(40):
                files.write(target, text * 5000)
                assert len(set(files.read(target))) == 1
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


COUNTER = """
import sys
from silkenweb import files
for _ in range(100):
    with files.lock(sys.argv[1]):
        files.write(sys.argv[1], str(int(files.read(sys.argv[1])) + 1).encode())
"""


def test_processes_that_hold_the_lock_lose_nothing(tmp_path: Path) -> None:
    """Two processes count in one file."""
    target = tmp_path / "count"
    target.write_bytes(b"0")
    runs = [subprocess.Popen([sys.executable, "-c", COUNTER, target]) for _ in range(2)]
    assert [run.wait(60) for run in runs] == [0, 0]
    assert target.read_bytes() == b"200"


def test_a_lock_held_by_another_times_out_with_a_sentence(tmp_path: Path) -> None:
    """It can be acquired after the other has released it."""
    with files.lock(tmp_path / "x"), pytest.raises(TimeoutError, match="another program"):  # noqa: SIM117
        with files.lock(tmp_path / "x", timeout=0.05):
            pass
    with files.lock(tmp_path / "x", timeout=0.05):
        pass


@posix
def test_only_an_output_that_was_asked_for_writes_to_a_pipe(tmp_path: Path) -> None:
    """`-o /dev/null` must not replace the device with a file, even as root; everything else is refused at
    once.
    """
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        with pytest.raises(OSError, match="this is not a regular file"):
            files.write(pipe, b"lost")
        files.write(pipe, b"read", devices=True)
        assert os.read(reader, 100) == b"read"
    finally:
        os.close(reader)
    assert list(tmp_path.iterdir()) == [pipe]
    assert pipe.is_fifo()


@posix
def test_no_lock_is_made_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="this is not a regular file"), files.lock(tmp_path / "pipe"):
        pytest.fail("locked")
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]


@posix
@pytest.mark.parametrize("kind", ["a link", "a folder", "not a regular file"])
def test_what_stands_in_the_place_of_a_lock_is_named(kind: str, tmp_path: Path) -> None:
    """The error is one of the file, and says what to remove."""
    hidden = tmp_path / ".x.lock"
    {"a link": lambda: hidden.symlink_to("/dev/null"), "a folder": hidden.mkdir}.get(
        kind, lambda: os.mkfifo(hidden)
    )()
    with (
        pytest.raises(
            OSError, match=f"its lock, .x.lock in the same folder, is {kind}; remove it"
        ) as refused,
        files.lock(tmp_path / "x"),
    ):
        pytest.fail("locked")
    assert refused.value.filename == str(tmp_path / "x")


def test_a_lock_that_cannot_be_made_is_an_error_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is named, never the hidden file."""

    def refuse(self: object, timeout: float) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / ".x.lock"))

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    with pytest.raises(PermissionError) as refused, files.lock(tmp_path / "x"):
        pytest.fail("locked")
    assert refused.value.strerror == f"nothing can be written to the folder {tmp_path}"
    assert refused.value.filename == str(tmp_path / "x")
