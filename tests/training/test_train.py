import json
import shutil
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from safetensors import safe_open
from safetensors.torch import load_file

from models import UserError, checkpoint, files
from models.tokenizer import Tokenizer
from models.training.data import Batches, read_pairs
from models.training.loss import SmoothedCrossEntropy
from models.training.recipes import RECIPES
from models.training.train import Run, learning_rate, main, make_optimizers, train, write
from tests.disk import largest_file

CPU = torch.device("cpu")


@pytest.mark.parametrize("positions", [7, 256, 600], ids=["fewer than a piece", "one piece", "more than a piece"])
@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA"))])
def test_our_loss_and_its_gradients_are_those_of_cross_entropy_with_label_smoothing(positions, device):
    torch.manual_seed(0)
    x, weight = torch.randn(positions, 16, device=device), torch.randn(50, 16, device=device)
    y = torch.randint(50, (positions,), device=device)

    def value_and_gradients(loss):
        leaves = x.clone().requires_grad_(), weight.clone().requires_grad_()
        value = loss(*leaves)
        (2.5 * value).backward()  # what comes from above is not always 1
        return value.detach(), leaves[0].grad, leaves[1].grad

    ours = value_and_gradients(lambda x, weight: SmoothedCrossEntropy.apply(x, weight, y, 0.1))
    plain = value_and_gradients(lambda x, weight: F.cross_entropy(x @ weight.T, y, label_smoothing=0.1))
    for mine, wanted in zip(ours, plain):
        torch.testing.assert_close(mine, wanted, rtol=1e-4, atol=1e-6)


def test_the_rate_climbs_stays_and_falls_in_straight_lines():
    recipe = replace(RECIPES["transformer"], warm_up=500)

    def share(update, cooldown=0):
        return learning_rate(update, recipe, 20_000, cooldown)

    assert share(250) == pytest.approx(0.5)
    assert share(500) == share(8000) == share(20_000) == 1.0
    assert share(18_000, cooldown=2000) == 1.0
    assert share(19_001, cooldown=2000) == pytest.approx(0.5)
    assert share(20_000, cooldown=2000) == pytest.approx(1 / 2000)


@pytest.mark.parametrize("name", RECIPES)
def test_muon_moves_the_matrices_between_layers_and_adam_all_other_weights(name):
    recipe = RECIPES[name].tiny()
    network = checkpoint.build({"architecture": recipe.architecture, "padding_id": 0, **recipe.sizes})
    names = {id(parameter): parameter_name for parameter_name, parameter in network.named_parameters()}
    moved = {kind: [names[id(parameter)] for group in optimizer.param_groups for parameter in group["params"]]
             for kind, optimizer in make_optimizers(network, recipe).items()}
    assert sorted(moved["muon"] + moved["adam"]) == sorted(names.values())
    assert "embedding.weight" in moved["adam"] and not any("bias" in one for one in moved["muon"])
    assert all(min(network.get_parameter(one).shape) > 1 for one in moved["muon"])
    assert {"transformer": "encoder.0.feed_forward.0.weight", "bilstm": "encoder.weight_hh_l0"}[recipe.architecture] in moved["muon"]


def test_in_bfloat16_the_loss_is_close_to_float32_and_its_sums_are_still_float32():
    torch.manual_seed(0)
    x, weight, y = torch.randn(64, 32, requires_grad=True), torch.randn(50, 32, requires_grad=True), torch.randint(50, (64,))
    exact = SmoothedCrossEntropy.apply(x, weight, y, 0.1)
    with torch.autocast("cpu", torch.bfloat16):
        mixed = SmoothedCrossEntropy.apply(x, weight, y, 0.1)
    assert mixed.dtype == torch.float32 and 0 < abs(mixed - exact) < 0.02
    mixed.backward()
    assert x.grad.dtype == weight.grad.dtype == torch.float32


