"""Titles of the models on the screen; links and files use the technical names."""

from .language import t, translatable

TITLES = translatable(
    {
        "transformer": "Transformer",
        "bilstm-additive": "BiLSTM, additive attention",
        "bilstm-dot": "BiLSTM, dot-product attention",
        "bilstm-bilinear": "BiLSTM, bilinear attention",
        "seq2seq": "seq2seq, no attention",
        "seq2seq-rnn": "seq2seq of plain RNNs, no attention",
        "gpt": "GPT, a decoder alone",
        "bert": "BERT, an encoder alone",
        "lstm-lm": "LSTM language model",
        "elmo": "ELMo, an LSTM in each direction",
    }
)


def model_title(name: str) -> str:
    """Return the title of a model; a pretrained model's title is its name."""
    return t(TITLES[name]) if name in TITLES else name
