"""Ways to damage a checkpoint: a file, and the change of its content (None: deleted)."""

import json

import safetensors.torch


def flip(content: bytes) -> bytes:
    """Flip one bit of a byte near the end."""
    return content[:-1000] + bytes([content[-1000] ^ 1]) + content[-999:]


def resize(content: bytes) -> bytes:
    """Replace the weights by those of a smaller network."""
    return safetensors.torch.save(
        {name: tensor[:5].contiguous() for name, tensor in safetensors.torch.load(content).items()}
    )


def forget(content: bytes) -> bytes:
    """Remove the number of weights from a card."""
    return json.dumps(
        {name: value for name, value in json.loads(content).items() if name != "weights"}
    ).encode()


DAMAGES = {
    "weights truncated": ("weights.safetensors", lambda content: content[: len(content) // 2]),
    "weights empty": ("weights.safetensors", lambda content: b""),
    "weights with a bad header": (
        "weights.safetensors",
        lambda content: b"x" * 100 + content[100:],
    ),
    "weights of other sizes": ("weights.safetensors", resize),
    "tokenizer missing": ("tokenizer.json", lambda content: None),
    "tokenizer half": ("tokenizer.json", lambda content: content[: len(content) // 2]),
    "card missing": ("card.json", lambda content: None),
    "card without weights": ("card.json", forget),
    "config that is no JSON": ("config.json", lambda content: b"{"),
    "a flipped bit of the weights": ("weights.safetensors", flip),
    "a flipped bit of the tokenizer": ("tokenizer.json", flip),
}


def damage(folder, name: str) -> str:
    """Damage the checkpoint in a folder in this way; return the name of the file."""
    file, change = DAMAGES[name]
    content = change((folder / file).read_bytes())
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(content)
    return file
