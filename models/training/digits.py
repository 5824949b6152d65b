"""Train and measure the two networks that read drawn digits.

    python -m models.training.digits transformer convolution curves --to models/digits

Sources: scikit-learn's digits (8 x 8 pixels, written by hand), digits of fonts under
/usr/share/fonts, and strokes of the Hershey fonts, all with random slant, width and form.
One thread; the seed fixes the data and the weights. Needs Pillow, scikit-learn, and the Debian
packages of `_PACKAGES`.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont
from sklearn.datasets import load_digits
from torch import Tensor, nn

from ..digits import INNER, SIZE, STEPS, _rasterise, _square_around
from ..networks.convolution import Convolution, ConvolutionConfig
from ..networks.vision_transformer import (
    VisionTransformer,
    VisionTransformerConfig,
    join_patches,
    split_patches,
)
from ..store.weights import pack_weights, read_weights

_PACKAGES = (
    "hershey-fonts-data fonts-dejavu fonts-dejavu-extra fonts-liberation fonts-breip "
    "fonts-femkeklaver fonts-bwht fonts-comic-neue fonts-dkg-handwriting fonts-humor-sans "
    "fonts-kristi fonts-klee fonts-kaushanscript fonts-lato fonts-open-sans fonts-cabin "
    "fonts-averia-sans-gwf fonts-dancingscript fonts-quicksand fonts-ecolier-court fonts-kiloji "
    "fonts-urw-base35 fonts-gfs-neohellenic fonts-rufscript fonts-dosis fonts-freefont-ttf "
    "fonts-lobster fonts-leckerli-one fonts-joscelyn fonts-jura fonts-karla fonts-play fonts-seto "
    "fonts-yusei-magic fonts-tomsontalks fonts-sjfonts fonts-fantasque-sans fonts-eurofurence "
    "fonts-cantarell fonts-crosextra-carlito fonts-klaudia-berenika fonts-apropal "
    "fonts-sil-gentiumplus fonts-sil-charis fonts-levien-typoscript fonts-okolaks fonts-navilu"
)
_FONTS = Path("/usr/share/fonts")
_HERSHEY = Path("/usr/share/hershey-fonts")
# Families whose digits no network is trained on, and fonts without digits of the usual form.
_HELD_OUT_FONTS = "ComicNeue", "LiberationSerif", "breip", "Breip", "Quicksand", "dkg", "OpenSans"
_LEFT_OUT = (
    "Dingbats",
    "D050000L",
    "TypoScript",
    "StandardSymbols",
    "DejaVuMath",
    "Kristi",
    "femkeklaver",
)
_STROKE_FONTS = (
    "rowmand", "rowmant", "futuram", "timesr", "timesi", "timesrb", "timesib", "scriptc",
)  # fmt: skip
# futural and rowmans have the same digits, and so do scripts and cursive.
_HELD_OUT_STROKES = "futural", "scripts"
_SOURCES = "written", "fonts", "strokes"
_BASE = 56  # pixels of a digit before it is deformed
_EACH = 20_000  # pictures of each source
_HELD_OUT_WRITTEN, _HELD_OUT_EACH = 400, 1000
_SIZES = 100, 1000, 10_000
_SIZES_OF: dict[str, VisionTransformerConfig | ConvolutionConfig] = {
    "transformer": VisionTransformerConfig(),
    "convolution": ConvolutionConfig(),
}
_BATCH = 64
# Digits as people write them, which no font has: a 1 without a foot, a 7 with a bar, an open 4.
_HAND: dict[int, tuple[str, ...]] = {
    0: (
        "50,5 20,25 15,50 25,85 50,95 78,80 85,50 75,20 50,5",
        "55,5 25,15 20,60 35,95 65,92 80,55 70,15 45,8",
    ),
    1: (
        "50,5 50,95",
        "35,25 55,5 55,95",
        "60,5 45,95",
        "30,30 55,5 55,95/30,95 80,95",
    ),
    2: (
        "20,25 35,8 65,8 78,28 65,52 20,92 82,92",
        "22,30 40,8 68,14 72,38 50,65 22,90 32,78 48,84 62,94 82,88",
    ),
    3: (
        "22,15 50,5 75,18 72,38 45,48 75,58 80,80 52,95 20,85",
        "22,8 78,8 45,42 72,50 80,72 62,92 22,88",
    ),
    4: (
        "30,5 20,55 82,55/65,30 65,95",
        "65,5 15,65 88,65/65,5 65,95",
        "25,8 25,50 75,50/75,8 75,95",
    ),
    5: (
        "78,8 30,8 25,45 55,40 80,58 75,85 50,95 20,85",
        "30,8 26,48 60,42 80,65 62,92 22,90/30,8 80,8",
    ),
    6: (
        "70,5 35,30 20,65 35,92 65,92 80,72 65,52 40,55 22,72",
        "55,5 28,40 22,75 45,95 72,82 70,58 45,55 25,72",
    ),
    7: (
        "18,8 82,8 45,95",
        "18,10 80,10 42,95/30,50 75,50",
        "18,25 20,8 80,8 55,45 45,95",
    ),
    8: (
        "75,18 50,5 25,20 35,42 65,55 80,75 60,95 30,92 20,75 35,55 65,42 75,18",
        "50,48 25,30 35,8 65,8 75,30 50,48 22,70 32,93 68,93 78,70 50,48",
    ),
    9: (
        "75,25 50,5 25,22 28,48 55,55 75,35 75,20 72,60 65,95",
        "74,30 45,8 24,32 45,55 70,40 75,12 74,60 55,90 25,90",
    ),
}


@dataclass(frozen=True)
class _Digits:
    """Pictures with their digits."""

    pictures: Tensor  # [picture, y, x], 0 to 1
    labels: Tensor  # [picture]

    def __getitem__(self, rows: Tensor | slice) -> "_Digits":
        return _Digits(self.pictures[rows], self.labels[rows])


# --- sources -------------------------------------------------------------------------------------


def _written() -> tuple[np.ndarray, np.ndarray]:
    """Return scikit-learn's digits as pictures of `_BASE`, and their labels."""
    digits = load_digits()
    pictures = []
    for picture in digits.images:
        small = Image.fromarray((picture * 255 / 16).astype(np.uint8))
        large = np.zeros((_BASE, _BASE), np.float32)
        inner = np.asarray(small.resize((48, 48), Image.Resampling.BICUBIC), np.float32) / 255
        large[4:52, 4:52] = ((inner - 0.6) * 3 + 0.5).clip(0, 1)
        pictures.append(large)
    return np.stack(pictures), digits.target


