"""Ledgers that are shared, damaged, locked, somebody else's, or on a disk without locks."""
import errno
import os
import sqlite3
import subprocess

from books import cbz, files


def attack(campaign):
    folder = campaign.folder("ledgers")
    os.makedirs(folder + "/in")
    for number in range(1, 7):
        cbz(f"{folder}/in/Tin Robot {number}.cbz", number)
    with open(folder + "/p.yaml", "w") as file:
        file.write('leporello: 1\nsource: { files: "in/*" }\nstages: [metadata]\n'
                   'sink: { cbz: "out/{source.stem}.cbz" }\n')
    command = ["run", "p.yaml", "--ledger", "ledger"]

    def clean():
        for name in os.listdir(folder):
            if name.startswith("ledger"):
                os.remove(f"{folder}/{name}")
        subprocess.run(["rm", "-rf", folder + "/out"], check=True)

    clean()
    campaign.run(command, folder)
    good = files(folder + "/out")
    with open(folder + "/ledger", "rb") as file:
        ledger = file.read()

    for many in [2, 3] * (10 if campaign.is_long else 1):
        clean()
        running = [subprocess.Popen([campaign.program] + command, cwd=folder, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) for _ in range(many)]
        ends = [(one.communicate()[1], one.returncode) for one in running]
        campaign.runs += many
        if any(status != 0 for _, status in ends):
            campaign.lost(f"{many} runs at once", "end with", [status for _, status in ends],
                          [text[-200:] for text, status in ends if status][:1])
        if files(folder + "/out") != good:
            campaign.lost(f"{many} runs at once", "write other outputs")

    damaged = {"cut": ledger[:len(ledger) // 2], "header": ledger[:50], "zeros": bytes(8192),
               "page": ledger[:4096] + bytes(200) + ledger[4296:]}
    for name, data in damaged.items():
        clean()
        with open(folder + "/ledger", "wb") as file:
            file.write(data)
        result = campaign.run(command, folder)
        if result.returncode != 0 or files(folder + "/out") != good or b"ledger-damaged" not in result.stderr:
            campaign.lost("damaged ledger", name, result.returncode, result.stderr[-300:])
        if not os.path.exists(folder + "/ledger.damaged"):
            campaign.lost("damaged ledger", name, "is not set aside")

    clean()
    with sqlite3.connect(folder + "/ledger") as other:
        other.execute("CREATE TABLE mine(a)")
    before = files(folder)["ledger"]
    for name, data in {"another program's": None, "a text": b"no database\n" * 100}.items():
        if data:
            with open(folder + "/ledger", "wb") as file:
                file.write(data)
            before = files(folder)["ledger"]
        result = campaign.run(command, folder)
        if result.returncode != 1 or b"ledger-failed" not in result.stderr or files(folder)["ledger"] != before:
            campaign.lost("the ledger is", name, result.returncode, result.stderr[-300:])

    clean()
    result = campaign.run(command, folder, campaign.faults("count", locks=errno.ENOLCK))
    if result.returncode != 1 or b"locked" not in result.stderr or b"another program" in result.stderr:
        campaign.lost("no locks", result.returncode, result.stderr[-300:])
    result = campaign.run(["convert", "in", "-o", "out/"], folder, campaign.faults("count", locks=errno.ENOLCK))
    if result.returncode != 0 or len(files(folder + "/out")) != len(good):
        campaign.lost("no locks, no ledger", result.returncode, result.stderr[-300:])
