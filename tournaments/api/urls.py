"""Addresses of the tournaments' part of `/api/v1/`."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
