"""Going to an address as a person does it: whatever the page was about to do itself doesn't matter any more.

A page may be on its way to another (a form that was sent, a live view that loads anew); a navigation that starts while
`goto` waits interrupts it. The address is simply typed once more then.
"""

from playwright.sync_api import Error, Page

ATTEMPTS = 5


def go(page: Page, address: str) -> None:
    """Raises `Error` of playwright where the page can't be had, or is interrupted for the fifth time."""
    for left in reversed(range(ATTEMPTS)):
        try:
            page.goto(address)
        except Error as error:
            if "interrupted by another navigation" not in error.message or not left:
                raise
        else:
            return
