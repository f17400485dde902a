"""What the columns of an entrants' file may be called, in the five languages of the program."""

import unicodedata
from enum import StrEnum


class Column(StrEnum):
    """What a column means to an import."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    STRENGTH = "strength"
    GROUP = "group"
    NOTE = "note"


# English, German, Dutch, Portuguese, Spanish; compared without case, accents and punctuation.
_TITLES: dict[Column, str] = {
    Column.NAME: (
        "name|player|player name|full name|entrant|participant|display name|"
        "spieler|spielerin|spielername|teilnehmer|teilnehmerin|"
        "naam|speler|spelersnaam|deelnemer|volledige naam|"
        "nome|jogador|jogadora|nome completo|participante|"
        "nombre|jugador|jugadora|nombre completo|nombre y apellidos"
    ),
    Column.FIRST: (
        "first name|given name|forename|firstname|vorname|voornaam|primeiro nome|prenome|nombre de pila"
    ),
    Column.LAST: (
        "last name|surname|family name|lastname|nachname|familienname|zuname|achternaam|familienaam|"
        "sobrenome|apelido|ultimo nome|apellido|apellidos"
    ),
    Column.STRENGTH: (
        "seed|seeding|strength|ranking|rank|no|nr|number|setzplatz|setzliste|startnummer|rang|rangliste|"
        "plaatsing|ranglijst|nummer|cabeca de chave|classificacao|numero|cabeza de serie|clasificacion"
    ),
    Column.GROUP: (
        "club|team|family|group|verein|klub|familie|gruppe|mannschaft|vereniging|gezin|groep|ploeg|"
        "clube|equipe|familia|grupo|equipo"
    ),
    Column.NOTE: (
        "note|notes|comment|comments|remark|remarks|notiz|bemerkung|bemerkungen|kommentar|"
        "opmerking|opmerkingen|notitie|observacao|observacoes|nota|notas|comentario|observacion|observaciones"
    ),
}


def _plain(title: str) -> str:
    decomposed = unicodedata.normalize("NFKD", title).casefold()
    letters = "".join(c if c.isalnum() else " " for c in decomposed if not unicodedata.combining(c))
    return " ".join(letters.split())


_COLUMN_OF = {title: column for column, titles in _TITLES.items() for title in titles.split("|")}


def column_of(title: str) -> Column | None:
    """What a column with this title holds, or None for one that means nothing here."""
    return _COLUMN_OF.get(_plain(title))
