"""Other libraries' errors on a page: whole sentences, and no path of the server."""

from pathlib import Path

import pytest

from models.errors import _LONGEST_REASON, summarize

MARIAN = (
    "\nMarianTokenizer requires the SentencePiece library but it was not found in your environment."
    " Check out the instructions on the\ninstallation page of its repo: "
    "https://github.com/google/sentencepiece#installation and follow the ones\n"
    "that match your environment. " + "Please note that you may need to restart. " * 5
)


@pytest.mark.parametrize(
    ("error", "summary"),
    [
        (ValueError("Cannot read /srv/models/bert/config.json."), "Cannot read config.json."),
        (
            ValueError("No file 'model.safetensors' in '/srv/my models/bert', see ~/x/y."),
            "No file 'model.safetensors' in “bert”, see y.",
        ),
        (ValueError(r"Cannot read C:\Users\me\model.bin now"), "Cannot read model.bin now"),
        (ValueError("3/4 of https://huggingface.co/a/b is there"), None),
        (OSError(2, "No such file or directory", "/srv/a b/x.json"), None),
        (ValueError("One.\n\nTwo."), "One."),
        (KeyError("heads_up"), "KeyError: 'heads_up'"),
        (ValueError(""), "ValueError"),
        (RuntimeError("word " * 100), "RuntimeError"),
    ],
)
def test_a_summary_has_no_path_and_no_half_sentence(error, summary):
    expected = {2: "No such file or directory: x.json"}.get(error.args[0], str(error))
    assert summarize(error) == (summary or expected)


def test_a_long_message_ends_at_the_end_of_a_sentence():
    summary = summarize(ImportError(MARIAN))
    assert summary.startswith("MarianTokenizer requires the SentencePiece library but")
    assert summary.endswith("match your environment.")
    assert len(summary) <= _LONGEST_REASON


def test_a_folder_whose_name_has_spaces_is_hidden_too(tmp_path):
    folder = tmp_path / "my models" / "a bert"
    folder.mkdir(parents=True)
    error = ValueError(f"Error no file named model.safetensors found in directory {folder}.")
    assert summarize(error, Path(folder)) == (
        "Error no file named model.safetensors found in directory a bert."
    )
