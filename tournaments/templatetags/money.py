"""Money in templates. It never queries anything."""

from django import template

from tournaments.queries.money import money_text

register = template.Library()


@register.filter
def money(amount: int) -> str:
    """An amount in the smallest unit as people write it; nothing for 0."""
    return money_text(amount) if amount else ""
