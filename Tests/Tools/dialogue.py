#!/usr/bin/env python3
"""Runs a command with a terminal as its standard streams, answering its questions in turn.

    python3 dialogue.py PROMPT ANSWERS COMMAND…     types the next line of ANSWERS whenever PROMPT ends what appeared

Behind the last answer the terminal says that nothing more comes (end of file). Prints what appeared and ends as the
command did.
"""
import os
import pty
import sys


def main(prompt, answers, command):
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    seen, waiting = b"", [line.encode() + b"\n" for line in answers.split("\n")] + [b"\x04"]
    while True:
        try:
            read = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            break
        if not read:
            break
        seen += read
        if seen.endswith(prompt.encode()) and waiting:
            os.write(terminal, waiting.pop(0))
    sys.stdout.buffer.write(seen)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
