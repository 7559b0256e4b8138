"""How a case is declared, and where it puts its files."""
import pathlib

ALL = {}


def case(name):
    """Declares a function as the maker of a case; its doc string says what the case is about."""
    def declare(make):
        assert name not in ALL, name
        ALL[name] = make
        return make
    return declare


class Folder:
    """The folder a case fills."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.path.mkdir(parents=True, exist_ok=True)

    def put(self, name, data):
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode() if isinstance(data, str) else data)

    def link(self, name, target):
        link = self.path / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
