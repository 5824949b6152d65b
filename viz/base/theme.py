"""Colours of all pictures as "#rrggbb", the same on a canvas, in Plotly and in files."""

import re
from pathlib import Path

# Weights from paper to ink in one hue. .streamlit/config.toml repeats these ten steps.
INK = {
    "light": (
        "#ffffff",
        "#e6eef8",
        "#ccddf1",
        "#aac6e6",
        "#82aad8",
        "#5a8bc6",
        "#386dae",
        "#205192",
        "#103872",
        "#071f4d",
    ),
    "dark": (
        "#11151c",
        "#172437",
        "#1d3656",
        "#254b78",
        "#31639c",
        "#467fbd",
        "#689dd6",
        "#93bce8",
        "#c1daf5",
        "#eef6ff",
    ),
}

# One colour per head, safe for colour-blind readers: Okabe & Ito 2008 without yellow, and Tol's
# muted set.
HEADS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#e69f00",
    "#882255",
    "#999933",
    "#44aa99",
    "#aa4499",
    "#332288",
    "#88652a",
)

# Eight steps of viridis (van der Walt & Smith 2015), for values with an order.
SCALE = (
    "#440154",
    "#46327e",
    "#365c8d",
    "#277f8e",
    "#1fa187",
    "#4ac16d",
    "#a0da39",
    "#fde725",
)

# A model has the same colour in every picture.
_MODELS = {
    "transformer": HEADS[0],
    "bilstm-additive": HEADS[1],
    "seq2seq": HEADS[2],
    "bilstm-dot": HEADS[3],
    "bilstm-bilinear": HEADS[5],
    "seq2seq-rnn": HEADS[6],
    "gpt": HEADS[0],
    "lstm-lm": HEADS[5],
    "rnn-lm": HEADS[6],
    "window-lm": HEADS[7],
    "4-gram": HEADS[1],
    "bigram": HEADS[2],
    "unigram": HEADS[3],
}
# So has a kind of layer.
LAYERS = {
    "self-attention": HEADS[0],
    "recurrent": HEADS[2],
    "convolutional": HEADS[5],
    "restricted": HEADS[3],
}


def model_colour(name: str) -> str:
    """Return the colour of a model; grey where _MODELS has none."""
    return _MODELS.get(name, "#5b6472")


# Values from -1 to 1: red for negative, blue for positive, paper for 0 (Karpathy et al. 2015).
# Without colour the two ends look alike; only the sign of the number tells them apart.
DIVERGING = {
    "light": ("#b2182b", "#e58368", "#ffffff", "#74add1", "#2166ac"),
    "dark": ("#ff7b6b", "#8f3a3a", "#11151c", "#2f6699", "#7cc0ff"),
}


def translucent(colour: str, share: float = 0.18) -> str:
    """Return the colour "#rrggbb" as CSS rgba() with this opacity."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{share})"


# CSS that gives the text of Plotly charts the page's text colour, in the dark theme too.
# Streamlit's own axis colour has a contrast of only 3.7 on white. Without a mouse the buttons above
# a chart would always lie on it. Black and white are the inks of texts in coloured cells.
_IN_CELLS = "[style*='fill: rgb(0, 0, 0)'], [style*='fill: rgb(255, 255, 255)']"
CHART_STYLE = (
    f"<style>.js-plotly-plot text:not(.bartext-inside, .hoverlayer text, {_IN_CELLS}) "
    "{ fill: currentColor !important } @media (max-width: 640px) "
    f"{{ .js-plotly-plot .textpoint :is({_IN_CELLS}) {{ font-size: 10px !important }} }} "
    "@media (pointer: coarse) { .js-plotly-plot .modebar { display: none } }</style>"
)


def style_sheet(module: str, name: str) -> str:
    """Return the style sheet of this name beside a module's file, as an HTML element."""
    return f"<style>\n{Path(module).with_name(name).read_text(encoding='utf-8')}</style>"


def style_text(file: Path) -> str:
    """Return a style sheet on one line, without comments."""
    text = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"\s+", " ", text).strip()
