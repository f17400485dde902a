"""Small look-ups for the pages of desk and tables, on values that the page has already."""

from django import template

from tournaments.queries.table_desk import TableDesk, ToldDeal

register = template.Library()


@register.simple_tag
def told(desk: TableDesk, number: int) -> ToldDeal | None:
    """What was told of the deal of that number, None where nothing was."""
    return desk.told_by_number.get(number)
