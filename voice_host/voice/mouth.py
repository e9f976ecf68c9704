# SPDX-License-Identifier: MIT
"""The mouth: utterances to the hall and to the host's ear, and the music under them.

It puts renderer, lanes and loudspeakers together. When something fails it says so once
and goes on in silence at the same pace. What is said, and to whom, is not decided here.
"""

import threading
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from voice_host.audio.devices import Device, find_output
from voice_host.audio.music import calm_track
from voice_host.audio.output import LATENCY_SECONDS, Output
from voice_host.audio.phone_speaker import PhoneSpeaker
from voice_host.audio.reports import Recovered, Trouble
from voice_host.errors import AudioUnavailable, Told
from voice_host.voice.child import RenderingChild
from voice_host.voice.lane import Lane
from voice_host.voice.messages import Message, Spoken
from voice_host.voice.protocols import Channel, Post, Utterance
from voice_host.voice.render import Renderer
from voice_host.voice.speech import NORMAL_RATE
from voice_host.voice.turns import Turns

Ear = Device | PhoneSpeaker | None

NO_HALL = Trouble("hall", Told("mouth.no_hall"))


@dataclass(frozen=True, slots=True)
class MouthOptions:
    """What the host chose. Devices are named as in `find_output`; an ear of None is none.

    `voice` is named as in `make_voice`; `cache` is the folder of rendered speech (None
    keeps none).
    """

    hall: str | None = None
    ear: str | PhoneSpeaker | None = None
    voice: str = ""
    words_per_minute: int = NORMAL_RATE
    cache: Path | None = None
    latency: float = LATENCY_SECONDS
    blocksize: int = 0
    child: RenderingChild | None = None


def open_mouth(post: Post, options: MouthOptions | None = None) -> "SpeakingMouth":
    """A mouth that speaks at once.

    Raises AudioUnavailable for a device, folder or file that was named and is not there.
    A machine with no loudspeaker at all gives a silent mouth and one Trouble.
    """
    options = MouthOptions() if options is None else options
    hall = _hall_device(options.hall, post)
    ear: Ear = None
    if isinstance(options.ear, PhoneSpeaker):
        ear = options.ear
    elif options.ear is not None:
        ear = find_output(options.ear)
    return SpeakingMouth(post, options, hall, ear)


def _hall_device(wanted: str | None, post: Post) -> Device | None:
    try:
        device = find_output(wanted)
    except AudioUnavailable as error:
        if wanted not in (None, "", "default"):
            raise
        post(Trouble("hall", error.told))
        return None
    if device is None and wanted != "none":
        post(NO_HALL)
    return device


class SpeakingMouth:
    """The Mouth of `protocols` on real (or silent) loudspeakers; see `open_mouth`."""

    def __init__(self, post: Post, options: MouthOptions, hall: Device | None, ear: Ear) -> None:
        self._post = post
        self._music_wanted = False
        self._renderer = Renderer(
            options.voice,
            words_per_minute=options.words_per_minute,
            folder=options.cache,
            failed=self._voice_failed,
            child=options.child,
        )
        self._outputs: list[Output] = []
        self._lanes: dict[Channel, Lane] = {}
        self._turns = Turns()
        # If the second device does not open, the first one is let go of again.
        with ExitStack() as opened:
            opened.callback(self.close)
            self._hall = self._open(Channel.HALL, hall, options)
            if ear is not None and ear != hall:
                self._open(Channel.EAR, ear, options)
            # One device for both: then its two channels must be one queue, or they would talk at
            # once.
            elif ear is not None:
                self._lanes[Channel.EAR] = self._lanes[Channel.HALL]
            opened.pop_all()

    @property
    def latency(self) -> float:
        """Seconds from saying a prepared text to hearing it in the hall."""
        return self._hall.latency

    def say(self, utterance: Utterance) -> None:
        lane = self._lanes.get(utterance.channel)
        if utterance.aloud and not (lane and lane.alive):
            lane = self._lanes[Channel.HALL]
        # Nobody has an ear to hear it; the clock that it may hold is let go all the same.
        if lane is None:
            self._post(Spoken(utterance.id))
        else:
            lane.say(utterance)

    def prepare(self, texts: tuple[str, ...]) -> None:
        self._renderer.prepare(text for text in texts if text)

    def hush(self) -> None:
        for lane in self._lanes.values():
            lane.hush()

    def drop(self, utterance_id: int) -> None:
        for lane in set(self._lanes.values()):
            lane.drop(utterance_id)

    def volume(self, step: int) -> None:
        for output in self._outputs:
            output.mixer.volume(step)

    def rate(self, step: int, channel: Channel | None = None) -> None:
        # Where one device serves both there is one pace: the hall's is not changed by the ear's.
        if channel is None:
            self._renderer.faster(step)
        elif (lane := self._lanes.get(channel)) and len(set(self._lanes.values())) > 1:
            lane.faster += step

    def music(self, on: bool) -> None:
        self._music_wanted = on
        if on:
            threading.Thread(target=self._start_music, name="music", daemon=True).start()
        else:
            self._hall.mixer.stop_music()

    def close(self) -> None:
        # Lanes first, as they use what follows; devices side by side, as each may take a second.
        for lane in set(self._lanes.values()):
            lane.close()
        closing = [threading.Thread(target=output.close) for output in self._outputs]
        for thread in closing:
            thread.start()
        self._renderer.close()
        for thread in closing:
            thread.join(1.5)

    def _open(self, channel: Channel, device: Ear, options: MouthOptions) -> Output:
        latency, blocksize = options.latency, options.blocksize
        output = Output(device, channel, self._post, latency=latency, blocksize=blocksize)
        self._outputs.append(output)
        self._lanes[channel] = Lane(
            output,
            self._renderer,
            self._post,
            in_hall=channel is Channel.HALL,
            turns=self._turns,
        )
        return output

    def _start_music(self) -> None:
        """In its own thread: making the track takes a moment."""
        track = calm_track(self._hall.mixer.rate)
        # Asked on both sides of the call: the night may end while the track is being made.
        if self._music_wanted:
            self._hall.mixer.start_music(track)
        if not self._music_wanted:  # it was called off in between
            self._hall.mixer.stop_music()

    def _voice_failed(self, error: AudioUnavailable | None) -> None:
        message: Message = Recovered("mouth")
        if error is not None:
            message = Trouble("mouth", error.told)
        self._post(message)
