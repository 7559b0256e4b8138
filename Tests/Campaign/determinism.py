"""The same work at other jobs, places, locales, zones and masks gives the same bytes."""
import os

from books import cbz, epub, files, page
import zipfile

JOBS = {
    "copied": [],
    "paper, joined, JPEG": ["--meta", "direction=ltr", "--pair", "--join", "all", "--paper", "cream", "--encode",
                            "jpeg"],
    "resized, PNG": ["--resize=60x90", "--encode", "png"],
    "resized, WebP": ["--resize=60x90", "--encode", "webp"],
    "for a device": ["--device", "KoL"],
    "split, cropped": ["--split", "--crop=auto", "--quantize", "--sharpen"],
}
VARIANTS = {
    "one job": (["-j", "1"], {}),
    "eight jobs": (["-j", "8"], {}),
    "little memory": (["--memory", "40M"], {}),
    "another zone": ([], {"TZ": "Pacific/Chatham"}),
    "the C locale": ([], {"LC_ALL": "C"}),
    "another mask": ([], {}),
    "again": ([], {}),
}


def attack(campaign):
    folder = campaign.folder("determinism")
    os.makedirs(folder + "/in")
    cbz(f"{folder}/in/İstanbul ıI 1.cbz", 1, 3, series="Iİıi Ünlü")
    epub(f"{folder}/in/Paper 2.epub", 2, 3)
    with zipfile.ZipFile(folder + "/in/wide 3.cbz", "w") as book:
        for index in range(1, 5):
            book.writestr(f"{index}.png", page(f"wide {index}", (240, 120) if index == 3 else (80, 120), "PNG"))
    jobs = JOBS if campaign.is_long else {name: JOBS[name] for name in list(JOBS)[:2] + ["for a device"]}
    for job, arguments in jobs.items():
        expected = None
        for variant, (more, environment) in {"first": ([], {}), **VARIANTS}.items():
            out = campaign.folder("determinism-out")
            mask = (lambda: os.umask(0o077)) if variant == "another mask" else None
            result = campaign.run(["convert", "in", "-o", out + "/"] + arguments + more, folder, environment,
                                  preexec_fn=mask)
            made = files(out)
            if result.returncode != 0 or not made:
                campaign.lost(job, variant, "fails", result.stderr[-300:])
            elif expected is None:
                expected = made
            elif made != expected:
                campaign.lost(job, variant, "differs in", [path for path in expected if made.get(path) != expected[path]])
