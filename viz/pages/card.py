"""What is this model? How it was made and how good it is, all of it read from its card."""

import pandas as pd
import streamlit as st

from .. import session

TITLE = "What is this model?"


def draw() -> None:
    card = session.model(session.view().model).card
    sizes, training = card["architecture"], card["training"]
    st.markdown(
        f"An encoder-decoder transformer (Vaswani et al. 2017) with {card['weights'] / 1e6:.1f} million weights, trained by us to "
        f"translate English into French: {sizes['n_layers']} + {sizes['n_layers']} layers of {sizes['n_heads']} heads, "
        f"d_model {sizes['d_model']}, d_ff {sizes['d_ff']}, {sizes['vocabulary_size']:,} sub-words for both languages together. "
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
