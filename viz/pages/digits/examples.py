"""A drawing of each digit, from 0 to 9, to begin with."""

# As `models.digits.parse_strokes` reads them.
EXAMPLES = (
    "hKoPsXtirsmzf2Z0UtRjSYWPcLjL",
    "YUhKh2",
    "SVVPZLfKlMqQsVrbmkT1u1",
    "SQWMcKjLoPqUpZlefghfnirnstpyj2c3V1Qx",
    "hJRouo.mbl3",
    "sLYLWdZbgamdrispqvl0e2Y1Tw",
    "nJcWTlXfdcjdphsnrtnzh2b1VxSrTl",
    "SMtMe3",
    "pPhKYNWUddnkrtk1a1UtZkkdpVpP",
    "qWlMbLVTYchfpYqSpik3",
)
