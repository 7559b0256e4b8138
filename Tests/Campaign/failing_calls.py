"""Lets calls that change the file system fail: a run that ends with 0 has done its work, any other leaves every file as it
was or as it was to be."""
import errno
import os
import shutil

from books import cbz, empty, epub, files, is_temporary

PIPELINE = """leporello: 1
source: { files: "in/*" }
stages: [metadata]
sink: { %s: { path: "out/{source.stem}%s", exists: replace } }
"""


def attack(campaign):
    folder = campaign.folder("failing")
    os.makedirs(folder + "/master")
    for number in (1, 2):
        cbz(f"{folder}/master/Book {number}.cbz", number)
    epub(f"{folder}/master/Book 3.epub", 3)
    names = sorted(os.listdir(folder + "/master"))
    inputs = ["in/" + name for name in names]
    with open(folder + "/file.yaml", "w") as file:
        file.write(PIPELINE % ("cbz", ".cbz"))
    with open(folder + "/folder.yaml", "w") as file:
        file.write(PIPELINE % ("folder", ""))
    commands = {
        "run": ["run", "file.yaml", "--resume", "--ledger", "ledger", "-j", "1"],
        "run to folders": ["run", "folder.yaml", "-j", "1"],
        "run with a report": ["run", "file.yaml", "--report", "report", "-j", "1"],
        "tag": ["tag"] + inputs + ["--meta", "title=A new title", "--in-place", "--journal", "journal", "-j", "1"],
        "rename": ["rename"] + inputs + ["--to", "moved/{source.stem} x", "--journal", "journal", "-j", "1"],
    }

    def prepare(case):
        empty(folder, but=("master", "file.yaml", "folder.yaml"))
        shutil.copytree(folder + "/master", folder + "/in")
        for name in names if case.startswith("run") else []:
            stem = name.rsplit(".", 1)[0]
            os.makedirs(f"{folder}/out" + (f"/{stem}" if "folders" in case else ""), exist_ok=True)
            with open(f"{folder}/out/{stem}" + ("/old.jpg" if "folders" in case else ".cbz"), "wb") as file:
                file.write(b"old")

    def state(case):
        """What must be whole: files, or folders as one thing."""
        if case == "run to folders":
            units = {}
            for path, digest in files(folder + "/out").items():
                units.setdefault(path.split("/")[0], {})[path] = digest
            return {unit: str(sorted(parts.items())) for unit, parts in units.items()}
        if case.startswith("run"):
            return files(folder + "/out")
        return {**files(folder + "/in"), **{"moved/" + path: one for path, one in files(folder + "/moved").items()}}

    for case, command in commands.items():
        prepare(case)
        start = state(case)
        calls = len(campaign.calls(command, folder))
        good = state(case)
        places = range(1, calls + 1)
        if not campaign.is_long:
            places = sorted(campaign.random.sample(places, min(6, calls)))
        for at in places:
            for code, sticky in ((errno.ENOSPC, True), (errno.EIO, False), (errno.EACCES, False)):
                if not campaign.is_long and campaign.random.random() < 0.5:
                    continue
                prepare(case)
                result = campaign.run(command, folder, campaign.faults("errno", at, code, sticky), may=(0, 1))
                label = (case, f"call {at}", errno.errorcode[code] + (" from there on" if sticky else ""))
                now = {unit: one for unit, one in state(case).items() if not is_temporary(unit)}
                for unit, one in now.items():
                    if one not in (start.get(unit), good.get(unit)):
                        campaign.lost(*label, "neither old nor new", unit)
                if case == "rename":
                    if sorted(now.values()) != sorted(start.values()):
                        campaign.lost(*label, "a file is lost")
                elif set(start) - set(now):
                    campaign.lost(*label, "lost", sorted(set(start) - set(now))[:2])
                if result.returncode == 0 and now != good:
                    campaign.lost(*label, "ends with 0, and the work is not done")
                if case.startswith("run") and files(folder + "/in") != files(folder + "/master"):
                    campaign.lost(*label, "a source is changed")
