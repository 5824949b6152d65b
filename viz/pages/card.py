"""What is this model? How it was made and how good it is, all of it read from its card."""

import pandas as pd
import streamlit as st

from ..app import alerts, cache, frame, state
from ..language import mark, t

TITLE = mark("What is this model?")
READS = mark({  # what a BiLSTM is, by its score function
    "additive": "A bidirectional LSTM reads, an LSTM writes, with additive attention (Bahdanau et al. 2015); d_model {d_model}.",
    "dot": "A bidirectional LSTM reads, an LSTM writes, with dot-product attention (Luong et al. 2015); d_model {d_model}.",
    "bilinear": "A bidirectional LSTM reads, an LSTM writes, with bilinear attention (Luong et al. 2015); d_model {d_model}.",
    None: "A bidirectional LSTM reads, an LSTM writes, with no attention (Sutskever et al. 2014); d_model {d_model}.",
})
KINDS = mark({  # what a pretrained model is
    "encoder-only": "{model} reads a text: an encoder alone, like BERT, of {layers} layers with {heads} heads and {weights:.1f} million weights.",
    "decoder-only": "{model} goes on with a text: a decoder alone, like GPT, of {layers} layers with {heads} heads and {weights:.1f} million weights.",
    "encoder-decoder": "{model} reads a text and writes another: encoder and decoder, like T5, of {layers} layers with {heads} heads and {weights:.1f} "
                       "million weights."})
FACTS = mark({"family": "Family", "source": "Source", "revision": "Revision", "bits": "Bits a weight"})
mark("greedy")  # as cards call the decoding


def draw() -> None:
    model = cache.model(state.current_view().model)
    card = model.card
    if "training" not in card:
        pretrained(model)
        return
    training = card["training"]
    st.markdown(t(
        "{network} It has {weights:.1f} million weights and was trained by us to translate English into French, with {vocabulary:,} sub-words for both "
        "languages together. It knows everyday sentences and picture captions, and little else.",
        network=network(card["architecture"]), weights=card["weights"] / 1e6,
        vocabulary=len(model.tokenizer)))
    quality, making = st.columns(2, gap="large")
    with quality:
        st.markdown(f"#### {t('How good is it?')}")
        if "bleu" in card:
            figures(card)
        else:
            command = f"python -m models.training.evaluate {model.name} --data FILE... --write-card"
            st.markdown(t("Nobody has measured it yet. This writes its figures: {command}",
                          command=f"`{command}`"))
    with making:
        st.markdown(f"#### {t('How was it made?')}")
        facts = {
            t("Updates"): t("{updates:,}, {epochs} passes over the data", updates=training["updates"], epochs=training["epochs"]),
            t("Time"): t("{minutes:.0f} minutes on {hardware}", minutes=training["minutes"], hardware=training["hardware"]),
            t("Seed and date"): f"{training['seed']}, {training['date']}",
            **{t("Data: {name}", name=name): licence for name, licence in card["licences"].items()}}
        st.table(pd.DataFrame(facts.items()), border="horizontal", hide_index=True, hide_header=True)
    if "samples" in card:
        samples(card)
    frame.draw_device_line()


def figures(card: dict) -> None:
    """How well it translates whole test sets."""
    rows = [{t("test set"): name, "BLEU": f"{figure['bleu']:.1f}",
             t("sentences"): f"{figure['sentences']:,}"} for name, figure in card["bleu"].items()]
    st.table(rows, border="horizontal", hide_index=True)
    st.caption(t("sacrebleu, lowercase, 13a, {decoding} decoding, all references of a sentence. "
                 "None of these sentences was trained on.", decoding=t(card["decoding"])))


def samples(card: dict) -> None:
    """Some of its translations beside a reference."""
    st.markdown(f"#### {t('Translations, good and bad')}")
    st.table([{t("in English"): sample["source"], t("our model"): sample["translation"], t("a reference"): sample["references"][0]}
              for sample in card["samples"]], border="horizontal", hide_index=True)
    st.caption(t("{count} of the {total} sentences scored, from evenly spaced places of the files, not chosen.", count=len(card["samples"]),
                 total=sum(figure["sentences"] for figure in card["bleu"].values())))


def pretrained(model) -> None:
    """What is known of a model that was not trained by us."""
    card, (layers, heads) = model.card, next(iter(model.attention_sizes.values()))
    said = t(
        KINDS[model.kind],
        model=alerts.escape_markdown(model.name),
        layers=layers,
        heads=heads,
        weights=card["weights"] / 1e6,
    )
    st.markdown(f"{said} {t('It was not trained by us: whoever runs this server offers it.')}")
    facts = {t(title): str(card[name]) for name, title in FACTS.items() if card.get(name)}
    st.table(pd.DataFrame(facts.items()), border="horizontal", hide_index=True, hide_header=True)
    frame.draw_device_line()


def network(sizes: dict) -> str:
    """One sentence on what kind of network this is."""
    if sizes["architecture"] == "transformer":
        return t("An encoder-decoder transformer (Vaswani et al. 2017): {layers} + {layers} layers of {heads} heads, d_model {d_model}, d_ff {d_ff}.",
                 layers=sizes["n_layers"], heads=sizes["n_heads"], d_model=sizes["d_model"], d_ff=sizes["d_ff"])
    if sizes["architecture"] == "bilstm":
        return t(READS[sizes["score"]], d_model=sizes["d_model"])
    listed = ", ".join(f"{name} {value}" for name, value in sizes.items() if name != "architecture")
    return t(
        "A network of the architecture “{architecture}”: {sizes}.",
        architecture=sizes["architecture"],
        sizes=alerts.escape_markdown(listed),
    )
