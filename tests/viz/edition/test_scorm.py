"""A lesson for a learning platform: the zip, its manifest, and what its page holds."""

import base64
import gzip
import io
import json
import re
import zipfile
from xml.etree import ElementTree

import pytest

from models import UserError
from viz.base.answer_locks import check_answer
from viz.components.course import without_server, write_course
from viz.edition.export import main
from viz.edition.scorm import scorm_package
from viz.view.exercises import make_exercises
from viz.view.lessons import lessons

IMS = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
ADL = "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"
MOST = 3e6  # bytes of a zip
CORE = ["metadata", "organizations", "resources"]  # children of a manifest, in their order


def content_of(package: bytes) -> dict:
    """Return what the page of a zip draws."""
    page = zipfile.ZipFile(io.BytesIO(package)).read("index.html").decode()
    packed = re.search(r'id="content">([^<]+)<', page)
    assert packed is not None
    return json.loads(gzip.decompress(base64.b64decode(packed[1])))


@pytest.fixture(scope="module")
def package() -> bytes:
    return scorm_package("mask", count=2)


def test_the_manifest_is_as_scorm_1_2_asks_and_names_every_file(package):
    file = zipfile.ZipFile(io.BytesIO(package))
    manifest = ElementTree.fromstring(file.read("imsmanifest.xml"))
    assert manifest.tag == f"{IMS}manifest"
    assert re.fullmatch(r"[A-Za-z_][\w.-]*", manifest.attrib["identifier"])
    assert [child.tag for child in manifest] == [f"{IMS}{name}" for name in CORE]
    assert manifest.findtext(f"{IMS}metadata/{IMS}schema") == "ADL SCORM"
    assert manifest.findtext(f"{IMS}metadata/{IMS}schemaversion") == "1.2"
    every = manifest.find(f"{IMS}organizations")
    (organization,) = every
    assert every.attrib["default"] == organization.attrib["identifier"]
    (item,) = organization.findall(f"{IMS}item")
    assert organization.findtext(f"{IMS}title") == item.findtext(f"{IMS}title") == "The mask"
    (resource,) = manifest.find(f"{IMS}resources")
    assert item.attrib["identifierref"] == resource.attrib["identifier"]
    assert resource.attrib["type"] == "webcontent"
    assert resource.attrib[f"{ADL}scormtype"] == "sco"
    named = {each.attrib["href"] for each in resource.findall(f"{IMS}file")}
    assert resource.attrib["href"] in named
    assert {*file.namelist()} == named | {"imsmanifest.xml"}
    identifiers = [at.attrib["identifier"] for at in manifest.iter() if "identifier" in at.attrib]
    assert len(identifiers) == len({*identifiers})


def test_it_has_texts_and_pictures_of_each_step_in_both_languages_and_no_model(package):
    assert len(package) < MOST
    content = content_of(package)
    assert [*content["languages"]] == ["en", "fr"]
    for locale, texts in content["languages"].items():
        lesson = lessons(locale)["mask"]
        assert [step["title"] for step in texts["steps"]] == [step.title for step in lesson.steps]
        assert all(step["parts"] for step in texts["steps"])
        assert texts["summary"] == lesson.summary
        assert len(texts["exercises"]) == 2
    french = content["languages"]["fr"]
    assert french["own"]["Next"] == "Suite"
    assert (
        french["exercises"][0]["question"] != content["languages"]["en"]["exercises"][0]["question"]
    )
    assert b"safetensors" not in package


def test_equal_lessons_make_equal_files_and_another_seed_other_exercises(package):
    assert scorm_package("mask", count=2) == package
    other = content_of(scorm_package("mask", ["en"], seed=2, count=2))
    texts, others = (each["languages"]["en"] for each in (content_of(package), other))
    assert texts["exercises"] != others["exercises"]
    assert texts["steps"] == others["steps"]


def test_each_exercise_has_its_lock_and_the_heads_that_it_asks_about():
    content = content_of(scorm_package("heads", ["fr"], count=2))
    texts = content["languages"]["fr"]
    made = make_exercises(1, ("align", "attend"), 2)
    for asked, exercise in zip(texts["exercises"], made, strict=True):
        assert check_answer(exercise.answer, asked["lock"])
        (part,) = asked["parts"]
        assert part["name"] == "explorer"
        assert not any(part["head"]["can"].values())
        assert part["head"]["sentence"] == exercise.sentence


def test_links_lead_to_the_app_at_an_address_or_are_plain_text():
    step = {"title": "", "text": "See [the page](mask?sees=none), [a paper](https://a.org/b).",
            "more": "", "parts": None}  # fmt: skip
    content = {"title": "", "heading": "", "steps": [step], "exercises": []}

    def text(app: str) -> str:
        page = write_course({"en": content}, is_lesson=True, app=app)
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("index.html", page)
        return content_of(file.getvalue())["languages"]["en"]["steps"][0]["text"]

    assert text("") == "See the page, [a paper](https://a.org/b)."
    assert "[the page](https://x.org/mask?sees=none)" in text("https://x.org/")


def test_nothing_is_offered_that_a_server_computes():
    head = {
        "can": {"silenced": True, "asked": True},
        "quantities": [["norm", ""]],
        "refutation": {},
    }
    explorer = {"kind": "component", "name": "explorer", "head": head}
    matrices = {"kind": "component", "name": "matrices", "head": {"can": {"x": True}}}
    columns, other = without_server([{"kind": "columns", "columns": [[explorer]]}, matrices])
    assert not any(columns["columns"][0][0]["head"]["can"].values())
    assert other == matrices


def test_a_lesson_that_is_not_there_is_refused(tmp_path, capsys):
    with pytest.raises(UserError, match="There is no lesson “masks”"):
        scorm_package("masks")
    file = tmp_path / "masks.zip"
    assert main(["--scorm", "masks", "--to", str(file)]) == 1
    assert "mask, order" in capsys.readouterr().err
    assert main(["--scorm", "mask", "--to", str(file), "--app", "ftp://x"]) == 1
    assert "--app “ftp://x” is no address" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--scorm", "mask", "--to", str(tmp_path / "mask")])
    assert "ending in .zip" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


@pytest.mark.weekly
@pytest.mark.parametrize("name", lessons())
def test_every_lesson_is_small_and_all_its_steps_have_pictures(name):
    package = scorm_package(name)
    assert len(package) < MOST
    for texts in content_of(package)["languages"].values():
        assert all(step["parts"] for step in texts["steps"])
