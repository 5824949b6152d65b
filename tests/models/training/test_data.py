import gzip
import http.server
import io
import itertools
import threading
import zipfile
from pathlib import Path

import pytest

from models import UserError
from models.store.tokenizer import Tokenizer
from models.training import data as module
from models.training.data import (
    Batches,
    TrainingPair,
    _checksum,
    _fingerprint,
    clean,
    find_folder,
    read_pairs,
)


@pytest.fixture
def batches(data, finished_run):
    pairs = [
        pair
        for part in ("tatoeba.train", "multi30k.train")
        for pair in read_pairs(data / f"{part}.en-fr.tsv.gz")
    ]
    pairs.append(TrainingPair("Tom " * 60, "Tom " * 60))  # a pair that alone exceeds the budget
    return Batches(
        pairs, Tokenizer.load(finished_run / "tokenizer.json"), tokens=50, seed=7, longest=100
    )


@pytest.mark.slow
def test_an_epoch_is_the_same_each_time_and_another_one_is_not(batches):
    assert batches.epoch(3) == batches.epoch(3)
    assert batches.epoch(3) != batches.epoch(4)


def test_an_epoch_reads_every_row_exactly_once(batches):
    assert sorted(itertools.chain(*batches.epoch(0))) == list(range(len(batches.rows)))


def test_no_batch_of_several_rows_is_above_the_budget(batches):
    taken = [batches.take(rows) for rows in batches.epoch(0)]
    above = [batch for batch in taken if batch.target[:, 1:].numel() > 50]
    assert [len(batch.target) for batch in above] == [1]
    assert sum(len(batch.target) for batch in taken) / len(taken) > 2


def test_a_pair_is_drawn_anew_in_each_epoch_unless_it_gets_too_long(batches):
    plain = batches.rows[0]
    lengths = {0: 1, 1: 2, 2: batches.longest}
    batches.vary = lambda pair, draw: ([5] * lengths[len(pair.source) % 3], [draw.randrange(99)])
    drawn = [batches.version(0, epoch, batches.longest) for epoch in range(4)]
    assert drawn[1] == batches.version(0, 1, batches.longest)
    assert len({str(ids) for ids in drawn}) > 1
    batches.pairs[0] = TrainingPair("xx", "xx")
    assert batches.version(0, 0, batches.longest) == plain


def test_a_long_version_of_a_pair_does_not_pad_its_batch(batches):
    rows = next(rows for rows in batches.epoch(0) if len(rows) > 1)
    before = batches.take(rows)
    batches.vary = lambda pair, draw: ([5] * (before.source.shape[1] * 2), [6])
    after = batches.take(rows)
    assert after.source.tolist() == before.source.tolist()
    assert after.target.tolist() == before.target.tolist()


def test_a_batch_holds_whole_sentences_with_begin_end_and_padding(batches):
    rows = batches.epoch(0)[0]
    batch = batches.take(rows)
    for row, source, target in zip(rows, batch.source.tolist(), batch.target.tolist()):
        for expected, ids in zip(batches.rows[row], (source, target)):
            assert ids == expected + [batches.padding_id] * (len(ids) - len(expected))


def test_a_stream_goes_on_where_another_stopped(batches):
    first = list(itertools.islice(batches.stream(0, 0), 2 * len(batches.epoch(0)) + 3))
    for stop in (1, len(batches.epoch(0)), len(batches.epoch(0)) + 2):
        epoch, skip, _ = first[stop - 1]
        for (*after, batch), (*expected_after, expected_batch) in zip(
            batches.stream(epoch, skip), first[stop:]
        ):
            assert after == expected_after
            assert batch.target.equal(expected_batch.target)
            assert batch.source.equal(expected_batch.source)


def test_pairs_that_are_all_too_long_are_refused(finished_run):
    with pytest.raises(UserError, match="nothing to train on"):
        Batches(
            [TrainingPair("Tom " * 60, "Tom.")],
            Tokenizer.load(finished_run / "tokenizer.json"),
            tokens=50,
            seed=7,
            longest=20,
        )


