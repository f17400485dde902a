"""Everything that writes accounts, clubs and players. One public service is one transaction."""

from accounts.services.claims import claim_player, make_claim_link, set_privacy
from accounts.services.clubs import (
    answer_request,
    ask_to_join,
    change_club,
    join_by_link,
    revoke_join_link,
    set_logo,
)
from accounts.services.people import (
    add_member,
    create_account,
    create_club,
    find_or_make_player,
    remove_member,
    usable_name,
)

__all__ = [
    "add_member",
    "answer_request",
    "ask_to_join",
    "change_club",
    "claim_player",
    "create_account",
    "create_club",
    "find_or_make_player",
    "join_by_link",
    "make_claim_link",
    "remove_member",
    "revoke_join_link",
    "set_logo",
    "set_privacy",
    "usable_name",
]
