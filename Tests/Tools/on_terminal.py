#!/usr/bin/env python3
"""Runs a command with a terminal as its standard streams, answering one question.

    python3 on_terminal.py QUESTION ANSWER COMMAND…     types ANSWER and Enter once QUESTION has appeared

Prints what appeared and ends as the command did.
"""
import os
import pty
import sys


def main(question, answer, command):
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    seen, answered = b"", False
    while True:
        try:
            read = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            break
        if not read:
            break
        seen += read
        if not answered and question.encode() in seen:
            os.write(terminal, answer.encode() + b"\n")
            answered = True
    sys.stdout.buffer.write(seen)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
