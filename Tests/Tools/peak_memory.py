#!/usr/bin/env python3
"""The peak of resident memory of a command, in bytes.

    python3 peak_memory.py COMMAND…     prints the peak as its last line on standard output

Read from /proc while the command runs: what wait4 says of a child counts its parent's memory in, from before exec.
"""
import os
import subprocess
import sys
import time


def peak_memory(command, **streams):
    """Runs a command; gives its exit status and the peak in bytes, sampled every millisecond."""
    process = subprocess.Popen(command, **streams)
    peak = 0
    with open(f"/proc/{process.pid}/status") as status:
        while not os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            status.seek(0)
            for line in status:
                if line.startswith("VmHWM:"):
                    peak = max(peak, int(line.split()[1]) * 1024)
            time.sleep(0.001)
    return process.wait(), peak


if __name__ == "__main__":
    code, bytes_used = peak_memory(sys.argv[1:])
    print(bytes_used)
    sys.exit(code)