def test_bfloat16_learns_like_float32(data, recipe, tmp_path):
    for precision in ("float32", "bfloat16"):
        train("transformer", replace(recipe, precision=precision), data, tmp_path / precision, CPU, updates=40, every=40)
    loss = {precision: json.loads((tmp_path / precision / "log.jsonl").read_text())["loss"] for precision in ("float32", "bfloat16")}
    assert loss["bfloat16"] == pytest.approx(loss["float32"], rel=0.1)
    card = json.loads((tmp_path / "bfloat16" / "checkpoint" / "card.json").read_text())
    assert card["training"]["precision"] == "bfloat16"


def test_a_short_training_lowers_the_loss_and_leaves_a_checkpoint_that_loads(finished_run, data, recipe):
    log = [json.loads(line) for line in (finished_run / "log.jsonl").read_text().splitlines()]
    assert [line["update"] for line in log] == [10, 20, 30, 40]
    assert log[-1]["loss"] < log[0]["loss"] - 0.3
    assert set(log[-1]["bleu"]) == {"tatoeba.dev", "multi30k.val"}
    network, tokenizer, card = checkpoint.load(finished_run / "checkpoint", CPU)
    assert len(tokenizer) == network.config.vocabulary_size
    assert card["training"]["updates"] == 40
    assert card["training"]["averaged_checkpoints"] == 2
    assert card["training"]["seed"] == recipe.seed
    assert card["training"]["epochs"] == 5.0


