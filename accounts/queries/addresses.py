"""Who signed in from the same address: a hint for directors that two accounts may be one person, and no more than that.

Families share an address, and a club's evening does; so large groups say nothing and are left out. The address itself
leaves this module never.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from allauth.usersessions.models import UserSession

# As many as may live together; more are a club's own network, or a proxy that hides everybody's address.
MOST_AT_HOME: Final = 4


def shared_addresses(user_ids: Iterable[int]) -> list[tuple[int, ...]]:
    """Groups of two to four of these users whose sign-ins that last came from one address, each group once."""
    found: dict[str, set[int]] = defaultdict(set)
    for address, user_id in UserSession.objects.filter(user__in=list(user_ids)).values_list("ip", "user_id"):
        found[address].add(user_id)
    groups = {tuple(sorted(users)) for users in found.values() if 1 < len(users) <= MOST_AT_HOME}
    return sorted(groups)
