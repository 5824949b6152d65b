"""The languages of the interface.

Every text has its French with the same names to fill in, and no text is left over; of other
languages what they have is said, and English for the rest.
"""

import ast
import re
import string
from functools import cache
from pathlib import Path

import pytest

from models import UserError
from models.huggingface import UNSUPPORTED
from models.networks.bilstm import _NO_ATTENTION, UNSUPPORTED_WITH_ATTENTION
from viz.base import language
from viz.base.glossary import TERMS

VIZ = Path(language.__file__).parents[1]
FILES = [
    file
    for folder in (VIZ, VIZ.parent / "models")
    for file in sorted(folder.rglob("*.py"))
    if "node_modules" not in file.parts
    and file.name != "__main__.py"
    and "training" not in file.parts
] + [VIZ.parent / "app.py"]


def literals(node: ast.expr) -> list[str]:
    """Return the texts of an expression: one, either of two, or the values of a table."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    if isinstance(node, (ast.Dict, ast.Tuple)):
        return [
            text
            for part in getattr(node, "values", getattr(node, "elts", ()))
            for text in literals(part)
        ]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


@cache
def texts_of_python() -> dict[str, str]:
    """Return every translated text, and its place."""
    places = dict.fromkeys(
        (*UNSUPPORTED_WITH_ATTENTION.values(), _NO_ATTENTION, *UNSUPPORTED.values()),
        "models/reasons.py",
    )
    for file in FILES:
        # The errors of command lines are in English.
        errors = (
            ()
            if {"cli", "edition"} & {*file.relative_to(VIZ.parent).parts}
            else ("UserError", "NotShown", "TooLittleMemory")
        )
        translated = {"t", "translatable", *errors}
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", None))
                if name in translated:
                    places |= {
                        text: f"{file.relative_to(VIZ.parent)}:{node.lineno}"
                        for text in literals(node.args[0])
                    }
    return places | dict.fromkeys((f"glossary#{term}" for term in TERMS), "viz/base/glossary.py")


@cache
def texts_of_scripts() -> dict[str, str]:
    """Return every text of the scripts, and its file in the folder of `viz`."""
    places: dict[str, str] = {}
    tooling = {"bundles", "node_modules", "tests"}  # the bundles repeat the texts of the sources
    sources = [file for file in VIZ.rglob("*.js") if not tooling & {*file.parts}]
    for file in sources:
        for match in re.finditer(
            r'\b(?:t|translatable|Refusal)\(\s*("(?:[^"\\]|\\.|"\s*\+\s*")*")|("\w+#[^"\n]+")',
            file.read_text(encoding="utf-8"),
        ):
            text = ast.literal_eval(re.sub(r'"\s*\+\s*"', "", match[1] or match[2]))
            places.setdefault(text, file.relative_to(VIZ).as_posix())
    return places


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_text_has_its_french():
    english, french = language._texts_of("en"), language._texts_of("fr")
    missing = {
        text: where
        for text, where in texts_of_python().items()
        if text not in french or french[text] == english.get(text)
    }
    missing |= {text: where for text, where in texts_of_scripts().items() if text not in french}
    assert not missing, "\n".join(f"{where}: {text}" for text, where in missing.items())


def test_no_text_is_left_over():
    left = language._texts_of("fr").keys() - texts_of_python().keys() - texts_of_scripts().keys()
    assert not left, "\n".join(sorted(left))


def test_a_long_text_that_the_code_names_is_there_once_in_each_language():
    named = {text for text in (*texts_of_python(), *texts_of_scripts()) if re.match(r"\w+#", text)}
    for locale in language.complete_languages():
        files = sorted((language._TEXTS_FOLDER / locale).glob("*.md"))
        headings = [
            f"{file.stem}#{heading}"
            for file in files
            for heading in re.findall("^## (.+)", file.read_text(encoding="utf-8"), re.M)
        ]
        assert sorted(headings) == sorted(named)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of languages instead of ours, written by a function of texts by file."""
    monkeypatch.setattr(language, "_TEXTS_FOLDER", tmp_path)
    forget()

    def write(texts):
        for name, text in texts.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        forget()

    yield write
    forget()


def forget():
    for kept in (
        "languages",
        "_texts_of",
        "own_texts",
        "_partial",
        "_known_texts",
        "script_language",
    ):
        getattr(language, kept).cache_clear()


RULES = (language._TEXTS_FOLDER / "fr/language.toml").read_text(encoding="utf-8")


def test_what_a_language_lacks_is_in_english(folder):
    texts = {
        "en/mask.md": "## lead\nSee {count} words.\n\n## rows\nOne\n\ntwo.\n",
        "fr/mask.md": "## lead\nVoyez {count} mots : oui.\n",
        "fr/other.toml": '"Words" = "Mots"\n',
        "fr/language.toml": RULES,
        "es/mask.md": "## lead\nMira {count} palabras : sí.\n",
    }
    folder(texts)
    assert language.t("mask#lead", count=2) == "See 2 words."
    with language.writing_in("fr"):
        assert language.t("mask#lead", count=2) == "Voyez 2 mots\u00a0: oui."
        assert language.t("mask#rows") == "One\n\ntwo."
        assert language.t("Words") == "Mots"
    with language.writing_in("es"):
        assert language.t("mask#lead", count=2) == "Mira 2 palabras : sí."
        assert language.t("mask#rows") == "One\n\ntwo."


