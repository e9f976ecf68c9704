# SPDX-License-Identifier: MIT
"""What the host may wish of the companion: which requests answer no question, which drop none."""

from voice_host.host.inbox import Refusal
from voice_host.host.service import Service
from voice_host.language import requests as r
from voice_host.language.heard import hear

Wish = r.Pause | r.Resume | r.Undo | r.NewGame | r.Leave | r.Learn | r.Keys | Service
"""Requests that answer no question."""
ASIDE = r.Help | r.HelpAbout | r.More | r.Keys | r.Ask | r.ShowRole | r.Protocol
"""Requests that drop none either: what one asks in order to answer."""
REFUSALS = {
    hear.Unknown: Refusal.UNKNOWN,
    hear.NotNow: Refusal.NOT_NOW,
    hear.Ambiguous: Refusal.AMBIGUOUS,
}
"""What words get that were not understood."""
