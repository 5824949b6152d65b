"""Every number of one head, from the word's vector to what leaves the layer. Numpy only, neither torch nor Streamlit.

Computed anew in float64 from the states that enter the layer and the model's weights, so that a test can say whether it is what the
model did. Of a pretrained model from the recorded query, keys and values on, to what its attention adds: how a family makes the first
of a word, and what it does with the last, differs.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models import Trace, UserError

from .derivation import Board, Derivation, formula, fraction, root
from .language import mark, t
from .views import STACK_TITLES

Weights = Mapping[str, np.ndarray]
LARGEST_SENT = 20_000  # numbers; a matrix of more is not sent to the browser
LARGEST_EXP = 80.0  # a score beyond is no good to take the exponential of
WEIGHTED = mark({  # of a weighted sum: what is weighed, the step that weighs, what it does, and the sum
    "values": ("values · weights", "Weighted values", "Each of the values times its weight: what this word adds to the result.",
               "sum of the weighted values"),
    "states": ("states · weights", "Weighted states", "Each of the states times its weight: what this word adds to the result.",
               "sum of the weighted states")})


def derive(trace: Trace, parameters: Weights, stack: str, layer: int, head: int, row: int, n_heads: int) -> Derivation:
    """One head for the query at `row`, a token as it is; `parameters` are those of `TranslationModel.parameters(stack, layer)`.

    Raises UserError for a trace of a model that is changed otherwise than by a swapped word, ValueError for a head or a row
    that is not there.
    """
    if {*trace.request.what_if.applied} - {"swap"}:
        raise UserError("The numbers of a head are shown for the model as it was trained. Take back what is changed in it first.")
    maps = trace.attention[stack]
    sizes = (0, 0, 0) if maps is None else (maps.n_layers, maps.n_heads, len(maps.query_tokens))
    if n_heads != sizes[1] or not all(0 <= place < size for place, size in zip((layer, head, row), sizes)):
        raise ValueError(f"{stack!r} has {sizes} layers, heads and queries; asked for {(layer, head, row)} of {n_heads} heads")
    board, p = Board(), doubles(parameters)
    who = maps.query_tokens[row] + (f" ▸ {trace.predicted[row]}" if stack == "cross" else "")  # the word read ▸ the word written
    if "combine" in p:
        recurrent_head(board, trace, p, row, who)
        return board.derivation(t("{attention}: “{who}”", attention=t(STACK_TITLES[stack]), who=who))
    (transformer_head if "to_query" in p else pretrained_head)(board, trace, p, stack, layer, head, row, who)
    return board.derivation(t("{attention}, layer {layer}, head {head}: “{who}”", attention=t(STACK_TITLES[stack]), layer=layer + 1, head=head + 1,
                              who=who))


def doubles(parameters: Weights) -> dict[str, np.ndarray]:
    """The parameters in float64, a bias as a matrix of one row."""
    return {name: np.atleast_2d(np.asarray(values, np.float64)) for name, values in parameters.items()}


def split(states: np.ndarray, p: Weights, name: str, n_heads: int) -> np.ndarray:
    """A projection of `states [position, d_model]`, by heads: `[head, position, d_head]`."""
    return (states @ p[name] + p[name + "_bias"]).reshape(len(states), n_heads, -1).swapaxes(0, 1)


def joined(found: np.ndarray) -> np.ndarray:
    """What the heads found side by side: `[head, query, d_head]` to `[query, head · d_head]`."""
    return found.swapaxes(0, 1).reshape(found.shape[1], -1)


def attend(
    x: np.ndarray, context: np.ndarray, p: Weights, allowed: np.ndarray, n_heads: int, prefix: str = ""
) -> np.ndarray:
    """What each head finds for `x [query, d_model]` in `context [key, d_model]`; `[head, query, d_head]` (Vaswani et al. 2017, eq. 1)."""
    query, key, value = (split(states, p, prefix + name, n_heads)
                         for states, name in ((x, "to_query"), (context, "to_key"), (context, "to_value")))
    scores = np.where(allowed, query @ key.swapaxes(1, 2) / query.shape[-1] ** 0.5, -np.inf)  # [head, query, key]
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True) @ value


def matrix(board: Board, p: Weights, name: str, title: str, symbol: str, columns: slice = slice(None)) -> str:
    """Writes down a matrix or a bias of the model, or some columns of it."""
    values = p[name][:, columns]
    return board.give(name, values, title, symbol, "matrix", sent=values.size <= LARGEST_SENT)


def add_and_norm(
    board: Board, p: Weights, before: str, added: str, after: str, title: str, symbol: str, prefix: str = "", index: str = ""
) -> tuple[str, ...]:
    """Residual connection and layer normalisation (Vaswani et al. 2017, section 3.1); the names of all grids."""
    rows = board.grids[before].rows
    both = board.make(prefix + "residual", "add", (before, added), t("their sum"), "r" + index, "state", rows=rows)
    gain = matrix(board, p, prefix + "norm_gain", t("gain"), "γ" + index)
    shift = matrix(board, p, prefix + "norm_shift", t("shift"), "β" + index)
    return before, added, both, gain, shift, board.make(after, "norm", (both, gain, shift), title, symbol, "state", rows=rows)


def norm_formula(sum_of: str, symbol: str, index: str = "") -> str:
    r = "r" + index
    return (formula(f"{r} = {sum_of} , {symbol} = γ{index} ·")
            + fraction(formula(f"{r} − {t('mean ( {r} )', r=r)}"), root(formula(f"var ( {r} ) + ε"))) + formula(f"+ β{index}"))


def share_out(board: Board, *scores: str, index: str = "j", total: str = "z") -> None:
    """Softmax over each row of the grids `scores`, in two steps: makes "exponentials", "total" and "weights"; of several "weights_1" ...

    Where the largest score of a row is beyond ±LARGEST_EXP, the largest of each row is taken away from it first.
    """
    lower, e, weight, shown, shares = f"t_{index}", f"e_{index}", f"α_{index}", [], []
    far = any(np.abs(np.nanmax(board.grids[name].values, 1)).max() > LARGEST_EXP for name in scores)
    for number, name in enumerate(scores, 1):
        grid, several = board.grids[name], len(scores) > 1
        end, named = f"_{number}" * several, lambda what: t("{what}, head {head}", what=what, head=number) if several else what
        pair = dict(rows=grid.rows, columns=grid.columns)
        shifted = [board.make("shifted" + end, "less largest", (name,), named(t("less the largest")), lower, "score", **pair)] if far else []
        powers = board.make("exponentials" + end, "exp", (shifted[0] if far else name,), named(t("exponentials")), e, "score", **pair)
        sums = board.make("total" + end, "total", (powers,), named(t("their sum")), total, "score", rows=grid.rows)
        weights = board.make("weights" + end, "share", (powers, sums), named(t("weights")), weight, "weight", **pair)
        shown += [name, *shifted, powers, sums]
        shares += [powers, sums, weights]
    masked = any(np.isnan(board.grids[name].values).any() for name in scores)
    s = grid.symbol
    says = t("A score is beyond ±{largest:.0f}: so the largest of a row is taken from all in it, which changes no weight; then e to the power "
             "of each, and the sum." if far else "e to the power of a score is above 0 whatever the score; then all are added up.", largest=LARGEST_EXP)
    powers = f"{lower} = {s} − max ( {s} ) , {e} = exp ( {lower} )" if far else f"{e} = exp ( {s} )"
    board.step(t("Exponentials"), f"{says} {t('What is masked counts 0.')}" if masked else says, formula(f"{powers} , {total} = ∑_j {e}"), *shown)
    board.step(t("Weights"), t("Each exponential divided by the sum: no weight is below 0, and together they are 1."),
               formula(f"{weight} =") + fraction(formula(e), formula(total)), *shares)


def mix(board: Board, values: str, what: str, result: str, says: str, output: str) -> None:
    """The weighted sum of the grid `values`, `what` of WEIGHTED they are, in two steps: makes "weighted" and "head_output"."""
    grid, (product, name, adds, total) = board.grids[values], map(t, WEIGHTED[what])
    board.make("weighted", "weigh", ("weights", values), product, "u_j", "output", rows=grid.rows, sent=grid.sent)
    board.step(name, adds, formula(f"u_j = α_j {grid.symbol}"), "weights", values, "weighted")
    board.make("head_output", "sum", ("weighted",), total, output, "output", rows=board.grids["weights"].rows)
    board.step(result, says, formula(f"{output} = ∑_j u_j"), "weighted", "head_output")


def transformer_head(board: Board, trace: Trace, p: Weights, stack: str, layer: int, head: int, row: int, who: str) -> None:
    """The steps of one head and of what follows it in its layer (Vaswani et al. 2017, sections 3.1 to 3.3)."""
    maps, of_each = trace.attention[stack], t("what enters the layer for each word")
    states = trace.hidden["encoder" if stack == "encoder" else "decoder"][layer].astype(np.float64)  # [position, d_model]
    context, symbol = states, "x_j"
    if stack == "cross":
        context, symbol, of_each = trace.hidden["encoder"][-1].astype(np.float64), "h_j", t("what the encoder made of each word")
        enter_cross(board, trace, p, states, row, who)
    else:
        enter(board, p, states[row : row + 1], layer, row, who)
    board.give("states", context, of_each, symbol, "state", rows=maps.key_tokens)
    project(board, p, head, states.shape[1] // maps.n_heads, who)
    look(board, maps.allowed[row : row + 1], head, who)
    mix_heads(board, p, attend(board.grids["word"].values, context, p, maps.allowed[row : row + 1], maps.n_heads), head, who)
    shown = add_and_norm(board, p, "word", "projected", "attended", t("after attention"), "n")
    board.step(t("Residual and norm"), t(
        "What was there before is added, and the sum brought to mean 0 and variance 1, times a gain, plus a shift: what the cross-attention of this "
        "layer looks with." if stack == "decoder" else
        "What was there before is added, and the sum brought to mean 0 and variance 1, times a gain, plus a shift."), norm_formula("x + y", "n"), *shown)
    if stack == "decoder":
        return
    if layer + 1 < maps.n_layers:
        end = t("Again what was there before is added, and the sum normed: what enters layer {layer}.", layer=layer + 2)
    elif stack == "encoder":
        end = t("Again what was there before is added, and the sum normed: what the decoder will look at.")
    else:
        end = t("Again what was there before is added, and the sum normed: what “{word}” is written from.", word=trace.predicted[row])
    feed_forward(board, p, end)


def pretrained_head(board: Board, trace: Trace, p: Weights, stack: str, layer: int, head: int, row: int, who: str) -> None:
    """The steps of one head of a pretrained model, from what its family makes of a word on; T5 adds a number for each distance to its
    scores (Raffel et al. 2020, section 2.1)."""
    maps, own = trace.attention[stack], slice(row, row + 1)
    query, scores, weights = (array[layer, head, own].astype(np.float64) for array in (maps.query, maps.scores, maps.weights))
    key, value, scale = maps.key[layer, head].astype(np.float64), maps.value[layer, head], p["scale"].item()
    board.give("query", query, t("query of “{who}”", who=who), "q", "query", rows=(who,))
    board.step(t("Query"), t("What “{who}” looks for. Query, keys and values are as the model made them, with its positions where these are "
                             "rotary: how they are made differs from family to family, so the computation begins here.", who=who), formula("q"), "query")
    for name, values, symbol, role, step, title, says in (
            ("keys", key, "k_j", "key", t("Keys"), t("key of each word"), t("The key of each word: what the word can be found by.")),
            ("values", value, "v_j", "value", t("Values"), t("value of each word"), t("The value of each word: what the word has to give."))):
        board.give(name, values, title, symbol, role, rows=maps.key_tokens, sent=values.size <= LARGEST_SENT)
        board.step(step, says, formula(symbol), name)
    # A layer may let see less than all of them together: what has no weight though its score is not small is masked in this one.
    near = scores > scores[maps.allowed[own]].max() - LARGEST_EXP
    allowed = maps.allowed[own] & ((weights > 0) | ~near)
    causal = stack == "decoder" and (allowed == (np.arange(allowed.size) <= row)).all()
    look(board, allowed, head, who, scale, scores - scale * query @ key.T if "relative" in p else None, causal)
    mix_heads(board, p, maps.head_output[layer, :, own].astype(np.float64), head, who)


def enter(board: Board, p: Weights, entered: np.ndarray, layer: int, row: int, who: str) -> None:
    """What enters a layer with self-attention, `entered [1, d_model]`: makes or gives "word"."""
    d_model = entered.shape[1]
    if layer:
        board.give("word", entered, t("state of “{who}” after layer {layer}", who=who, layer=layer), "x", "state", rows=(who,))
        board.step(t("The word"), t("What layer {layer} made of “{who}”: {count} numbers, in which the words looked at already have a part.",
                                    layer=layer, who=who, count=d_model), formula("x"), "word")
        return
    place = p["positions"][row : row + 1]
    board.give("embedding", entered - place, t("embedding of “{who}” · √{size}", who=who, size=d_model), "emb", "state", rows=(who,))
    board.give("position", place, t("position {place}", place=row + 1), "pos", "state", rows=(who,))
    board.make("word", "add", ("embedding", "position"), t("vector of “{who}”", who=who), "x", "state", rows=(who,))
    board.step(
        t("The word"), t("What enters the first layer: the embedding of “{who}” times √{size}, plus the encoding of position {place}.",
                         who=who, size=d_model, place=row + 1),
        formula("x = emb + pos"), "embedding", "position", "word")


def enter_cross(board: Board, trace: Trace, p: Weights, states: np.ndarray, row: int, who: str) -> None:
    """What looks in cross-attention: `states [position, d_model]` after the self-attention of the same layer; makes "word"."""
    entered, allowed = states[row : row + 1], trace.attention["decoder"].allowed[row : row + 1]
    found = joined(attend(entered, states, p, allowed, trace.attention["decoder"].n_heads, "self_"))
    found = found @ p["self_to_output"] + p["self_to_output_bias"]
    board.give("entered", entered, t("what entered the layer"), "x_in", "state", rows=(who,))
    board.give("self_output", found, t("what self-attention adds"), "y_self", "output", rows=(who,))
    shown = add_and_norm(board, p, "entered", "self_output", "word", t("state of “{who}”", who=who), "x", "self_", "_self")
    read, written = trace.decoder_input[row], trace.predicted[row]
    board.step(t("The word"), t("The decoder has read “{read}” and will write “{written}”. What entered the layer, and what its self-attention found in "
                                "the French so far, are added and normed; that looks at the English.", read=read, written=written),
               norm_formula("x_in + y_self", "x", "_self"), *shown)


def project(board: Board, p: Weights, head: int, d_head: int, who: str) -> None:
    """From the grids "word" and "states" to "query", "keys" and "values" of one head (section 3.2.2)."""
    n, own = head + 1, slice(head * d_head, (head + 1) * d_head)
    each = board.grids["states"].title.capitalize()
    for name, short, letter, source, symbol, step, title, says in (
            ("query", "query", "Q", "word", "q", t("Query"), t("query of “{who}”", who=who),
             t("The vector of “{who}” times the {count} columns of W_Q that are this head's, plus a bias: what “{who}” looks for.", who=who, count=d_head)),
            ("keys", "key", "K", "states", "k_j", t("Keys"), t("key of each word"),
             t("{each}, times the {count} columns of W_K that are this head's, plus a bias: what the word can be found by.", each=each, count=d_head)),
            ("values", "value", "V", "states", "v_j", t("Values"), t("value of each word"),
             t("{each}, times the {count} columns of W_V that are this head's, plus a bias: what the word has to give.", each=each, count=d_head))):
        weight = matrix(board, p, f"to_{short}", t("{matrix} of head {head}", matrix=f"W_{letter}", head=n), f"W_{letter}", own)
        of, x = (source, weight, matrix(board, p, f"to_{short}_bias", t("its bias"), f"b_{letter}", own)), board.grids[source]
        board.make(name, "linear", of, title, symbol, short, rows=x.rows)
        board.step(step, says, formula(f"{symbol} = {x.symbol} W_{letter} + b_{letter}"), *of, name)


def look(board: Board, allowed: np.ndarray, head: int, who: str, scale: float | None = None, relative: np.ndarray | None = None,
         causal: bool = True) -> None:
    """One head, from the grids "query", "keys" and "values" to "head_output" (section 3.2.1); `allowed [1, key]`.

    A `scale` other than 1 / √d_head and `relative [1, key]`, numbers that are added for the distance, are a pretrained model's own.
    Without `causal` what is masked is more or other than what comes after the word.
    """
    size, pair = board.grids["query"].values.shape[1], dict(rows=(who,), columns=board.grids["keys"].rows)
    board.make("dots", "dots", ("query", "keys"), t("query · key"), "p_j", "score", **pair)
    board.step(t("Dot products"), t("The query of “{who}” and a key, number times number, added up: the better they fit, the larger.", who=who),
               formula("p_j = q · k_j"), "query", "keys", "dots")
    scaled, symbol = ("scores", "s_j") if relative is None else ("scaled", "l_j")
    if scale is None or math.isclose(scale, size**-0.5, rel_tol=1e-6):
        board.make(scaled, "divide", ("dots",), t("divided by √{size}", size=size), symbol, "score", number=size**0.5, **pair)
        says = t("Each is divided by √{size} = {root:.2f}: a sum of many products is large, and with large scores a head would look at one word only.",
                 size=size, root=size**0.5)
        board.step(t("Scale"), says, formula(f"{symbol} =") + fraction(formula("p_j"), root(formula("d_head"))), "dots", scaled)
    else:
        board.make(scaled, "times", ("dots",), t("times {scale:.4g}", scale=scale), symbol, "score", number=scale, **pair)
        says = t("Each stays as it is: this model does not scale its scores, its weights learnt to be small enough." if scale == 1 else
                 "Each is multiplied by {scale:.4g}, a factor of this model's own.", scale=scale)
        board.step(t("Scale"), says, formula(f"{symbol} = {scale:.4g} · p_j"), "dots", scaled)
    if relative is not None:
        board.give("relative", relative, t("for the distance"), "b_j", "matrix", **pair)
        board.make("scores", "add", (scaled, "relative"), t("scores"), "s_j", "score", **pair)
        board.step(t("Distance"), t("A number that this head learnt for each distance from “{who}” is added: this is how the model knows word order.",
                                    who=who), formula("s_j = l_j + b_j"), scaled, "relative", "scores")
    board.give("allowed", allowed, t("may be looked at"), "M_j", "matrix", **pair)
    board.make("masked", "mask", ("scores", "allowed"), t("after the mask"), "m_j", "score", **pair)
    later = int((~allowed).sum())
    board.step(t("Mask"), t("Nothing is masked here: “{who}” may look at every word." if not later else
                            "What comes after “{who}”, {later} of {all}, may not be looked at: when “{who}” is read, it is not written yet." if causal else
                            "{later} of {all} may not be looked at: in this layer “{who}” sees those near it only.", who=who, later=later, all=allowed.size),
               formula("m_j = s_j ( M_j = 1 ) , m_j = − ∞ ( M_j = 0 )"), "scores", "allowed", "masked")
    share_out(board, "masked")
    mix(board, "values", "values", t("Head output"), t("All added up: what head {head} found for “{who}”.", head=head + 1, who=who), f"o_{head + 1}")


def mix_heads(board: Board, p: Weights, found: np.ndarray, head: int, who: str) -> None:
    """What all heads `found [head, 1, d_value]` side by side, and what W_O makes of it: from "head_output" to "projected" (section 3.2.2)."""
    n, count, parts = head + 1, len(found), []
    for first, last in [(one, one) for one in range(1, count + 1)] if count <= 4 else [(1, n - 1), (n, n), (n + 1, count)]:  # many as three grids
        title = t("of head {head}" if first == last else "of heads {head} to {last}", head=first, last=last)
        symbol = f"o_{first}" if first == last else f"o_{first}–{last}"
        if (first, last) == (n, n):
            parts.append("head_output")
        elif first <= last:
            parts.append(board.give(f"head_output_{first}", joined(found[first - 1 : last]), title, symbol, "output", rows=(who,)))
    board.make("joined", "join", tuple(parts), t("all heads side by side"), "c", "output", rows=(who,))
    board.step(t("All heads"), t("What the {heads} heads found, side by side; the others have done the same with queries of their own.", heads=count),
               formula("c = [ " + " , ".join(board.grids[part].symbol for part in parts) + " ]"), *parts, "joined")
    of, biased = ("joined", matrix(board, p, "to_output", "W_O", "W_O")), p["to_output_bias"].any()
    if biased:  # some families have none
        of += (matrix(board, p, "to_output_bias", t("its bias"), "b_O"),)
    board.make("projected", "linear", of, t("what attention adds"), "y", "output", rows=(who,))
    board.step(t("Output projection"), t("W_O mixes the heads: what this attention adds to “{who}”.", who=who),
               formula("y = c W_O + b_O" if biased else "y = c W_O"), *(name for name in of if board.grids[name].sent), "projected")


def feed_forward(board: Board, p: Weights, end: str) -> None:
    """From the grid "attended" to "leaves" (section 3.3); `end` says in a sentence what that is."""
    rows, (d_model, d_ff) = board.grids["attended"].rows, p["feed_forward_in"].shape
    into = "attended", matrix(board, p, "feed_forward_in", "W_1", "W_1"), matrix(board, p, "feed_forward_in_bias", t("its bias"), "b_1")
    board.make("hidden", "linear relu", into, t("hidden layer"), "f", "state", rows=rows)
    out = "hidden", matrix(board, p, "feed_forward_out", "W_2", "W_2"), matrix(board, p, "feed_forward_out_bias", t("its bias"), "b_2")
    board.make("fed", "linear", out, t("what it adds"), "g", "state", rows=rows)
    board.step(
        t("Feed-forward"), t("A network of two layers, for each word alone: {few} numbers become {many}, of which those below 0 become 0, and then "
                             "{few} again.", few=d_model, many=d_ff), formula("f = max ( 0 , n W_1 + b_1 ) , g = f W_2 + b_2"), "attended", "hidden", "fed")
    shown = add_and_norm(board, p, "attended", "fed", "leaves", t("what leaves the layer"), "n_2", "feed_forward_", "_2")
    board.step(t("Layer output"), end, norm_formula("n + g", "n_2", "_2"), *shown)


def recurrent_head(board: Board, trace: Trace, p: Weights, row: int, who: str) -> None:
    """The steps of the attention of `BiLSTM` (Luong et al. 2015, section 3.1; additive: Bahdanau et al. 2015, appendix A.1.2)."""
    read, written, keys = trace.decoder_input[row], trace.predicted[row], trace.source
    board.give("query", trace.hidden["decoder"][-1][row : row + 1], t("state of the decoder, “{who}”", who=who), "q", "query", rows=(who,))
    board.step(t("Query"), t("The state of the decoder when it has read “{read}” and will write “{written}” is the query as it is: there is no W_Q.",
                             read=read, written=written), formula("q"), "query")
    board.give("keys", trace.hidden["encoder"][-1], t("states of the encoder"), "k_j", "key", rows=keys)
    board.step(t("Keys and values"), t("The states of the encoder at each word, of both directions, are key and value at once."),
               formula("v_j = k_j"), "keys")
    asked = "query"
    if name := next((name for name in ("of_query", "weight") if name in p), None):
        asked = board.make("asked", "linear", ("query", matrix(board, p, name, "W", "W")), t("query, projected"), "q_W", "query", rows=(who,))
        board.step(t("Query, projected"), t("The query times a matrix of the score."), formula("q_W = q W"), "query", asked)
    if "of_key" in p:
        board.make("offered", "linear", ("keys", matrix(board, p, "of_key", "U", "U")), t("keys, projected"), "k_Uj", "key", rows=keys)
        board.step(t("Keys, projected"), t("Each key times another matrix."), formula("k_Uj = k_j U"), "keys", "offered")
        board.make("pairs", "add tanh", ("offered", "asked"), t("tanh of the sum"), "l_j", "score", rows=keys)
        board.step(t("Sum and tanh"), t("The projected query is added to each projected key, then the tanh: a small network's hidden layer."),
                   formula("l_j = tanh ( q_W + k_Uj )"), "asked", "offered", "pairs")
        of, sums = (board.give("to_score", p["to_score"].T, "v", "v_a", "matrix"), "pairs"), "s_j = v_a · l_j"
        says = t("That and a vector v, number times number, added up: the score of each word. Nothing is divided or masked here.")
    else:
        of, sums = (asked, "keys"), f"s_j = {board.grids[asked].symbol} · k_j"
        says = t("The query and a key, number times number, added up: the score of each word. Nothing is divided or masked here.")
    board.make("scores", "dots", of, t("scores"), "s_j", "score", rows=(who,), columns=keys)
    board.step(t("Dot products"), says, formula(sums), *of, "scores")
    share_out(board, "scores")
    mix(board, "keys", "states", t("Context"), t("All added up: what “{written}” takes from the English.", written=written), "c")
    board.make("joined", "join", ("head_output", "query"), t("context and state side by side"), "o", "output", rows=(who,))
    of = "joined", matrix(board, p, "combine", "W_c", "W_c")
    board.make("leaves", "linear tanh", of, t("what “{written}” is written from", written=written), "y", "output", rows=(who,))
    board.step(t("Combine"), t("Context and decoder state, side by side, times W_c, and the tanh of it: what “{written}” is written from.", written=written),
               formula("o = [ c , q ] , y = tanh ( o W_c )"), "head_output", "query", "joined", "leaves")


@dataclass(frozen=True)
class Contributions:
    """How long what each word adds to another is, beside how much it weighs (Kobayashi et al. 2020, section 3)."""

    norms: np.ndarray  # [head, query, key] of one head: ‖α f(x)‖
    together: np.ndarray  # [query, key] of all heads: ‖Σ α f(x)‖ over the heads
    error: float  # the largest difference between the sum of all parts with b_O and the attention's output


def contributions(trace: Trace, parameters: Weights, stack: str, layer: int, n_heads: int) -> Contributions:
    """What each key adds to each query: α f(x) with f(x) = v W_O of one head, v = x W_V + b_V; in a BiLSTM f(x) = v = x.

    α is the weight in the trace, whatever is changed in the model. Raises ValueError for a layer or a number of heads that is
    not there.
    """
    maps, p = trace.attention[stack], doubles(parameters)
    if maps is None or not 0 <= layer < maps.n_layers or n_heads != maps.n_heads:
        raise ValueError(f"{trace.request.model!r} has no layer {layer} of {n_heads} heads in {stack!r}")
    weights, found = (array[layer].astype(np.float64) for array in (maps.weights, maps.head_output))
    f, output, rest = maps.value[layer].astype(np.float64), joined(found), 0.0
    if "to_output" in p:
        audible = [[(stack, layer, head) not in trace.request.what_if.silenced] for head in range(n_heads)]
        weights = weights * np.array(audible)[:, :, None]
        f = f @ p["to_output"].reshape(n_heads, -1, p["to_output"].shape[1])  # [head, key, d_model]
        rest = p["to_output_bias"]
        output = joined(found) @ p["to_output"] + rest  # [query, d_model]
    norms, together, total = weights * np.linalg.norm(f, axis=-1)[:, None], np.empty(weights.shape[1:]), rest
    for key in range(f.shape[1]):  # one after the other: of 512 words all parts at once are gigabytes
        part = weights[:, :, key].T @ f[:, key]  # [query, d_model]
        together[:, key], total = np.linalg.norm(part, axis=-1), total + part
    norms.flags.writeable = together.flags.writeable = False
    return Contributions(norms, together, float(np.abs(total - output).max()))
