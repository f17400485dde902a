"""Going to an address as a person does it: whatever the page was about to do itself doesn't matter any more.

A page may be on its way to another (a form that was sent, a live view that loads anew); a navigation that starts while
`goto` waits interrupts it. The address is simply typed once more then, when the page has come to rest: a second try
that meets what is left of the first is interrupted by that.
"""

from playwright.sync_api import Error, Page

ATTEMPTS = 5
REST_MS = 300
INTERRUPTED = ("interrupted by another navigation", "net::ERR_ABORTED")


def go(page: Page, address: str) -> None:
    """Raises `Error` of playwright where the page can't be had, or is interrupted for the fifth time."""
    for left in reversed(range(ATTEMPTS)):
        try:
            page.goto(address)
        except Error as error:
            if not any(words in error.message for words in INTERRUPTED) or not left:
                raise
            page.wait_for_timeout(REST_MS)
            page.wait_for_load_state()
        else:
            return