@pytest.mark.parametrize("name", [name for name in RECIPES if name != "transformer"])
def test_every_other_network_learns_by_the_same_code(name, data, tmp_path):
    recipe = replace(RECIPES[name].tiny(), thin=1, batch_tokens=300, rate=0.02)
    made = train(name, recipe, data, tmp_path, torch.device("cpu"), updates=40, every=20)
    losses = [json.loads(line)["loss"] for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert losses[-1] < losses[0] - 0.3
    network, _, card = checkpoint.load(made, torch.device("cpu"))
    assert checkpoint.describe(network) == card["architecture"] and all(card["architecture"][size] == value for size, value in recipe.sizes.items() if size in ("score", "cell", "positions"))


def test_the_checkpoint_is_the_mean_of_the_last_kept_weights(finished_run):
    kept = sorted(finished_run.glob("weights-*.safetensors"))
    assert [path.stem for path in kept] == ["weights-0000030", "weights-0000040"]
    first, second = map(load_file, kept)
    for name, weights in load_file(finished_run / "checkpoint" / "weights.safetensors").items():
        assert torch.equal(weights, ((first[name] + second[name]) / 2).half())


def same(one, other, names=("state.safetensors", "checkpoint/weights.safetensors")):
    """Whether two runs ended alike: weights, moments of Adam, random numbers, and what is shipped; bit for bit."""
    both = [(load_file(one / name), load_file(other / name)) for name in names]
    return all(mine.keys() == theirs.keys() and all(torch.equal(mine[key], theirs[key]) for key in mine) for mine, theirs in both)


def where(folder):
    with safe_open(folder / "state.safetensors", "pt") as file:
        return json.loads(file.metadata()["where"])


def test_a_run_stopped_and_resumed_twice_ends_bit_for_bit_as_one_never_stopped(finished_run, data, recipe, tmp_path):
    train("transformer", recipe, data, tmp_path, CPU, updates=23, every=10)
    assert where(tmp_path)["skip"] > 0  # in the middle of an epoch
    train("transformer", recipe, data, tmp_path, CPU, updates=30, every=10, resume=True)
    assert not same(finished_run, tmp_path)
    train("transformer", recipe, data, tmp_path, CPU, updates=40, every=10, resume=True)
    assert same(finished_run, tmp_path)


def test_a_run_resumed_at_the_end_of_an_epoch_ends_bit_for_bit_as_one_never_stopped(finished_run, data, recipe, tmp_path):
    pairs = [pair for file, times in recipe.files.items() for pair in read_pairs(data / file) * times]
    epoch = len(Batches(pairs, Tokenizer.load(finished_run / "tokenizer.json"), recipe.batch_tokens, recipe.seed).epoch(0))
    train("transformer", recipe, data, tmp_path / "whole", CPU, updates=2 * epoch, every=epoch)
    train("transformer", recipe, data, tmp_path / "halves", CPU, updates=epoch, every=epoch)
    assert (where(tmp_path / "halves")["epoch"], where(tmp_path / "halves")["skip"]) == (1, 0)
    train("transformer", recipe, data, tmp_path / "halves", CPU, updates=2 * epoch, every=epoch, resume=True)
    assert same(tmp_path / "whole", tmp_path / "halves")


def test_a_run_killed_between_two_saves_repeats_what_was_lost(finished_run, data, recipe, tmp_path, monkeypatch):
    step = Run.step

    def stop_at_27(run, batch, rate):
        if run.update == 27:
            raise KeyboardInterrupt
        return step(run, batch, rate)

    monkeypatch.setattr(Run, "step", stop_at_27)
    with pytest.raises(KeyboardInterrupt):
        train("transformer", recipe, data, tmp_path, CPU, updates=40, every=10)
    assert where(tmp_path)["update"] == 20
    monkeypatch.undo()
    (tmp_path / "weights-0000020.safetensors").unlink()  # as if it were stopped between the two files of one save
    train("transformer", recipe, data, tmp_path, CPU, updates=40, every=10, resume=True)
    assert same(finished_run, tmp_path)


def test_resuming_for_no_update_only_writes_the_average(finished_run, data, recipe, tmp_path):
    folder = shutil.copytree(finished_run, tmp_path / "copy")
    shutil.rmtree(folder / "checkpoint")
    train("transformer", recipe, data, folder, CPU, updates=0, resume=True)
    assert same(finished_run, folder)
    assert where(folder) == where(finished_run)


def test_the_state_of_an_earlier_version_still_resumes(finished_run, data, recipe, tmp_path):
    folder = shutil.copytree(finished_run, tmp_path / "copy")
    old = {key: where(folder)[key] for key in ("update", "epoch", "skip", "seconds")}
    write(load_file(folder / "state.safetensors"), folder / "state.safetensors", {"where": json.dumps(old)})
    train("transformer", recipe, data, folder, CPU, updates=0, resume=True)
    assert same(finished_run, folder)


def test_a_run_can_start_from_a_checkpoint(finished_run, data, recipe, tmp_path):
    made = train("transformer", recipe, data, tmp_path / "more", CPU, updates=1, init=finished_run / "checkpoint")
    assert (made / "tokenizer.json").read_bytes() == (finished_run / "tokenizer.json").read_bytes()
    before, after = (load_file(folder / "weights.safetensors") for folder in (finished_run / "checkpoint", made))
    assert all((before[name] - after[name]).abs().max() < 0.02 for name in before)  # one update at the lowest rate
    assert json.loads((made / "card.json").read_text())["training"]["started_from"]["updates"] == 40


def test_a_bilinear_network_that_starts_from_a_dot_product_one_begins_as_it(data, tmp_path):
    dot, bilinear = (replace(RECIPES[name].tiny(), thin=1) for name in ("bilstm-dot", "bilstm-bilinear"))
    first = train("bilstm-dot", dot, data, tmp_path / "dot", CPU, updates=2)
    made = train("bilstm-bilinear", bilinear, data, tmp_path / "bilinear", CPU, updates=1, init=first)
    before, after = (load_file(folder / "weights.safetensors") for folder in (first, made))
    assert set(after) - set(before) == {"score.weight"}
    assert all((before[name] - after[name]).abs().max() < 0.02 for name in before)
    assert (after["score.weight"] - torch.eye(len(after["score.weight"]))).abs().max() < 0.02
    assert json.loads((made / "card.json").read_text())["training"]["started_from"]["name"] == "bilstm-dot"


@pytest.mark.parametrize("options, says", [
    (dict(resume=True), "no run to resume"),
    (dict(init=Path("nowhere")), "no checkpoint in nowhere"),
    (dict(updates=0), "Not one update"),
])
def test_what_cannot_be_trained_says_what_to_do(data, recipe, tmp_path, options, says):
    with pytest.raises(UserError, match=says):
        train("transformer", recipe, data, tmp_path / "run", CPU, **(dict(updates=1) | options))


def test_a_run_is_not_overwritten_nor_resumed_with_other_data(finished_run, data, recipe, tmp_path):
    with pytest.raises(UserError, match="already holds a run"):
        train("transformer", recipe, data, finished_run, CPU, updates=50)
    folder = shutil.copytree(data, tmp_path / "data")
    shutil.copy(folder / "multi30k.val.en-fr.tsv.gz", folder / "multi30k.train.en-fr.tsv.gz")
    with pytest.raises(UserError, match="Give the same --data"):
        train("transformer", recipe, folder, finished_run, CPU, updates=50, resume=True)


def test_the_command_answers_mistakes_and_ctrl_c_with_a_sentence(data, tmp_path, monkeypatch):
    with pytest.raises(SystemExit, match="There is no tatoeba.train"):
        main(["transformer", "--data", str(tmp_path)])
    with pytest.raises(SystemExit, match="no run to resume"):
        main(["transformer", "--data", str(data), "--run", str(tmp_path / "run"), "--resume"])

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "step", stop)
    with pytest.raises(SystemExit, match="Stopped. Nothing was saved yet."):
        main(["transformer", "--data", str(data), "--run", str(tmp_path / "run"), "--smoke"])