def test_a_language_that_lacks_some_texts_says_no_half_sentence(folder):
    toml = '"{a} attends to {b}." = "{a} atiende a {b}."\n"layer" = "capa"\n"{n} of" = "{n} de"\n'
    french = '"head" = "tête"\n"{a} and {b}" = "{a} et {b}"\n'
    files = {"en/a.md": "", "fr/language.toml": RULES, "fr/a.toml": french, "es/a.toml": toml}
    folder(files | {"es/language.toml": 'decimal = ","\n'})
    with language.writing_in("es"):
        layer, head = language.t("layer"), language.t("head")
        assert language.t("{a} attends to {b}.", a=layer, b="x") == "capa atiende a x."
        assert language.t("{a} attends to {b}.", a=head, b="x") == "head attends to x."
        inner = language.t("{a} and {b}", a=layer, b=1.5)
        assert inner == "layer and 1.5"
        assert language.t("{a} attends to {b}.", a=inner, b=0.5) == "layer and 1.5 attends to 0.5."
        # A word of the reader, or what was said already, is no text that is missing.
        assert language.t("{a} attends to {b}.", a=language.t("dog"), b=language.t(layer)) == (
            "dog atiende a capa."
        )
        assert language.t("{n} of", n=1.5) == "1,5 de"


def test_a_count_takes_the_form_of_a_word_that_the_language_has_for_it(folder):
    czech = '"{count} steps" = "{count} {count:krok|kroky|kroků}"\n'
    folder({"en/a.md": "", "cs/a.toml": czech, "cs/language.toml": 'plural = ["1", "[2-4]"]\n'})
    with language.writing_in("cs"):
        steps = [language.t("{count} steps", count=count) for count in (1, 3, 5, 22)]
    assert steps == ["1 krok", "3 kroky", "5 kroků", "22 kroků"]


def test_a_language_is_found_by_its_folder(folder, tmp_path, monkeypatch):
    folder({"en/a.md": "", "fr/language.toml": RULES, "cs/a.toml": '"Words" = "Slova"\n'})
    assert [(code, each.title) for code, each in language.languages().items()] == [
        ("en", "en"),
        ("fr", "Français"),
        ("cs", "cs"),
    ]
    accepted = ("cs-CZ, en;q=0.5", "de-DE, fr;q=0.8, en;q=0.5", "fr-CA", "de", "", "*")
    assert [*map(language.preferred_language, accepted)] == ["cs", "fr", "fr", "en", "en", "en"]
    more = tmp_path / "more"
    for file, text in (
        ("fr/a.toml", '"Words" = "Les mots"\n'),
        ("it/a.toml", '"Words" = "Parole"'),
    ):
        (more / file).parent.mkdir(parents=True, exist_ok=True)
        (more / file).write_text(text, encoding="utf-8")
    monkeypatch.setenv("HEADS_UP_TEXTS", str(more))
    forget()
    said = {}
    for code in language.languages():
        with language.writing_in(code):
            said[code] = language.t("Words")
    assert said == {"en": "Words", "fr": "Les mots", "cs": "Slova", "it": "Parole"} | {
        "more": "Words"
    }


@pytest.mark.parametrize("rules", ["nam = 'x'", "plural = ['(']", "name ="])
def test_rules_that_cannot_be_read_are_refused_with_their_file(folder, rules):
    folder({"cs/language.toml": rules})
    with pytest.raises(UserError, match="cs/language.toml"):
        language.languages()


def test_the_french_fills_in_the_same_names():
    english = language._texts_of("en")
    for name, french in language._texts_of("fr").items():
        assert names(english.get(name, name)) == names(french), name
        assert french.strip(), name


def test_english_is_said_as_it_stands_and_french_when_the_reader_reads_french(monkeypatch):
    monkeypatch.setattr(
        language, "_texts_of", {"en": {}, "fr": {"{count} words": "{count} mots"}}.get
    )
    assert language.t("{count} words", count=3) == "3 words"
    monkeypatch.setattr(language, "_read_locale", lambda: "fr")
    assert language.t("{count} words", count=3) == "3 mots"
    assert language.t("never rendered") == "never rendered"


def test_a_file_that_is_made_after_the_page_has_run_speaks_as_its_reader_read(monkeypatch):
    monkeypatch.setattr(
        language, "_texts_of", {"en": {}, "fr": {"{count} words": "{count} mots"}}.get
    )
    monkeypatch.setattr(language, "_read_locale", lambda: "fr")
    make = language.holding(lambda: language.t("{count} words", count=3))
    monkeypatch.setattr(language, "_read_locale", lambda: "en")
    assert make() == "3 mots"
    assert language.t("{count} words", count=3) == "3 words"


