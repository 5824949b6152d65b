"""What a server is installed from: the lock file holds what the requirements ask for."""

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / ".github/deploy"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


def pinned_in(file: Path) -> dict[str, str]:
    """The version of each package that a file pins, without the name of a build."""
    lines = PINNED.findall(file.read_text(encoding="utf-8"))
    return {name.lower().replace("_", "-"): version.partition("+")[0] for name, version in lines}


def test_the_lock_file_has_each_requirement_in_its_version():
    required, locked = pinned_in(ROOT / "requirements.txt"), pinned_in(DEPLOY / "requirements.lock")
    assert len(required) > 10 and required.items() <= locked.items()


def test_each_package_of_the_lock_file_has_hashes():
    text = (DEPLOY / "requirements.lock").read_text(encoding="utf-8")
    parts = re.split(r"\n(?=[a-zA-Z0-9])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip())
    without = [part.split()[0] for part in parts if "--hash=sha256:" not in part]
    assert len(parts) == len(pinned_in(DEPLOY / "requirements.lock")) > 50 and not without


def test_the_container_of_the_models_has_the_version_of_ray_that_is_tested():
    text = (DEPLOY / "compose.ray.yaml").read_text(encoding="utf-8")
    assert f'"ray[serve]=={pinned_in(ROOT / "tests/requirements.txt")["ray"]}"' in text


def test_what_compose_adds_for_the_models_fits_what_there_is():
    base, more = (
        yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))["services"]
        for name in ("compose.yaml", "compose.ray.yaml")
    )
    assert more.keys() - base.keys() == {"models"} and "proxy" not in more
    _, _, module, *options = shlex.split(more["models"]["command"])
    assert find_spec(module) and options == ["--host", "0.0.0.0", "--replicas", "2"]


def test_both_sides_of_the_models_get_the_same_key():
    more = yaml.safe_load((DEPLOY / "compose.ray.yaml").read_text(encoding="utf-8"))["services"]
    keys = {one["environment"]["HEADS_UP_BACKEND_KEY"] for one in more.values()}
    # Without one compose stops with the text behind the question mark.
    assert len(more) == 4 and len(keys) == 1 and keys.pop().startswith("${HEADS_UP_BACKEND_KEY:?")


def test_the_container_installs_the_lock_file_and_nothing_else():
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    installs = [line for line in text.splitlines() if "pip install" in line]
    assert len(installs) == 1 and "--require-hashes" in installs[0]
    assert installs[0].endswith("-r requirements.lock")