def resuming(data, folder, updates: int) -> list[str]:
    """The arguments of the command that resumes a run."""
    options = {"--data": data, "--run": folder, "--updates": updates, "--every": 10, "--cooldown": 0}
    pairs = [str(part) for pair in options.items() for part in pair]
    return ["transformer", "--resume", *pairs]


@pytest.fixture
def resumed(finished_run, data, recipe, tmp_path, monkeypatch):
    """Resumes a copy of the finished run by the command, once `change(folder)` was done to it."""
    monkeypatch.setitem(RECIPES, "transformer", recipe)

    def resume(change=lambda folder: None, updates=50):
        folder = shutil.copytree(finished_run, tmp_path / "run")
        change(folder)
        main(resuming(data, folder, updates))

    return resume


def cut(name, size=1000):
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:size])


@pytest.mark.parametrize(
    "change, says",
    [
        (
            cut("state.safetensors"),
            "state.safetensors is damaged .* Start the run anew in another folder, with --run.",
        ),
        (cut("state.safetensors", 0), "state.safetensors is damaged"),
        (
            cut("weights-0000030.safetensors"),
            "weights-0000030.safetensors is damaged .* Delete it, and the average is that of the",
        ),
        (
            lambda folder: (folder / "tokenizer.json").unlink(),
            "tokenizer.json is missing or damaged .* Start it anew in another folder, with --run.",
        ),
        (cut("tokenizer.json"), "tokenizer.json is missing or damaged"),
    ],
    ids=[
        "state truncated",
        "state empty",
        "weights truncated",
        "tokenizer missing",
        "tokenizer truncated",
    ],
)
def test_a_damaged_run_is_not_resumed_and_the_file_is_named(resumed, change, says):
    with pytest.raises(SystemExit, match=says):
        resumed(change)


def test_a_run_whose_damaged_weights_were_deleted_goes_on(resumed, tmp_path):
    resumed(lambda folder: (folder / "weights-0000030.safetensors").unlink(), updates=40)
    card = json.loads((tmp_path / "run" / "checkpoint" / "card.json").read_text())
    assert card["training"]["averaged_checkpoints"] == 1


@pytest.mark.parametrize(
    "run, says",
    [
        ("/proc/x/run", "/proc/x cannot be written: No such file or directory"),
        ("file/run", "file/run cannot be written: Not a directory"),
    ],
)
def test_a_run_that_cannot_be_written_is_a_sentence(data, recipe, tmp_path, monkeypatch, run, says):
    monkeypatch.setitem(RECIPES, "transformer", recipe)
    (tmp_path / "file").touch()
    with pytest.raises(
        SystemExit, match=f"{says}. Make room there, or name another folder with --run."
    ):
        main(["transformer", "--data", str(data), "--run", str(tmp_path / run), "--updates", "1"])


