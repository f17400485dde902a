"""A club's picture: what is kept is drawn anew, what isn't a picture or is too large is refused, and who may see it."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image, PngImagePlugin

from accounts.errors import BadSetting
from accounts.models import ClubLogo, Membership
from accounts.pictures import MOST_BYTES, SIDE, drawn_anew
from tests.factories import make_club, make_user


def a_picture(kind="PNG", size=(600, 300), note=""):
    out = io.BytesIO()
    extra = PngImagePlugin.PngInfo()
    if note:
        extra.add_text("Comment", note)
    Image.new("RGB", size, "#a3282e").save(out, kind, **({"pnginfo": extra} if kind == "PNG" else {}))
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_becomes_a_small_png(kind):
    with Image.open(io.BytesIO(drawn_anew(a_picture(kind)))) as found:
        assert (found.format, found.size) == ("PNG", (SIDE, SIDE // 2))


def test_nothing_that_the_file_carried_along_is_kept():
    note = "<script>alert(1)</script>"
    data = a_picture(note=note) + b"PK\x03\x04 and a whole archive"
    assert note.encode() in data
    clean = drawn_anew(data)
    assert [note.encode() in clean, b"PK\x03\x04" in clean, clean[:8]] == [False, False, b"\x89PNG\r\n\x1a\n"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        a_picture("BMP"),
        a_picture()[:200],
        a_picture("JPEG", (5000, 4000)),
        b"\0" * (MOST_BYTES + 1),
    ],
    ids=["empty", "head only", "svg", "bmp", "cut off", "too many pixels", "too large"],
)
def test_what_isnt_a_fitting_picture_is_refused(data):
    with pytest.raises(BadSetting):
        drawn_anew(data)


@pytest.mark.django_db
def test_an_owner_gives_the_club_a_picture_and_who_sees_the_club_sees_it():
    club = make_club("Riverside", is_public=False)
    owner = Membership.objects.get(club=club).user
    client, stranger = Client(), Client()
    client.force_login(owner)
    stranger.force_login(make_user())
    set_logo, logo = (reverse(f"clubs:{name}", args=[club.slug]) for name in ("set_logo", "logo"))

    def upload(who, data):
        return who.post(set_logo, {"logo": SimpleUploadedFile("logo.svg", data, "image/svg+xml")})

    assert upload(stranger, a_picture()).status_code == 404
    upload(client, b"no picture")
    assert ClubLogo.objects.count() == 0
    upload(client, a_picture())
    answer = client.get(logo)
    assert (answer.status_code, answer["Content-Type"], answer["X-Content-Type-Options"]) == (
        200,
        "image/png",
        "nosniff",
    )
    assert stranger.get(logo).status_code == 404
    page = client.get(reverse("clubs:club", args=[club.slug])).content.decode()
    assert f"{logo}?v=1" in page
    client.post(set_logo, {"remove": "yes"})
    assert client.get(logo).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "cookie", "language"),
    [
        ({}, "", "de"),
        ({"Accept-Language": "fr,xx"}, "", "de"),
        ({"Accept-Language": "nl"}, "", "nl"),
        ({}, "es", "es"),
    ],
)
def test_a_visitor_without_a_choice_reads_the_clubs_language(headers, cookie, language):
    club = make_club("Riverside", language="de")
    client = Client(headers=headers)
    if cookie:
        client.cookies["django_language"] = cookie
    page = client.get(reverse("clubs:club", args=[club.slug])).content.decode()
    assert f'<html lang="{language}"' in page