def _font_digits(held_out: bool) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Return the ten digits of each font, their labels, and the names of the fonts."""
    pictures, labels, names = [], [], []
    for path in sorted(file for file in _FONTS.rglob("*") if file.suffix in (".ttf", ".otf")):
        if path.name.startswith(_LEFT_OUT) or path.stem in names:
            continue
        if path.name.startswith(_HELD_OUT_FONTS) != held_out:
            continue
        font = ImageFont.truetype(str(path), 64)
        names.append(path.stem)
        for digit in range(10):
            sheet = Image.new("L", (160, 160))
            ImageDraw.Draw(sheet).text((48, 40), str(digit), 255, font=font)
            inner = sheet.crop(sheet.getbbox())
            ratio = 44 / max(inner.size)
            width, height = (max(1, round(side * ratio)) for side in inner.size)
            large = Image.new("L", (_BASE, _BASE))
            large.paste(
                inner.resize((width, height), Image.Resampling.BILINEAR),
                ((_BASE - width) // 2, (_BASE - height) // 2),
            )
            pictures.append(np.asarray(large, np.float32) / 255)
            labels.append(digit)
    return np.stack(pictures), np.array(labels), names


def _hershey_strokes(font: str) -> list[list[np.ndarray]]:
    """Return the strokes of the ten digits of a Hershey font, each `[point, (x, y)]`, 0 to 1."""
    lines = (_HERSHEY / f"{font}.jhf").read_text().splitlines()
    return [_normal(_parse_hershey(lines[ord(str(digit)) - 32])) for digit in range(10)]


def _parse_hershey(line: str) -> list[np.ndarray]:
    strokes: list[list[tuple[int, int]]] = [[]]
    for x, y in zip(line[10::2], line[11::2], strict=False):
        if (x, y) == (" ", "R"):
            strokes.append([])
        else:
            strokes[-1].append((ord(x) - ord("R"), ord(y) - ord("R")))
    return [np.array(stroke, float) for stroke in strokes if stroke]


def _normal(strokes: list[np.ndarray]) -> list[np.ndarray]:
    """Scale strokes to a height of 1 and centre them in 0 to 1."""
    points = np.concatenate(strokes)
    least, most = points.min(0), points.max(0)
    scale = (most - least).max()
    return [(stroke - (least + most) / 2) / scale + 0.5 for stroke in strokes]


def _hand_strokes() -> list[tuple[int, list[np.ndarray]]]:
    digits = []
    for digit, forms in _HAND.items():
        for form in forms:
            strokes = [
                np.array([[*map(float, point.split(","))] for point in stroke.split()])
                for stroke in form.split("/")
            ]
            digits.append((digit, _normal(strokes)))
    return digits


# --- deformations --------------------------------------------------------------------------------


def _affine(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a random matrix of size, slant and turn, and a place that keeps the digit inside."""
    height = random.uniform(0.7, 0.9)
    width = height * random.uniform(0.65, 1.15)
    slant, turn = random.uniform(-0.35, 0.35), random.uniform(-0.2, 0.2)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = matrix @ np.array([[1, slant], [0, 1]]) @ np.diag([width, height])
    room = max(0.02, (1 - height) / 2)
    return matrix, 0.5 + random.uniform(-room, room, 2)


