"""What `watch` shows of a network of PyTorch, and what it says where it cannot."""

import numpy as np
import pytest
import torch
from torch import nn

from models import UserError
from viz import watch
from viz.analysis.views import HeadChoice
from viz.base.language import explain, writing_in

D, HEADS = 16, 4
SOURCE, TARGET = ["Ein", "Hund", "schläft"], ["<bos>", "a", "dog"]


def transformer() -> nn.Transformer:
    torch.manual_seed(0)
    return nn.Transformer(D, HEADS, 2, 3, 32, batch_first=True)


def run(network, target=3, left=False):
    """Read two sentences, the second of which is padded."""
    padding = torch.tensor([[False] * 4, [False] * 3 + [True]])
    padding = padding.flip(1) if left else padding
    network(
        torch.randn(2, 4, D),
        torch.randn(2, target, D),
        tgt_mask=nn.Transformer.generate_square_subsequent_mask(target),
        src_key_padding_mask=padding,
        memory_key_padding_mask=padding,
    )


@pytest.mark.slow
@pytest.mark.parametrize("left", [False, True])
def test_encoder_decoder_and_cross_attention_are_drawn_without_padding(left, tmp_path):
    network = transformer()
    with watch(network) as watched:
        run(network, left=left)
    assert repr(watched) == "Watch(8 modules, 8 calls)"
    shown = watched.show(SOURCE, TARGET, sentence=1, stack="cross", layer=2, head=3)
    assert shown.choice == HeadChoice("cross", 2, 3)
    encoder, decoder, cross = shown.run.mechanisms
    assert encoder.rows == encoder.columns == cross.columns == tuple(SOURCE)
    assert decoder.rows == decoder.columns == cross.rows == tuple(TARGET)
    assert not decoder.allowed[0, 1]
    by_name = {call.name: call.weights for call in watched.calls}
    there = slice(1, 4) if left else slice(3)
    expected = by_name["decoder.layers.2.multihead_attn"][1][..., there]
    assert np.array_equal(cross.weights[2], expected)
    assert "decoder.layers.0.multihead_attn … decoder.layers.2.multihead_attn" in shown.caption
    for ending in ("html", "svg", "csv"):
        shown.save(tmp_path / f"head.{ending}")
    whole = watched.attention(["<pad>", *SOURCE], TARGET, sentence=1)
    assert whole.heads("encoder").rows == ("<pad>", *SOURCE)
    assert watched.attention().heads("cross").columns == ("1", "2", "3", "4")


def test_a_decoder_that_writes_word_by_word_is_shown_after_its_last_or_an_earlier_word():
    network = transformer().eval()
    with torch.no_grad(), watch(network, keep=3) as watched:
        memory = network.encoder(torch.randn(1, 4, D))
        for length in range(1, 6):
            network.decoder(torch.randn(1, length, D), memory)
    assert watched.attention().heads("cross").weights.shape == (3, HEADS, 5, 4)
    assert watched.attention(call=-3).heads("cross").weights.shape == (3, HEADS, 3, 4)
    assert watched.attention(call=-3).heads("encoder").weights.shape == (2, HEADS, 4, 4)
    # Without a mask it is the decoder's all the same, and the picture shows what is missing.
    assert watched.attention().heads("decoder").allowed.all()
    with pytest.raises(UserError, match="no call 3: decoder.layers.2.multihead_attn has 3"):
        watched.attention(call=3)


def test_an_encoder_with_a_causal_mask_is_a_decoder():
    layer = nn.TransformerEncoderLayer(D, HEADS, 32, batch_first=True)
    mask = nn.Transformer.generate_square_subsequent_mask(3)
    with watch(layer) as watched:
        layer(torch.randn(1, 3, D), src_mask=mask)
    heads = watched.attention(SOURCE).heads("decoder")
    assert heads.rows == tuple(SOURCE)
    assert not heads.allowed[0, 1]


def test_a_learned_key_and_a_key_of_zeros_are_columns():
    network = nn.MultiheadAttention(D, HEADS, add_bias_kv=True, add_zero_attn=True)
    with watch(network) as watched:
        network(x := torch.randn(3, 1, D), x, x)
    assert watched.show(SOURCE).run.mechanisms[0].columns == (*SOURCE, "<bias>", "<zero>")


def test_two_watches_of_one_network_both_record():
    network = transformer()
    with watch(network) as outer:
        with watch(network.decoder) as inner:
            run(network)
        run(network, target=2)
    assert [len(watched.calls) for watched in (outer, inner)] == [8, 6]
    assert outer.attention().heads("decoder").weights.shape[-1] == 2
    assert torch.backends.mha.get_fastpath_enabled()


def test_a_layer_used_twice_is_named_in_the_caption():
    layer = nn.TransformerEncoderLayer(D, HEADS, 32)
    network = nn.Sequential(layer, layer)
    with watch(network, keep=2) as watched:
        network(torch.randn(3, 1, D))
    assert len(watched.calls) == 2
    text = "0.self_attn, 1.self_attn are one module with shared weights; its last call is shown."
    assert text in watched.attention().text


def watched_run(network=None, keep=1):
    network = network or transformer()
    with watch(network, keep) as watched:
        run(network)
    return watched


class Towers(nn.Module):
    def __init__(self):
        super().__init__()
        self.long = nn.MultiheadAttention(D, 4)
        self.short = nn.MultiheadAttention(D, 2)

    def forward(self):
        x = torch.randn(3, 1, D)
        return self.long(x, x, x), self.short(x, x, x)


def show_towers():
    with watch(towers := Towers()) as watched:
        towers()
    assert watched.attention(modules="short").heads("encoder").weights.shape[1] == 2
    watched.show()


def enter_twice():
    with watch(network := transformer()) as watched:
        run(network)
        with watched:
            run(network)


MISTAKES = {
    "There is no nn.MultiheadAttention in this Linear.": lambda: watch(nn.Linear(2, 2)),
    "A network of PyTorch can be watched, no str.": lambda: watch("transformer"),
    "keep is 0; give 1 or more": lambda: watch(transformer(), keep=0),
    "OptimizedModule is compiled": lambda: watch(torch.compile(transformer(), backend="eager")),
    "is compiled, so its attention is not called": lambda: watch(
        torch.jit.trace(nn.Linear(2, 2), torch.zeros(2))
    ),
    "DataParallel runs copies": lambda: watch(several_devices()),
    "Nothing was recorded. Call the network inside the block": lambda: watch(transformer()).show(),
    "There are 2 tokens for 4 places, of which 4": lambda: watched_run().show(["Ein", "Hund"]),
    "There is no sentence 7 here: the batch has 2": lambda: watched_run().show(sentence=7),
    "There is no call -2: decoder.layers.2.multihead": lambda: watched_run().show(call=-2),
    "This watch is on already.": enter_twice,
    r"differ: long \[4, 3, 3\], short \[2, 3, 3\]. Choose some": show_towers,
}


def several_devices():
    network = nn.DataParallel(transformer())
    network.device_ids = [0, 1]
    return network


@pytest.mark.filterwarnings("ignore:.torch.jit.trace")
@pytest.mark.parametrize("sentence", MISTAKES)
def test_a_mistake_gets_a_sentence(sentence):
    with pytest.raises(UserError, match=sentence) as caught:
        MISTAKES[sentence]()
    assert torch.backends.mha.get_fastpath_enabled()
    with writing_in("fr"):
        assert explain(caught.value) != str(caught.value)
