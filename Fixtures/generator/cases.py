"""All cases of the end-to-end tests. F-numbers are those of the field cases: defects reported of comparable tools."""
from . import cases_archives, cases_epub, cases_metadata, cases_openings, cases_runs, cases_stories, cases_unsafe  # noqa: F401
from .casebook import ALL, Folder


def write(folder, names):
    """Makes the named cases, or all; a name may be its F-number alone."""
    chosen = [name for name in ALL if not names or name in names or name.partition("-")[0] in names]
    unknown = [name for name in names if not any(name in (known, known.partition("-")[0]) for known in ALL)]
    if unknown:
        raise SystemExit("no such case: " + ", ".join(unknown))
    for name in chosen:
        ALL[name](Folder(folder / name))