@pytest.mark.parametrize(
    "content, says",
    [
        pytest.param(None, "There is no pairs.tsv.gz", id="missing"),
        pytest.param(gzip.compress(b"", mtime=0), "is empty", id="empty"),
        pytest.param(
            gzip.compress(b"one\tun\ntwo\n", mtime=0), "Line 2 of .* has 1 fields", id="one field"
        ),
        pytest.param(
            gzip.compress(b"one\tun\tune\n", mtime=0),
            "Line 1 of .* has 3 fields",
            id="three fields",
        ),
        pytest.param(
            gzip.compress(b"one\tun\n" * 999, mtime=0)[:20], "cannot be read", id="truncated"
        ),
        pytest.param(b"not gzip", "cannot be read", id="not gzip"),
        pytest.param(gzip.compress(b"one\t\xff\n", mtime=0), "cannot be read", id="not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path, content, says):
    path = tmp_path / "pairs.tsv.gz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError, match=says):
        read_pairs(path)


def test_only_a_newline_ends_a_line_and_cleaning_leaves_ordinary_spaces(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("Go on\u2028now!\tContinue\u202f!\n", encoding="utf-8")
    assert read_pairs(path) == [TrainingPair("Go on\u2028now!", "Continue\u202f!")]
    assert clean(TrainingPair("so\u00adit is", "Va\u00a0!\u200b")) == TrainingPair(
        "soit is", "Va !"
    )


def test_cleaning_gives_other_texts_the_typography_of_the_corpus():
    """As in the novels and the news: entities, and signs without their space."""
    raw = TrainingPair(
        "&quot;Who?&quot; &amp; why", "&quot; Qui?&quot; Il est 16:30: c’est l’heure; va!"
    )
    french = "\" Qui?\" Il est 16:30 : c'est l'heure ; va !"
    assert clean(raw) == TrainingPair('"Who?" & why', french)
    assert clean(TrainingPair("", french)).target == french


def test_a_fingerprint_ignores_capitals_and_punctuation_only():
    assert _fingerprint("Don't go!") == _fingerprint("don’t go.") != _fingerprint("Don't stop!")


def test_the_sentences_kept_for_validation_are_2332_fingerprints():
    lines = module._TATOEBA_DEV.read_text().splitlines()
    assert len(lines) == len(set(lines)) == 2332
    assert all(len(line) == 8 and int(line, 16) >= 0 for line in lines)


FILES = ["tatoeba.train.en-fr.tsv.gz", "tatoeba.dev.en-fr.tsv.gz", "multi30k.val.en-fr.tsv.gz"]
TATOEBA = [
    TrainingPair("Hi.", "Salut !"),
    TrainingPair("Hi.", "Salut."),
    TrainingPair("Run!", "Cours !"),
    TrainingPair("RUN.", "Courez."),
    TrainingPair("Stop!", "Arrête !"),
]
CAPTIONS = [TrainingPair("A dog.", "Un chien."), TrainingPair("Two  men.", "Deux hommes.")]


@pytest.fixture
def server(tmp_path, monkeypatch):
    """Serve the public sources from this machine: their content by path, and requested paths."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        lines = [
            f"{pair.source}\t{pair.target}\tCC-BY 2.0 (France) Attribution: tatoeba.org"
            for pair in [*TATOEBA, TATOEBA[0]]
        ]
        file.writestr("fra.txt", "\n".join(lines) + "\n")
    content = {
        "/fra-eng.zip": archive.getvalue(),
        "/raw/val.en.gz": gzip.compress(b"A dog.\nTwo  men. \n"),
        "/raw/val.fr.gz": gzip.compress(b"Un chien.\r\nDeux hommes.\r\n"),
    }
    paths = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            paths.append(self.path)
            body = content.get(self.path)
            # As manythings.org does for urllib's default user agent.
            is_urllib = "urllib" in self.headers["User-Agent"]
            self.send_response(404 if body is None else 406 if is_urllib else 200)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        threading.Thread(target=running.serve_forever, args=(0.01,)).start()
        address = f"http://127.0.0.1:{running.server_port}"
        monkeypatch.setattr(module, "_TATOEBA", f"{address}/fra-eng.zip")
        monkeypatch.setattr(module, "_MULTI30K", f"{address}/raw/")
        dev = tmp_path / "dev.txt"
        dev.write_text(_fingerprint("run"))
        monkeypatch.setattr(module, "_TATOEBA_DEV", dev)
        sums = dict(
            zip(
                FILES,
                map(_checksum, ([TATOEBA[0], TATOEBA[1], TATOEBA[4]], TATOEBA[2:4], CAPTIONS)),
            )
        )
        monkeypatch.setattr(module, "_CHECKSUMS", sums)
        monkeypatch.chdir(tmp_path)
        yield content, paths
        running.shutdown()


def test_downloads_come_out_under_the_names_of_the_recipe_and_are_not_fetched_twice(server, capsys):
    _, paths = server
    assert find_folder(FILES, None) == Path("data")
    assert read_pairs(Path("data", FILES[0])) == [TATOEBA[0], TATOEBA[1], TATOEBA[4]]
    # Both ways to write it, so that nothing leaks.
    assert read_pairs(Path("data", FILES[1])) == TATOEBA[2:4]
    assert read_pairs(Path("data", FILES[2])) == CAPTIONS
    assert paths == ["/fra-eng.zip", "/raw/val.en.gz", "/raw/val.fr.gz"]
    assert sorted(path.name for path in Path("data").iterdir()) == sorted(FILES)
    find_folder(FILES, None)
    assert len(paths) == 3
    assert "edition" not in capsys.readouterr().err


def test_a_damaged_file_is_fetched_again(server):
    _, paths = server
    find_folder(FILES, None)
    for file in FILES[1:]:
        Path("data", file).write_bytes(Path("data", file).read_bytes()[:-9])
    find_folder(FILES, None)
    assert paths[3:] == ["/fra-eng.zip", "/raw/val.en.gz", "/raw/val.fr.gz"]
    assert read_pairs(Path("data", FILES[2])) == CAPTIONS


def test_a_newer_edition_of_tatoeba_is_taken_with_a_warning(server, monkeypatch, capsys):
    monkeypatch.setitem(module._CHECKSUMS, FILES[0], "of the known edition")
    find_folder(FILES, None)
    assert "tatoeba.train.en-fr.tsv.gz is of another edition" in capsys.readouterr().err
    assert len(read_pairs(Path("data", FILES[0]))) == 3


def test_captions_with_another_checksum_are_refused_and_not_kept(server):
    content, _ = server
    content["/raw/val.fr.gz"] = gzip.compress(b"Un chien.\nTrois hommes.\n")
    with pytest.raises(UserError, match="checksum of val.en.gz and val.fr.gz .* is wrong"):
        find_folder(FILES, None)
    assert not Path("data", FILES[2]).exists()


@pytest.mark.parametrize("path", ["/fra-eng.zip", "/raw/val.en.gz"])
def test_a_download_cut_short_is_refused(server, path):
    content, _ = server
    content[path] = content[path][:-12]
    with pytest.raises(UserError, match="is damaged"):
        find_folder(FILES, None)


def test_a_missing_address_and_no_network_say_to_pass_data(server, monkeypatch):
    content, _ = server
    del content["/raw/val.en.gz"]
    with pytest.raises(UserError, match="val.en.gz cannot be reached .*404.* pass --data DIR"):
        find_folder(FILES, None)
    monkeypatch.setattr(module, "_MULTI30K", "http://127.0.0.1:9/")  # a port without a server
    with pytest.raises(UserError, match="pass --data DIR"):
        find_folder(FILES, None)


def test_a_folder_given_must_have_every_file(data, tmp_path):
    assert find_folder(["tatoeba.dev.en-fr.tsv.gz"], data) == data
    with pytest.raises(UserError, match="There is no multi30k.val.en-fr.tsv.gz in .*--data"):
        find_folder(["multi30k.val.en-fr.tsv.gz"], tmp_path)
