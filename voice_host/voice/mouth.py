"""The mouth: utterances to the hall and to the host's ear, and the music under them.

It puts renderer, lanes and loudspeakers together. When something fails it says so once
and goes on in silence at the same pace. What is said, and to whom, is not decided here.
"""

import threading
from dataclasses import dataclass
from pathlib import Path

from voice_host.audio.devices import Device, find_output
from voice_host.audio.music import calm_track, folder_track
from voice_host.audio.output import LATENCY_SECONDS, Output
from voice_host.errors import AudioUnavailable
from voice_host.voice.child import RenderingChild
from voice_host.voice.lane import Lane
from voice_host.voice.messages import Message, Recovered, Spoken, Trouble
from voice_host.voice.protocols import Channel, Post, Utterance
from voice_host.voice.render import Renderer
from voice_host.voice.speech import NORMAL_RATE

NO_HALL = Trouble(
    "hall", "Колонки нет.", "Подключите её и начните снова; пока всё видно на экране."
)


@dataclass(frozen=True, slots=True)
class MouthOptions:
    """What the host chose. Devices are named as in `find_output`; an ear of None is none.

    `voice` is named as in `make_voice`; `cache` is the folder of rendered speech (None
    keeps none); `music` a folder of the host's own. `share_hall` lets what is for the ear
    sound in the hall when there is no ear.
    """

    hall: str | None = None
    ear: str | None = None
    voice: str = ""
    words_per_minute: int = NORMAL_RATE
    cache: Path | None = None
    music: Path | None = None
    share_hall: bool = False
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
    ear = None if options.ear is None else find_output(options.ear)
    return SpeakingMouth(post, options, hall, ear)


def _hall_device(wanted: str | None, post: Post) -> Device | None:
    try:
        device = find_output(wanted)
    except AudioUnavailable as error:
        if wanted not in (None, "", "default"):
            raise
        post(Trouble("hall", error.message, error.hint))
        return None
    if device is None and wanted != "none":
        post(NO_HALL)
    return device


class SpeakingMouth:
    """The Mouth of `protocols` on real (or silent) loudspeakers; see `open_mouth`."""

    def __init__(
        self, post: Post, options: MouthOptions, hall: Device | None, ear: Device | None
    ) -> None:
        self._post = post
        self._music_folder = options.music
        self._music_wanted = False
        self._renderer = Renderer(
            options.voice,
            words_per_minute=options.words_per_minute,
            folder=options.cache,
            failed=self._voice_failed,
            child=options.child,
        )
        self._hall = _output(hall, "hall", post, options)
        self._outputs = [self._hall]
        self._lanes = {Channel.HALL: Lane(self._hall, self._renderer, post)}
        if ear is not None and ear != hall:
            output = _output(ear, "ear", post, options)
            self._outputs.append(output)
            self._lanes[Channel.EAR] = Lane(output, self._renderer, post)
        elif ear is not None or options.share_hall:
            self._lanes[Channel.EAR] = self._lanes[Channel.HALL]

    @property
    def latency(self) -> float:
        """Seconds from saying a prepared text to hearing it in the hall."""
        return self._hall.latency

    def say(self, utterance: Utterance) -> None:
        lane = self._lanes.get(utterance.channel)
        if lane is None:
            self._post(Spoken(utterance.id))
        else:
            lane.say(utterance)

    def prepare(self, texts: tuple[str, ...]) -> None:
        self._renderer.prepare(text for text in texts if text)

    def hush(self) -> None:
        for lane in self._lanes.values():
            lane.hush()

    def volume(self, step: int) -> None:
        for output in self._outputs:
            output.mixer.volume(step)

    def rate(self, step: int) -> None:
        self._renderer.faster(step)

    def music(self, on: bool) -> None:
        self._music_wanted = on
        if on:
            threading.Thread(target=self._start_music, name="music", daemon=True).start()
        else:
            self._hall.mixer.stop_music()

    def close(self) -> None:
        for lane in set(self._lanes.values()):
            lane.close()
        closing = [threading.Thread(target=output.close) for output in self._outputs]
        for thread in closing:
            thread.start()
        self._renderer.close()
        for thread in closing:
            thread.join(1.5)

    def _start_music(self) -> None:
        """In its own thread: making or reading the track takes a moment."""
        rate = self._hall.mixer.rate
        try:
            track = folder_track(self._music_folder, rate) if self._music_folder else None
        except AudioUnavailable as error:
            self._post(Trouble("mouth", error.message, error.hint))
            track = None
        track = calm_track(rate) if track is None else track
        if self._music_wanted:
            self._hall.mixer.start_music(track)

    def _voice_failed(self, error: AudioUnavailable | None) -> None:
        message: Message = Recovered("mouth")
        if error is not None:
            message = Trouble("mouth", error.message, error.hint)
        self._post(message)


def _output(device: Device | None, part: str, post: Post, options: MouthOptions) -> Output:
    return Output(device, part, post, latency=options.latency, blocksize=options.blocksize)