def _wave(random: np.random.Generator) -> Callable[[np.ndarray], np.ndarray]:
    """Return a random smooth displacement of points `[..., (x, y)]` from 0 to 1."""
    directions, phases = random.normal(0, 5, (3, 2)), random.uniform(0, 6.3, 3)
    sizes = random.normal(0, 0.022, (3, 2))
    return lambda points: np.sin(points @ directions.T + phases) @ sizes


def _draw_strokes(strokes: Sequence[np.ndarray], random: np.random.Generator) -> np.ndarray:
    """Paint strokes from 0 to 1 with random slant, size, place, waves and pen."""
    matrix, centre = _affine(random)
    wave, pen = _wave(random), random.uniform(1.5, 4.0)
    moved = []
    for stroke in strokes:
        # Points between the given ones, so that straight lines bend too.
        finer = np.concatenate(
            [
                np.linspace(a, b, 1 + int(8 * np.linalg.norm(b - a)), endpoint=False)
                for a, b in pairwise(stroke)
            ]
            + [stroke[-1:]]
        )
        finer = finer + wave(finer) + random.normal(0, 0.006, finer.shape)
        moved.append((finer - 0.5) @ matrix.T + centre)
    corner, side = _square_around(np.concatenate(moved) * STEPS)
    side *= random.uniform(0.93, 1.07)
    corner = corner + random.uniform(-0.03, 0.03, 2) * side
    return _rasterise([(points * STEPS - corner) / side * STEPS for points in moved], pen)


def _deform(pictures: np.ndarray, random: np.random.Generator) -> Tensor:
    """Deform pictures `[picture, _BASE, _BASE]`, and return the squares around their ink."""
    places = (np.arange(_BASE) + 0.5) / _BASE
    grid = np.stack(np.meshgrid(places, places), -1)  # [y, x, (x, y)]
    grids = np.empty((len(pictures), _BASE, _BASE, 2), np.float32)
    for number in range(len(pictures)):
        matrix, centre = _affine(random)
        back = (grid - centre) @ np.linalg.inv(matrix).T * (44 / _BASE) + 0.5
        grids[number] = (back + _wave(random)(back)) * 2 - 1
    deformed = nn.functional.grid_sample(
        torch.tensor(pictures)[:, None], torch.tensor(grids), align_corners=False
    )[:, 0]
    return _cut_squares(deformed, random)


