"""The web process: live streams are bare ASGI, everything else is Django over WSGI in a pool of threads.

Django's own ASGI handler starts two threads for each request and thereby a new database connection; the pool
keeps both. `/live/` never reaches Django: its requests carry a signed ticket (config/live).
"""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.bridge import Message, Receive, Send, ThreadedPages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

django_app = get_wsgi_application()
from config.live.app import LiveApp  # noqa: E402 - reads Django's settings, so it comes after them

WEB_THREADS = int(os.environ.get("WEB_THREADS", "8"))
pages = ThreadedPages(django_app, WEB_THREADS)
live = LiveApp()

# What is loaded stays for the life of the process. Unless it is set aside, the collector goes through all of it again
# and again, a tenth of a second each time, in the middle of somebody's page.
get_resolver().check()  # loads every view there is
gc.collect()
gc.freeze()


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """ASGI entry point."""
    if scope["type"] == "lifespan":
        await live.lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith("/live/"):
        await live(scope, receive, send)
    elif scope["type"] == "http":
        await pages(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1000})