def test_a_disk_that_fills_up_in_training_loses_nothing_that_was_saved(
    finished_run, data, recipe, tmp_path, monkeypatch
):
    monkeypatch.setitem(RECIPES, "transformer", recipe)
    train("transformer", recipe, data, tmp_path, CPU, updates=20, every=10)
    before, again = (tmp_path / "state.safetensors").read_bytes(), resuming(data, tmp_path, 40)
    with (
        largest_file(120_000),
        pytest.raises(
            SystemExit, match="state.safetensors cannot be written: File too large. Make room there"
        ),
    ):
        main(again)
    assert (tmp_path / "state.safetensors").read_bytes() == before
    assert not list(tmp_path.glob("*.part"))
    main(again)
    assert same(finished_run, tmp_path)


def test_a_log_that_cannot_be_written_is_a_sentence(resumed):
    def fill(folder):
        (folder / "log.jsonl").unlink()
        (folder / "log.jsonl").symlink_to("/dev/full")

    with pytest.raises(SystemExit, match="run cannot be written: No space left on device. Make"):
        resumed(fill)


def test_a_checkpoint_is_shipped_whole_or_not_at_all(
    finished_run, data, recipe, tmp_path, monkeypatch
):
    monkeypatch.setitem(RECIPES, "transformer", recipe)
    monkeypatch.setattr(checkpoint, "SHIPPED", tmp_path)
    (tmp_path / "transformer").mkdir()
    for name in ("weights.safetensors", "config.json", "README.md"):
        (tmp_path / "transformer" / name).write_text("of the one before")
    before = {path.name: path.read_bytes() for path in (tmp_path / "transformer").iterdir()}
    ship = [*resuming(data, finished_run, 0), "--ship"]
    with monkeypatch.context() as patch:
        write_whole = files.write_whole

        def on_a_small_disk(contents):
            small = any(path.parent == tmp_path / "transformer" for path in contents)
            with largest_file(25_000) if small else nullcontext():
                write_whole(contents)

        patch.setattr("models.training.train.write_whole", on_a_small_disk)
        with pytest.raises(SystemExit, match="weights.safetensors cannot be written: File too"):
            main(ship)
    assert {path.name: path.read_bytes() for path in (tmp_path / "transformer").iterdir()} == before
    main(ship)
    names = {path.name for path in (tmp_path / "transformer").iterdir()}
    assert names == {"weights.safetensors", "config.json", "tokenizer.json", "card.json"}
    checkpoint.load(tmp_path / "transformer", CPU)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA")
def test_training_on_cuda_lowers_the_loss_resumes_and_can_go_on_elsewhere(data, recipe, tmp_path):
    train("transformer", recipe, data, tmp_path, torch.device("cuda"), updates=20, every=10)
    train("transformer", recipe, data, tmp_path, torch.device("cuda"), updates=40, every=10, resume=True)
    train("transformer", recipe, data, tmp_path, CPU, updates=50, every=10, resume=True)
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert log[3]["loss"] < log[0]["loss"] - 0.3
    assert log[4]["loss"] < log[0]["loss"] - 0.3


def test_without_a_word_the_command_lets_the_rate_fall_over_two_fifths_of_all_updates(data, recipe, tmp_path, monkeypatch):
    monkeypatch.setitem(RECIPES, "transformer", recipe)
    for folder, options in (("usual", []), ("none", ["--cooldown", "0"])):
        main(["transformer", "--data", str(data), "--run", str(tmp_path / folder), "--updates", "5", "--device", "cpu", *options])
    cooldown = {folder: json.loads((tmp_path / folder / "checkpoint" / "card.json").read_text())["training"]["cooldown"]
                for folder in ("usual", "none")}
    assert cooldown == {"usual": 2, "none": 0}