def _cut_squares(pictures: Tensor, random: np.random.Generator | None) -> Tensor:
    """Return the square around the ink of each picture, `[picture, SIZE, SIZE]`.

    Its size and place vary a little where `random` is given.
    """
    squares = []
    for picture in pictures:
        y, x = (picture > 0.3).nonzero(as_tuple=True)
        if not len(x):  # too thin: the whole picture
            y = x = torch.tensor([0, len(picture) - 1])
        least, most = (
            torch.stack([x, y]).float() for x, y in ((x.min(), y.min()), (x.max(), y.max()))
        )
        side = float((most + 1 - least).max()) * SIZE / (INNER + 2)  # the pen is wider than a line
        centre = ((least + most + 1) / 2).numpy()
        if random is not None:
            side *= random.uniform(0.93, 1.07)
            centre = centre + random.uniform(-0.03, 0.03, 2) * side
        # two samples for a pixel, in each direction
        steps = (np.arange(2 * SIZE) + 0.5) / (2 * SIZE) - 0.5
        grid = np.stack(np.meshgrid(*(centre[:, None] + steps * side)), -1) / len(picture) * 2 - 1
        sampled = nn.functional.grid_sample(
            picture[None, None], torch.tensor(grid, dtype=torch.float32)[None], align_corners=False
        )
        squares.append(nn.functional.avg_pool2d(sampled, 2)[0, 0])
    return torch.stack(squares).clamp(0, 1)


def _sample(
    pictures: np.ndarray, labels: np.ndarray, count: int, random: np.random.Generator
) -> _Digits:
    rows = random.permutation(np.resize(random.permutation(len(pictures)), count))
    return _Digits(_deform(pictures[rows], random), torch.tensor(labels[rows]))


def _sample_strokes(
    digits: Sequence[tuple[int, list[np.ndarray]]], count: int, random: np.random.Generator
) -> _Digits:
    rows = [digits[row] for row in random.integers(len(digits), size=count)]
    pictures = np.stack([_draw_strokes(strokes, random) for _, strokes in rows])
    return _Digits(torch.tensor(pictures), torch.tensor([digit for digit, _ in rows]))


def _make_data(seed: int) -> tuple[_Digits, dict[str, _Digits], dict[str, list[str]]]:
    """Return the training pictures in random order, the held-out ones by source, and the fonts."""
    random = np.random.default_rng(seed)
    written, labels = _written()
    order = random.permutation(len(written))
    kept, held = order[_HELD_OUT_WRITTEN:], order[:_HELD_OUT_WRITTEN]
    trained_fonts, font_labels, names = _font_digits(held_out=False)
    other_fonts, other_labels, other_names = _font_digits(held_out=True)
    fonts_of_strokes = [[*enumerate(_hershey_strokes(font))] for font in _STROKE_FONTS]
    # Single strokes are what is drawn with a mouse: they are drawn more often.
    strokes = [digit for font in fonts_of_strokes for digit in font] + _hand_strokes() * 4
    other_strokes = [
        digit for font in _HELD_OUT_STROKES for digit in enumerate(_hershey_strokes(font))
    ]
    parts = [
        _sample(written[kept], labels[kept], _EACH, random),
        _sample(trained_fonts, font_labels, _EACH, random),
        _sample_strokes(strokes, _EACH, random),
    ]
    shuffled = torch.tensor(random.permutation(len(parts) * _EACH))
    training = _Digits(
        torch.cat([part.pictures for part in parts]), torch.cat([part.labels for part in parts])
    )[shuffled]
    held_out = {
        "written": _Digits(
            _cut_squares(torch.tensor(written[held]), None), torch.tensor(labels[held])
        ),
        "fonts": _sample(other_fonts, other_labels, _HELD_OUT_EACH, random),
        "strokes": _sample_strokes(other_strokes, _HELD_OUT_EACH, random),
    }
    fonts = {"trained": names, "held_out": other_names}
    return training, held_out, fonts


# --- training ------------------------------------------------------------------------------------


