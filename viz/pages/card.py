"""What is this model? How it was made and how good it is, all of it read from its card."""

import pandas as pd
import streamlit as st

from .. import session

TITLE = "What is this model?"


def draw() -> None:
    card = session.model(session.view().model).card
    training = card["training"]
    st.markdown(
        f"{network(card['architecture'])} It has {card['weights'] / 1e6:.1f} million weights and was trained by us to translate "
        f"English into French, with {card['architecture']['vocabulary_size']:,} sub-words for both languages together. "
        "It knows everyday sentences and picture captions, and little else.")
    quality, making = st.columns(2, gap="large")
    with quality:
        st.markdown("#### How good is it?")
        st.table([{"test set": name, "BLEU": f"{figure['bleu']:.1f}", "sentences": f"{figure['sentences']:,}"}
                  for name, figure in card["bleu"].items()], border="horizontal", hide_index=True)
        st.caption(f"sacrebleu, lowercase, 13a, {card['decoding']} decoding, all references of a sentence. "
                   "None of these sentences was trained on.")
    with making:
        st.markdown("#### How was it made?")
        facts = {
            "Updates": f"{training['updates']:,}, {training['epochs']} passes over the data",
            "Time": f"{training['minutes']:.0f} minutes on {training['hardware']}",
            "Seed and date": f"{training['seed']}, {training['date']}",
            **{f"Data: {name}": licence for name, licence in card["licences"].items()}}
        st.table(pd.DataFrame(facts.items()), border="horizontal", hide_index=True, hide_header=True)
    st.markdown("#### Translations, good and bad")
    st.table([{"English": sample["source"], "our model": sample["translation"], "a reference": sample["references"][0]}
              for sample in card["samples"]], border="horizontal", hide_index=True)
    st.caption(f"{card['samples_are']}.")
    session.device_line()


def network(sizes: dict) -> str:
    """One sentence on what kind of network this is."""
    if sizes["architecture"] == "transformer":
        return (f"An encoder-decoder transformer (Vaswani et al. 2017): {sizes['n_layers']} + {sizes['n_layers']} layers of "
                f"{sizes['n_heads']} heads, d_model {sizes['d_model']}, d_ff {sizes['d_ff']}.")
    attention = {"additive": "additive attention (Bahdanau et al. 2015)", "dot": "dot-product attention (Luong et al. 2015)",
                 "bilinear": "bilinear attention (Luong et al. 2015)", None: "no attention (Sutskever et al. 2014)"}[sizes["score"]]
    return f"A bidirectional LSTM reads, an LSTM writes, with {attention}; d_model {sizes['d_model']}."
