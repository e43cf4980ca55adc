"""A pen for drawing small vector pictures: coordinates in units, drawn large and made small later."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from . import fonts
from .palette import IVORY, Colour

Point = tuple[float, float]


class Pen:
    """Draws on ``image``; ``scale`` pixels a unit, the origin at ``(left, top)`` pixels. ``paper`` is what lies under
    the ink: it is drawn with where something is left out."""

    def __init__(
        self, image: Image.Image, scale: float, left: float = 0.0, top: float = 0.0, paper: Colour = IVORY
    ) -> None:
        self.image = image
        self.scale = scale
        self.left = left
        self.top = top
        self.paper = paper
        self.draw = ImageDraw.Draw(image)

    def at(self, x: float, y: float) -> Point:
        """Units -> pixels."""
        return self.left + x * self.scale, self.top + y * self.scale

    def disc(self, x: float, y: float, r: float, colour: Colour) -> None:
        """A filled circle."""
        self.oval(x, y, r, r, colour)

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        """A filled ellipse with upright axes."""
        self.draw.ellipse((*self.at(x - rx, y - ry), *self.at(x + rx, y + ry)), fill=colour)

    def ring(self, x: float, y: float, r: float, w: float, colour: Colour) -> None:
        """A circle's line, ``w`` wide, its outside at ``r``."""
        self.draw.ellipse(
            (*self.at(x - r, y - r), *self.at(x + r, y + r)), outline=colour, width=max(1, round(w * self.scale))
        )

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour, r: float = 0.0) -> None:
        """A filled rectangle with corners of radius ``r``."""
        self.draw.rounded_rectangle((*self.at(x0, y0), *self.at(x1, y1)), r * self.scale, fill=colour)

    def frame(self, x0: float, y0: float, x1: float, y1: float, colour: Colour, w: float, r: float = 0.0) -> None:
        """A rectangle's line, ``w`` wide."""
        edge = (*self.at(x0, y0), *self.at(x1, y1))
        self.draw.rounded_rectangle(edge, r * self.scale, outline=colour, width=max(1, round(w * self.scale)))

    def line(self, points: Sequence[Point], w: float, colour: Colour) -> None:
        """A line with round ends and corners."""
        pixels = [self.at(*p) for p in points]
        self.draw.line(pixels, fill=colour, width=max(1, round(w * self.scale)), joint="curve")
        r = w * self.scale / 2
        for x, y in (pixels[0], pixels[-1]):
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon."""
        self.draw.polygon([self.at(*p) for p in points], fill=colour)

    def blob(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled closed curve through ``points`` (Catmull-Rom)."""
        self.shape(smooth(points), colour)

    def petal(self, x: float, y: float, angle: float, near: float, far: float, w: float, colour: Colour) -> None:
        """A leaf from ``near`` to ``far`` of (x, y) in the direction ``angle`` (degrees, 0 right, 90 down), ``w``
        wide."""
        a = math.radians(angle)
        along, across = (math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))
        points = []
        for t in range(0, 21):
            s = t / 20
            points.append((near + (far - near) * s, w / 2 * math.sin(math.pi * s) ** 0.7))
        edge = points + [(d, -h) for d, h in reversed(points)]
        self.shape([(x + d * along[0] + h * across[0], y + d * along[1] + h * across[1]) for d, h in edge], colour)

    def write(
        self, text: str, x: float, y: float, size: float, colour: Colour, weight: int = 0, squeeze: float = 1.0
    ) -> None:
        """A character with its middle at (x, y), ``size`` units to the em: brushed, or in the sans of ``weight``;
        ``squeeze`` < 1 makes it narrower."""
        pixels = round(size * self.scale)
        ink = _ink(text, pixels, weight) if weight else brushed(text, pixels)
        if squeeze != 1.0:
            ink = ink.resize((max(1, round(ink.width * squeeze)), ink.height), Image.Resampling.BICUBIC)
        px, py = self.at(x, y)
        self.image.paste(colour, (round(px - ink.width / 2), round(py - ink.height / 2)), ink)


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """A closed Catmull-Rom curve through ``points``."""
    n = len(points)
    made: list[Point] = []
    for i in range(n):
        p0, p1, p2, p3 = points[i - 1], points[i], points[(i + 1) % n], points[(i + 2) % n]
        for k in range(steps):
            t = k / steps
            x, y = (
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
                for a, b, c, d in zip(p0, p1, p2, p3, strict=True)
            )
            made.append((x, y))
    return made


def _ink(text: str, pixels: int, weight: int) -> Image.Image:
    """The glyph cropped to its ink, as coverage."""
    face = fonts.font(pixels, weight, "zh_Hant")
    box = face.getbbox(text)
    made = Image.new("L", (int(box[2] - box[0]) + 8, int(box[3] - box[1]) + 8))
    ImageDraw.Draw(made).text((4 - box[0], 4 - box[1]), text, 255, face)
    return made


FINE = frozenset("萬發雞鼠貓飛貳蘭")
"""Characters of many strokes, written with a thinner brush."""


@lru_cache(maxsize=64)
def brushed(text: str, pixels: int) -> Image.Image:
    """A glyph as if written with a brush: strokes across thin and rising, strokes down full, corners soft.

    The font has no serif. A heavy glyph is eaten away from above and below, which leaves the strokes across thinner;
    the sheared, blurred and sharpened result has the contrast and the round ends of regular script.
    """
    fine = text in FINE
    ink = np.pad(np.asarray(_ink(text, pixels, 700 if fine else 900)), max(4, pixels // 10))
    eaten = ink
    for shift in range(1, max(1, round(pixels * (0.012 if fine else 0.026))) + 1):
        eaten = np.minimum(eaten, np.minimum(np.roll(ink, shift, 0), np.roll(ink, -shift, 0)))
    made = Image.fromarray(eaten)
    rise = 0.075
    w, h = made.size
    made = made.transform(
        (w, h + round(w * rise)), Image.Transform.AFFINE, (1, 0, 0, rise, 1, -w * rise * 0.75), Image.Resampling.BICUBIC
    )
    soft = made.filter(ImageFilter.GaussianBlur(pixels * (0.01 if fine else 0.02)))
    made = soft.point([max(0, min(255, round((v - 92) * 5))) for v in range(256)])
    box = made.getbbox()
    return made.crop(box) if box else made
