"""The select of time zones, which is written without a template for each of its six hundred choices."""

from django import forms

from tournaments.forms.clubs import FoundClubForm, LongSelect, zone_choices


def test_it_writes_what_the_usual_select_writes():
    choices = [("a", "A & B"), ("<b>", "C")]
    usual, long = (kind(choices=choices) for kind in (forms.Select, LongSelect))
    for value in ("a", "<b>", None, "unknown"):
        given = {"id": "id_zone", "required": True, "disabled": False}
        written = [kind.render("zone", value, given) for kind in (usual, long)]
        bare = ["".join(text.split()).replace("&#x27;", "'") for text in written]
        assert bare[0] == bare[1]


def test_every_zone_can_be_chosen():
    form = FoundClubForm(initial={"time_zone": "Europe/Lisbon"})
    written = str(form["time_zone"])
    assert '<option value="Europe/Lisbon" selected>Europe/Lisbon</option>' in written
    assert written.count("<option") == len(zone_choices())
