"""The entry point: runs a command line, and prints errors as messages instead of tracebacks."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Sequence

import click

# Each of these modules adds its commands to `silkenweb`.
from silkenweb.cli import class_commands as class_commands
from silkenweb.cli import display_commands as display_commands
from silkenweb.cli import edition_commands as edition_commands
from silkenweb.cli import game_commands as game_commands
from silkenweb.cli import lab as lab
from silkenweb.cli import study_commands as study_commands
from silkenweb.cli.game_file import STOPPED
from silkenweb.cli.root import silkenweb
from silkenweb.cli.terminal import plain, plain_lines
from silkenweb.errors import SilkenwebError

FAULT = 1


def main() -> int:
    """Run the command line of the process; return the exit code."""
    if hasattr(signal, "SIGPIPE"):
        # Like any other tool, `silkenweb log game.json | head` ends when its output is closed.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A Chinese name must not cause a traceback in a terminal that has only Latin letters.
        sys.stdout.reconfigure(errors="backslashreplace")
    return run(sys.argv[1:])


def run(arguments: Sequence[str]) -> int:
    """Run a command line, given without the program's name; return the exit code. Any exception is a bug."""
    try:
        code = silkenweb.main(list(arguments), prog_name="silkenweb", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _complain(_usage(error))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return STOPPED
    except SilkenwebError as error:
        _complain(str(error))
        return FAULT
    except BrokenPipeError:
        raise SystemExit(FAULT) from None
    except OSError as error:
        _complain(f"{plain(str(error.filename))}: {error.strerror}" if error.filename else str(error))
        return FAULT
    return code if isinstance(code, int) else 0


def _usage(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    if not isinstance(error, click.UsageError) or context is None:
        return error.format_message()
    return f"{error.format_message()}\n{context.get_usage()}\nMore: {context.command_path} --help"


def _complain(message: str) -> None:
    lines = plain_lines(message)
    click.echo("\n".join(["silkenweb: " + lines[0], *lines[1:]]), err=True)
