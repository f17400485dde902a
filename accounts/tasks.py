"""What the workers do for accounts: sending what waits. Losing a task costs seconds, twice costs nothing."""

from celery import shared_task

from accounts.services.outbox import BATCH, send_due

MOST_BATCHES = 10


@shared_task(name="accounts.tasks.send_mail")
def send_mail() -> None:
    """Send what is due (beat, every few seconds), some batches at most."""
    for _batch in range(MOST_BATCHES):
        if send_due() < BATCH:
            return
