# SPDX-License-Identifier: MIT
"""Makes the Russian command model from public data; see docs/model.md."""
