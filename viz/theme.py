"""The look that every picture shares: colours as "#rrggbb", the same on a canvas and in Plotly."""

# Weights run from paper to ink in one hue; the same ten steps stand in .streamlit/config.toml.
INK = {
    "light": ("#ffffff", "#e6eef8", "#ccddf1", "#aac6e6", "#82aad8", "#5a8bc6", "#386dae", "#205192", "#103872", "#071f4d"),
    "dark": ("#11151c", "#172437", "#1d3656", "#254b78", "#31639c", "#467fbd", "#689dd6", "#93bce8", "#c1daf5", "#eef6ff"),
}

# One colour a head, told apart by the colour-blind (Okabe & Ito 2008, the yellow left out, and Tol's muted set).
HEADS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#882255", "#999933",
         "#44aa99", "#aa4499", "#332288", "#88652a")
