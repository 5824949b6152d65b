// What Python declares: `python -m tests.script_values` writes it anew.

// models/lengths.py
export const LONGEST = 512;
export const LONGEST_REREAD = 128;

// models/results.py
export const LEAST_EXCESS = 1.0;

// models/request.py
export const EVERY = -1;
export const NO_HEAD = -1;
export const PATCH_KINDS = {
  state: false,
  output: true,
  weights: true,
  values: true,
  feed_forward: false,
};

// models/answers/ablating.py
export const RESAMPLED = 8;

// models/answers/capitals.py
export const CLEARLY = 20;

// models/answers/causal_lm.py
export const NEW_TOKENS = 12;

// models/answers/limits.py
export const LONGEST_LOOK = 1000;

// models/answers/loops.py
export const SHORTEST_LOOP = 8;

// models/answers/source_words.py
export const BEGINNING = 5;
export const ENDING = 2;

// models/words/lexicon.py
export const DIAGONAL = 4.0;
export const ALONE = 0.08;
export const SURE = 0.4;
export const SAME_SPELLING = 0.5;
export const LEXICON_STEPS = 8;

// viz/analysis/head_captions.py
export const KNOWN = 0.6;
export const MOST_QUOTED = 3;
export const SHORTEST_CROSSED = 3;

// viz/analysis/views.py
export const QUANTITIES = {
  cell: "tanh of the cell",
  hidden: "hidden state",
  candidate: "candidate",
  forget: "forget gate",
  input: "input gate",
  output: "output gate",
};
export const WAYS = {
  "encoder forward": "left to right",
  "encoder backward": "right to left",
  decoder: "decoder",
};

// viz/analysis/walkthrough/__init__.py
export const DIFFERS =
  "The steps of a head as they are known here do not lead to what this model computed: the numbers differ by up to {difference:.2g}. So they are not shown.";

// viz/analysis/what_if_text.py
export const MOST_HEADS = 4;
export const MOST_STATES = 3;
export const PATCHED_PARTS = {
  "encoder state": "the state after layer {layer}",
  "decoder state": "the decoder's state after layer {layer}",
  output: "the output of {head}",
  weights: "the weights of {head}",
  values: "the values of {head}",
  "encoder feed_forward": "the output of feed-forward layer {layer}",
  "decoder feed_forward": "the output of the decoder's feed-forward layer {layer}",
};

// viz/draw/alt.py
export const MOST_DESCRIBED = 6;

// viz/draw/chart.py
export const GUIDE = "#7f8896";
export const FAINT = "#b4bac4";

// viz/draw/lens.py
export const LENS_PLACES = 40;
export const MOST_NAMES = 16;
export const MOST_LETTERS = 12;
export const LENS_BEST = 3;
export const CELL_ROW = 30;

// viz/draw/matrix.py
export const CLEAR_CHANGE = 0.2;

// viz/draw/patching.py
export const LEAST_SHARE = 0.01;
export const LONGEST_WORD = 12;
export const MOST_INTERVALS = 6;

// viz/draw/plotly.py
export const LECTURE_TYPE = 24;

// viz/draw/probabilities.py
export const LEAST_PROBABILITY = 0.001;

// viz/draw/words.py
export const LONGEST_LABEL = 20;

// viz/components/canvas.py
export const MASKED = 65535;
export const STEPS = 65534;

// viz/view/pins.py
export const MOST_PARAMETERS = 40;
export const PINNED = [
  "model",
  "sentence",
  "attention",
  "layer",
  "head",
  "french-is",
  "swap",
  "positions",
  "mask",
  "window",
  "scale",
  "temperature",
  "null-key",
  "off",
  "force",
  "block",
  "padding",
  "padding-mask",
  "gate",
  "patch",
];
export const OF_SENTENCE = ["swap", "force", "block", "patch"];

// viz/view/playlist.py
export const PLAYLIST_VERSION = "1";
export const MAX_LINK = 24000;
export const MAX_FILE = 500000;
export const MAX_ENTRIES = 200;
export const MAX_TITLE = 200;
export const MAX_NOTES = 10000;
export const MAX_ADDRESS = 48000;
export const RESERVED = ["class", "phone", "playlist", "room"];
export const DAMAGED = "The playlist in this link cannot be read: the link is damaged.";
export const TOO_LONG =
  "This playlist is too long for a link: {length:,} characters, where {most:,} fit. Download it as a file, or shorten its notes.";

// viz/app/tab_playlist.py
export const MAX_EARLIER = 5;

// viz/pages/mask/compute.py
export const MASKS = {
  causal: "causal mask",
  none: "no mask",
  window: "only the last words",
};

// viz/pages/depth/charts.py
export const MANY_TIMES = 30;

// viz/pages/depth/lens.py
export const MOST_NAMED = 4;

// viz/analysis/intervals.py
export const RESAMPLES = 1000;

// viz/draw/pair_means.py
export const TOKENS_OF_PAIRS = ["the words that differ", "the other words"];

// viz/pages/depth/sink_vectors.py
export const OPEN_ROWS = 0.5;

// viz/pages/depth/sinks.py
export const MOST_SINKS = 24;
export const HALF = 0.5;
export const SINK_TIMES = 1.5;
export const LARGE_STATE = 2;
export const SMALL_VALUE = 0.5;
export const SINK_AXES = {
  marks: "share of its attention on {tokens}",
  punctuation: "share of its attention on punctuation",
  first: "share of its attention on the first token",
};

// viz/pages/next/html.py
export const WIDEST = 62;

// viz/pages/next/looks.py
export const MOST_ROWS = 8;

// viz/pages/order/charts.py
export const HEIGHT = 370;
export const APART = 2.6;
export const STRIP_WORD = 12;

// viz/pages/order/look.py
export const VASWANI = "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)";
export const FORMULA =
  "PE(pos, 2i) = sin(pos / base^(2i/d_model)), PE(pos, 2i+1) = cos, Vaswani et al. 2017, section 3.5";

// viz/pages/order/others.py
export const MEASURED = 256;

// viz/pages/order/sentence.py
export const STRIPS_END = 4;

// viz/pages/order/settings.py
export const POSITIONS = {
  "as trained": "As trained",
  "no positions": "No positions",
  "shuffled positions": "Shuffled positions",
};

// viz/pages/order/sinusoids.py
export const SHIFTED = 512;
