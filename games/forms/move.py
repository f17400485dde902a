"""The shape of a move sent by a page. Whether it is legal is the service's matter."""

from django import forms

MAX_KEY = 64


class MoveForm(forms.Form):
    code = forms.CharField(max_length=80)
    expected_ply = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    key = forms.CharField(max_length=MAX_KEY, required=False)
