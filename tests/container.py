"""Runs each step of the container's recipe in a chroot, for a machine without Docker.

    debootstrap --variant=minbase --include=python3,python3-pip,python-is-python3 bookworm FOLDER
    python -m tests.container FOLDER

It needs root, and prints what each step takes. Debian's Python 3.11 stands for `python:3.11-slim`.
Packages that the network does not give are looked for in the folder after --wheels.
"""

import argparse
import json
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
RECIPE = ROOT / ".github/deploy/Dockerfile"
STARTED = 120  # seconds until the server must be healthy


def pattern_of(line: str) -> re.Pattern[str]:
    """Return the expression of a line of .dockerignore: it matches a path or a folder above it."""
    parts = re.split(r"(\*\*/|\*)", line.removeprefix("!"))
    signs = {"**/": "(?:.*/)?", "*": "[^/]*"}
    return re.compile("".join(signs.get(part) or re.escape(part) for part in parts) + "(?:/.*)?")


def is_ignored(path: str) -> bool:
    """Whether a build leaves a path out: the last line that matches it decides."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    ignored = False
    for line in lines:
        if line and not line.startswith("#") and pattern_of(line).fullmatch(path):
            ignored = not line.startswith("!")
    return ignored


def steps() -> list[tuple[str, str]]:
    """Return the instructions of the recipe with their arguments."""
    lines = RECIPE.read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in pairs]


def copy(sources: list[str], folder: Path) -> None:
    """Copy what a build sends: a file, or all files that .dockerignore leaves."""
    for source in sources:
        every = [ROOT / source] if source != "." else [*ROOT.rglob("*")]
        for file in every:
            name = file.relative_to(ROOT).as_posix()
            if file.is_file() and not is_ignored(name):
                to = folder / (name if source == "." else file.name)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, to)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wheels", type=Path)
    options = parser.parse_args()
    folder: Path = options.folder
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    shutil.copy("/etc/ssl/certs/ca-certificates.crt", folder / "etc/ssl/certs/ca-certificates.crt")
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin",
        "PIP_BREAK_SYSTEM_PACKAGES": "1",
    }
    if options.wheels:
        shutil.copytree(options.wheels, folder / "wheels", dirs_exist_ok=True)
        environment |= {"PIP_FIND_LINKS": "/wheels", "PIP_RETRIES": "0"}
    place, user, health = "/", "root", []

    def inside(command: list[str]) -> list[str]:
        named = [f"{name}={value}" for name, value in environment.items()]
        script = f"cd {shlex.quote(place)} && exec {shlex.join(command)}"
        return [
            "chroot",
            f"--userspec={user}",
            str(folder),
            "env",
            "-i",
            *named,
            "sh",
            "-c",
            script,
        ]

    for name, rest in steps():
        began = time.monotonic()
        if name == "WORKDIR":
            place = rest
            (folder / place.lstrip("/")).mkdir(exist_ok=True)
        elif name == "COPY":
            copy(shlex.split(rest)[:-1], folder / place.lstrip("/"))
        elif name == "RUN":
            subprocess.run(inside(["sh", "-c", rest]), check=True)
        elif name == "USER":
            user = rest
        elif name == "ENV":
            environment |= dict([rest.split("=", 1)])
        elif name == "HEALTHCHECK":
            health = json.loads(rest.removeprefix("CMD "))
        elif name == "CMD":
            draw = ["python", "-m", "viz.export", "The big red dog", "-o", "/tmp/dog.svg"]
            serve(folder, *(inside(one) for one in (json.loads(rest), health, draw)))
        print(f"{time.monotonic() - began:6.1f} s  {name} {rest}", flush=True)


def serve(folder: Path, command: list[str], health: list[str], draw: list[str]) -> None:
    """Start the server in a network of its own; when it is healthy, draw a picture."""
    script = (
        f"ip link set lo up; mount -t proc proc {folder}/proc; {shlex.join(command)} & "
        f"for _ in $(seq {STARTED}); do sleep 1; {shlex.join(health)} 2>/dev/null && break; done; "
        f"{shlex.join(health)} && {shlex.join(draw)}; healthy=$?; kill $!; exit $healthy"
    )
    subprocess.run(["unshare", "--net", "--mount", "sh", "-c", script], check=True)


if __name__ == "__main__":
    main()
