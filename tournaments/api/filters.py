"""What lists of events can be filtered by; unknown values are refused, not ignored."""

import django_filters

from tournaments.enums import TournamentStatus
from tournaments.models import Tournament


class TournamentFilter(django_filters.FilterSet):
    """By status, club, a part of the name, and the day they begin."""

    status = django_filters.MultipleChoiceFilter(choices=TournamentStatus.choices)
    club = django_filters.CharFilter(field_name="club__slug", help_text="The club's address part.")
    name = django_filters.CharFilter(lookup_expr="icontains", help_text="A part of the name.")
    from_day = django_filters.DateFilter(field_name="starts_on", lookup_expr="gte")
    to_day = django_filters.DateFilter(field_name="starts_on", lookup_expr="lte")

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ()