def _shuffle_patches(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """Put the patches of each picture in a random order of its own."""
    patch = VisionTransformerConfig().patch
    patches = split_patches(pictures, patch)
    order = torch.rand(patches.shape[:2], generator=generator).argsort(1)
    patches = patches.gather(1, order[..., None].expand_as(patches))
    return join_patches(patches, patch)


def _train(
    kind: str,
    digits: _Digits,
    updates: int,
    seed: int,
    positions: bool = True,
) -> tuple[nn.Module, float]:
    """Train a network; returns it with the seconds that it took.

    Without `positions` the transformer adds none, and the convolution reads patches in an order
    that is random for each picture.
    """
    start = time.monotonic()
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    network: nn.Module
    if kind == "transformer":
        network = VisionTransformer(VisionTransformerConfig())
        if not positions:
            network.get_parameter("positions").requires_grad_(False).zero_()
    else:
        network = Convolution(ConvolutionConfig())
    trained = [weight for weight in network.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(trained, 2e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, 2e-3, total_steps=updates, pct_start=0.15
    )
    network.train()
    for update in range(updates):
        rows = torch.randint(len(digits.labels), (_BATCH,), generator=generator)
        pictures = digits.pictures[rows]
        if not positions and kind == "convolution":
            pictures = _shuffle_patches(pictures, generator)
        if kind == "transformer" and positions and update % 2:
            # A patch that is hidden in some pictures of training surprises no network.
            hidden = (
                torch.rand(len(pictures), VisionTransformerConfig().n_patches, generator=generator)
                < 0.1
            )
        else:
            hidden = None
        scores = network(pictures) if hidden is None else network(pictures, hidden)
        loss = nn.functional.cross_entropy(
            scores.float(), digits.labels[rows], label_smoothing=0.05
        )
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        schedule.step()
        if update % 200 == 199:
            print(f"{kind} {update + 1} loss {loss.item():.3f}", flush=True)
    return network.eval(), time.monotonic() - start


@torch.inference_mode()
def _count_right(network: nn.Module, digits: _Digits, is_shuffled: bool = False) -> tuple[int, int]:
    """Return how many pictures a network reads rightly, and of how many."""
    pictures = digits.pictures
    if is_shuffled:
        pictures = _shuffle_patches(pictures, torch.Generator().manual_seed(9))
    return int((network(pictures).argmax(1) == digits.labels).sum()), len(digits.labels)


def _save(kind: str, options: argparse.Namespace, training: _Digits, held_out: dict, fonts: dict):
    """Train a network on all pictures; write its weights and its card."""
    network, seconds = _train(kind, training, options.updates, options.seed)
    content = pack_weights(network.state_dict(), 8)
    network.load_state_dict(read_weights(content))
    folder = options.to / kind
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "weights.safetensors").write_bytes(content)
    card = {
        "name": kind,
        "sizes": asdict(_SIZES_OF[kind]),
        "weights": sum(weight.numel() for weight in network.parameters()),
        "pictures": len(training.labels),
        "updates": options.updates,
        "batch": _BATCH,
        "seed": options.seed,
        "seconds": round(seconds),
        "made_with": f"python -m models.training.digits {kind} --to models/digits "
        f"--updates {options.updates} --seed {options.seed}",
        "packages": _PACKAGES,
        "held_out_fonts": fonts["held_out"],
        "held_out_strokes": [*_HELD_OUT_STROKES],
        "accuracy": {source: _count_right(network, held_out[source]) for source in _SOURCES},
    }
    (folder / "card.json").write_text(json.dumps(card, indent=2) + "\n")
    print(kind, card["accuracy"], flush=True)


def _measure_curves(options: argparse.Namespace, training: _Digits, held_out: _Digits) -> None:
    """Train both networks on parts of the pictures, with and without positions; write a table."""
    table: dict = {"updates": options.curve_updates, "batch": _BATCH, "seed": options.seed}
    for size in _SIZES:
        for kind in ("convolution", "transformer"):
            for positions in (True, False):
                updates = options.curve_updates
                network, _ = _train(kind, training[:size], updates, options.seed, positions)
                right = _count_right(network, held_out, kind == "convolution" and not positions)
                rows = table.setdefault(kind, {}).setdefault(
                    "positions" if positions else "none", {}
                )
                rows[str(size)] = right
                options.to.mkdir(parents=True, exist_ok=True)
                (options.to / "curves.json").write_text(json.dumps(table, indent=2) + "\n")
                print(kind, size, positions, right, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="+", choices=(*_SIZES_OF, "curves"))
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--updates", type=int, default=2500)
    parser.add_argument("--curve-updates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    training, held_out, fonts = _make_data(options.seed)
    for part in options.parts:
        if part == "curves":
            pictures = torch.cat([digits.pictures for digits in held_out.values()])
            labels = torch.cat([digits.labels for digits in held_out.values()])
            _measure_curves(options, training, _Digits(pictures, labels))
        else:
            _save(part, options, training, held_out, fonts)


if __name__ == "__main__":
    main()