def test_what_the_components_say_stands_in_their_own_file():
    """It is sent with each; the edition and a page in one file have all."""
    texts, own = texts_of_scripts(), language.script_language("fr")["texts"].keys()
    of_edition = re.compile(r"edition/|components/(?:sheet|course)/|engine/(?!networks/|text\.js)")
    assert own == {text for text, file in texts.items() if not of_edition.match(file)}


def test_a_text_that_two_files_render_differently_is_refused(folder):
    folder({"fr/a.toml": '"Share" = "Partager"\n', "fr/b.toml": '"Share" = "Partage"\n'})
    with pytest.raises(ValueError, match="Share"):
        language._texts_of("fr")


@pytest.mark.parametrize("value, text", [(5.2e-14, "5 × 10⁻¹⁴"), (-0.0, "0"), (2e3, "2 × 10³")])
def test_an_exponent_is_a_power_of_ten(value, text):
    assert language.format_number(value, ".0e") == text


def test_a_text_writes_the_title_of_a_model_and_a_command_its_name():
    text = language.t("{model}: --shipped {name}", model="lstm-lm", name="lstm-lm")
    assert text == "LSTM language model: --shipped lstm-lm"
    assert language.t("{model} reads", model="prajjwal1/bert-tiny") == "prajjwal1/bert-tiny reads"


@pytest.mark.parametrize("locale", language.languages())
def test_a_template_that_is_parsed_once_says_what_the_formatter_says(locale):
    templates = {*language._texts_of("en").values(), *language._texts_of("fr").values()}
    templates |= {*language._texts_of("fr")} | {
        "{{no name}} {count!r}",
        "{count:>{width}}",
        "{a.real}",
    }
    count = 0
    with language.writing_in(locale):
        for template in templates:
            fields = [field for _, field, *_ in string.Formatter().parse(template) if field]
            for value in (1234.5678, 0, "<b>", "transformer", None):
                values = dict.fromkeys([*fields, "a", "width"], value)
                try:
                    expected = language._FORMATTER.vformat(template, (), values)
                except (AttributeError, KeyError, ValueError, TypeError) as error:
                    with pytest.raises(type(error)):
                        language._fill(template, values)
                    continue
                assert language._fill(template, values) == expected
                count += bool(fields)
    assert count > 1000


def test_no_text_has_the_technical_name_of_a_model():
    technical = re.compile(
        "|".join(name for name in language.MODEL_TITLES if re.search("[a-z]-", name))
    )
    texts = dict.fromkeys((*texts_of_python(), *language._texts_of("fr").values()), "the interface")
    for file in (VIZ / "texts").rglob("*.md"):
        texts[re.sub(r"\]\(.*?\)", "", file.read_text(encoding="utf-8"))] = file.name
    assert not [
        (where, findings[0])
        for text, where in texts.items()
        if (findings := technical.search(text))
    ]


def test_numbers_are_written_as_the_language_writes_them(monkeypatch):
    text = "{count:,} words, {share:.1%}"
    french = {text: "{count:,} mots, {share:.1%}"}
    monkeypatch.setattr(language, "_texts_of", {"en": {}, "fr": french}.get)
    assert language.t(text, count=1024, share=0.125) == "1,024 words, 12.5%"
    assert language.format_number(-2.5, ".2f") == "−2.50"
    monkeypatch.setattr(language, "_read_locale", lambda: "fr")
    assert language.t(text, count=1024, share=0.125) == "1\u202f024 mots, 12,5\u202f%"
    assert language.format_number(-2.5, ".2f") == "−2,50"


def test_one_answer_is_no_plural():
    """The counts of answers begin at 0 and 1, of which French says no plural."""
    plural = re.compile(r"\{count\} réponses?\b")
    assert not [text for text in language._texts_of("fr").values() if plural.search(text)]


def test_only_numbers_are_written_otherwise_in_french(monkeypatch):
    monkeypatch.setattr(language, "_read_locale", lambda: "fr")
    assert language.t("{word}", word="3.5, 100%") == "3.5, 100%"


def test_no_french_line_begins_with_a_mark_or_ends_with_an_opening_one():
    nbsp = "\N{NO-BREAK SPACE}"
    together = language.language_of("fr").keep_together
    kept = together("Où ? Ici : « oui » ; 5 % (non !)")
    assert kept.replace(nbsp, "_") == "Où_? Ici_: «_oui_»_; 5_% (non_!)"
    assert together(" :material/menu: a :b") == " :material/menu: a :b"
    texts = (*language._texts_of("fr").values(), *language.script_language("fr")["texts"].values())
    assert all(together(text) == text for text in texts)


def test_a_number_among_the_options_is_written_as_the_reader_writes_it(monkeypatch):
    assert language.option_title("0.0003") == "0.0003"
    monkeypatch.setattr(language, "_read_locale", lambda: "fr")
    assert language.option_title("0.0003") == "0,0003"
    assert language.option_title("1") == "1"
