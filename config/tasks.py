"""The worker's sign of life, for the supervisor, which restarts a worker that has done nothing for too
long (F5).
"""

from celery import shared_task


@shared_task(name="config.tasks.heartbeat")
def heartbeat() -> None:
    """Nothing but a task: that it was done is what counts (config.celery, `report_work`)."""
