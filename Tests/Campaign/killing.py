"""Kills runs at system calls and at moments: nothing half done is ever under a final name, sources stay as they are, and
the next run finishes the work."""
import os
import shutil
import time

from books import cbz, empty, epub, files, is_temporary, tree


def each_kill(campaign, arguments, folder, prepare):
    """Kills one run after the other, each time at another place, and gives the place."""
    prepare()
    began = time.monotonic()
    calls = len(campaign.calls(arguments, folder))
    span = time.monotonic() - began
    count = 60 if campaign.is_long else 8
    for _ in range(count):
        prepare()
        mode, at = campaign.random.choice(["before", "after", "torn"]), campaign.random.randint(1, calls)
        campaign.run(arguments, folder, campaign.faults(mode, at), may=(0, -9, 137))
        yield f"{mode} call {at}"
    for _ in range(count if campaign.is_long else 2):
        prepare()
        moment = campaign.random.uniform(0, span)
        campaign.killed(arguments, folder, moment)
        yield f"after {moment:.3f} s"


def conversions(campaign):
    for sink in ("cbz", "folder", "moved"):
        folder = campaign.folder("kill-" + sink)
        os.makedirs(folder + "/master")
        for number in range(1, 5):
            cbz(f"{folder}/master/Tin Robot {number}.cbz", number)
        epub(f"{folder}/master/Paper Fox 5.epub", 5)
        after = ", after: { move: done }" if sink == "moved" else ""
        path = '{ folder: "out/{source.stem}" }' if sink == "folder" else '{ cbz: "out/{series|x}/{source.stem}.cbz" }'
        with open(folder + "/p.yaml", "w") as file:
            file.write(f'leporello: 1\nsource: {{ files: "in/*"{after} }}\nstages: [metadata]\nsink: {path}\n')
        command = ["run", "p.yaml", "--resume", "--ledger", "ledger"]
        master = files(folder + "/master")

        def prepare():
            empty(folder, but=("master", "p.yaml"))
            shutil.copytree(folder + "/master", folder + "/in")

        def sources():
            return {**files(folder + "/in"), **files(folder + "/done")}

        prepare()
        campaign.run(command, folder)
        good = tree(folder + "/out")
        for place in each_kill(campaign, command, folder, prepare):
            for path, digest in files(folder + "/out").items():
                # The parts of a folder that has its name are looked at as well.
                if not is_temporary(path) and good.get(path) != digest:
                    campaign.lost(sink, place, "half an output", path)
            if sources() != master:
                campaign.lost(sink, place, "a source is not what it was")
            again = campaign.run(command, folder)
            if again.returncode != 0:
                campaign.lost(sink, place, "the next run ends with", again.returncode, again.stderr[-300:])
            if tree(folder + "/out") != good or sources() != master:
                campaign.lost(sink, place, "the next run leaves", sorted(set(tree(folder + "/out")) ^ set(good))[:4])


def changes_in_place(campaign):
    folder = campaign.folder("kill-tag")
    os.makedirs(folder + "/master")
    for number in range(1, 5):
        cbz(f"{folder}/master/Tin Robot {number}.cbz", number, comment=b"kept" if number % 2 else b"")
    epub(f"{folder}/master/Paper Fox 5.epub", 5)
    old = files(folder + "/master")
    names = ["lib/" + name for name in sorted(old)]
    tag = ["tag"] + names + ["--meta", "title=A title that is longer", "--in-place", "--journal"]

    def prepare():
        empty(folder, but=("master",))
        shutil.copytree(folder + "/master", folder + "/lib")

    prepare()
    campaign.run(tag + ["journal"], folder)
    new = files(folder + "/lib")
    for place in each_kill(campaign, tag + ["journal"], folder, prepare):
        now = {path: digest for path, digest in files(folder + "/lib").items() if not is_temporary(path)}
        if set(now) != set(old) or any(digest not in (old[path], new[path]) for path, digest in now.items()):
            campaign.lost("tag", place, "a file is neither old nor new")
        if campaign.random.random() < 0.5:
            again = campaign.run(tag + ["second"], folder)
            if again.returncode != 0 or files(folder + "/lib") != new:
                campaign.lost("tag", place, "the next run does not finish", again.returncode, again.stderr[-300:])
        elif os.path.exists(folder + "/journal"):
            undo = campaign.run(["tag", "--undo", "journal", "--in-place", "--journal", "undo"], folder)
            left = {path: digest for path, digest in files(folder + "/lib").items() if not is_temporary(path)}
            # A journal of no bytes names no folder: what lies in it is swept by the next run.
            is_empty = os.path.getsize(folder + "/journal") == 0
            if undo.returncode != 0 or (left if is_empty else files(folder + "/lib")) != old:
                campaign.lost("tag", place, "undoing does not restore", undo.returncode, undo.stderr[-300:])
        elif now != old:
            campaign.lost("tag", place, "changed without a journal")


def renames(campaign):
    folder = campaign.folder("kill-rename")
    os.makedirs(folder + "/master")
    for number in range(1, 6):
        # Each takes the name of the next one.
        cbz(f"{folder}/master/Tin Robot {number:03}.cbz", number + 1)
    old = files(folder + "/master")
    names = ["lib/" + name for name in sorted(old)]

    def prepare():
        empty(folder, but=("master",))
        shutil.copytree(folder + "/master", folder + "/lib")

    command = ["rename"] + names + ["--to", "{series} {number:000}", "--journal", "journal"]
    for place in each_kill(campaign, command, folder, prepare):
        if sorted(files(folder + "/lib").values()) != sorted(old.values()):
            campaign.lost("rename", place, "a file is lost or changed")
        if os.path.exists(folder + "/journal"):
            undo = campaign.run(["rename", "--undo", "journal", "--journal", "undo"], folder)
            if undo.returncode != 0 or files(folder + "/lib") != old:
                campaign.lost("rename", place, "undoing does not restore", undo.returncode, undo.stderr[-300:])


def attack(campaign):
    conversions(campaign)
    changes_in_place(campaign)
    renames(campaign)
