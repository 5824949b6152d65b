"""What is this model? How it was made and how good it is, all of it read from its card."""

import pandas as pd
import streamlit as st

from .. import session

TITLE = "What is this model?"


def draw() -> None:
    model = session.model(session.view().model)
    card = model.card
    sizes, training = card["architecture"], card["training"]
    st.markdown(
        f"An encoder-decoder transformer (Vaswani et al. 2017) with {card['weights'] / 1e6:.1f} million weights, trained by us to "
        f"translate English into French: {sizes['n_layers']} + {sizes['n_layers']} layers of {sizes['n_heads']} heads, "
        f"d_model {sizes['d_model']}, d_ff {sizes['d_ff']}, {sizes['vocabulary_size']:,} sub-words for both languages together. "
        "It knows everyday sentences and picture captions, and little else.")
    quality, making = st.columns(2)
    with quality:
        st.subheader("How good is it?")
        st.dataframe(
            pd.DataFrame([{"test set": name, "BLEU": figure["bleu"], "sentences": figure["sentences"]} for name, figure in card["bleu"].items()]),
            hide_index=True)
        st.caption("sacrebleu, lowercase, 13a; " + card["decoding"] + " decoding; all references of a sentence. None of these sentences was trained on.")
    with making:
        st.subheader("How was it made?")
        facts = {
            "Updates": f"{training['updates']:,}", "Passes over the data": f"{training['epochs']}",
            "Time": f"{training['minutes']:.0f} minutes", "Hardware": training["hardware"],
            "Seed": f"{training['seed']}", "Date": training["date"],
            **{f"Licence of {name}": licence for name, licence in card["licences"].items()}}
        st.dataframe(pd.DataFrame(facts.items(), columns=["", " "]), hide_index=True)
    st.subheader("Translations, good and bad")
    st.caption(card["samples_are"])
    st.dataframe(
        pd.DataFrame([{"English": s["source"], "our model": s["translation"], "a reference": s["references"][0]} for s in card["samples"]]),
        hide_index=True)
    session.device_line()
