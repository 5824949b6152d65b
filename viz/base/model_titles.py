"""The names of the models for people; links and files keep the technical ones."""

from .language import mark, t

TITLES = mark(
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
    """What a model is called on the screen; a pretrained one by its own name."""
    return t(TITLES[name]) if name in TITLES else name
