"""Makes static/cards/ from the CC0 deck of the npm package @heruka_urgyen/react-playing-cards 0.5.0.

    python docs/look/restyle_cards.py FOLDER_WITH_package/src/images static/cards

What it changes: our paper, edge and suit colours; the index letters of the court cards are left out, since
the page draws them in the reader's language (templates/components/card.html). What it never does: run in the
product. The files it wrote were made smaller by `svgo --precision 0` and are committed.
"""

import re
import sys
from pathlib import Path

PAPER, EDGE = "#fffefb", "#9a9284"
FOUR = {"S": "#1b1b1b", "H": "#c4161c", "D": "#0b4fc4", "C": "#0a6b2d"}
TWO = {"S": "#1b1b1b", "H": "#c4161c", "D": "#c4161c", "C": "#1b1b1b"}
PACKAGE_COLOUR = {"S": "black", "H": "red", "D": "blue", "C": "green"}
FACES = {"big": "4color-bf", "classic": "4color"}


def suit_pip(text: str, card: str, colour: str) -> str:
    """The symbols of the pip (id S...) and of the index (id V...) carry the suit's colour, the picture
    keeps its own.
    """
    suit = card[1]

    def paint(match: re.Match[str]) -> str:
        return re.sub(
            rf'(fill|stroke)="{PACKAGE_COLOUR[suit]}"',
            rf'\1="{colour}"',
            match.group(0),
        )

    return re.sub(
        rf'<symbol id="[SV]{suit}[^"]{{1,2}}" [^>]*xMinYMid.*?</symbol>',
        paint,
        text,
        flags=re.S,
    )


def restyle(text: str, card: str, colour: str) -> str:
    """One face in our colours; a court card without its index letters."""
    text = suit_pip(text, card, colour)
    text = text.replace(
        'width="239" height="335" x="-119.5" y="-167.5" rx="12" ry="12" fill="white" stroke="black"',
        f'width="238" height="334" x="-119" y="-167" rx="12" ry="12" fill="{PAPER}" '
        f'stroke="{EDGE}" stroke-width="2"',
    )
    if card[0] in "JQK":
        text = re.sub(rf'<symbol id="V{card[1]}{card[0]}".*?</symbol>', "", text, flags=re.S)
        text = re.sub(rf'<use xlink:href="#V{card[1]}{card[0]}"[^>]*></use>', "", text)
    text = re.sub(r'\s(class="card"|face="[^"]*")', "", text)
    return text.replace('height="3.5in"', 'height="336"').replace('width="2.5in"', 'width="240"')


def main(source: Path, target: Path) -> None:
    for face, folder in FACES.items():
        for path in sorted((source / folder).glob("[2-9TJQKA][CDHS].svg")):
            text = path.read_text(encoding="utf-8")
            for deck, colours in (("4", FOUR), ("2", TWO)):
                if deck == "2" and path.stem[1] in "SH":
                    continue  # the same as in the four-colour deck
                out = target / deck / face / path.name
                out.parent.mkdir(parents=True, exist_ok=True)
                out.write_text(restyle(text, path.stem, colours[path.stem[1]]), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
