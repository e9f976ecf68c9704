# SPDX-License-Identifier: MIT
"""`voice-host play`: a game at a table, by voice, keys, or both."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Literal

import click
from click.core import ParameterSource

from voice_host import places, rulesets
from voice_host.commands.deal import deal
from voice_host.commands.demo import nothing_to_play_with, show
from voice_host.commands.evening import spend
from voice_host.commands.kept_choices import set_up
from voice_host.commands.nicknames_file import read_names
from voice_host.commands.options import FILE, RULES, evening_options
from voice_host.commands.resume import farewell
from voice_host.errors import Told, VoiceHostError
from voice_host.game.rules import Rules
from voice_host.history import session as sessions
from voice_host.language.language import Language
from voice_host.ui.command_line import usage
from voice_host.ui.terminal.window import usable


@click.command(cls=usage.Command)
@RULES
@click.option("--seats", type=int)
@click.option("--beat", type=usage.Numbers(0.8, 3.0))
@click.option("--names", type=FILE)
@click.option("--journal", type=FILE)
@click.option("--deal", "dealing", is_flag=True)
@click.option("--no-host", "hostless", is_flag=True)
@click.option("--shots", type=click.Choice(["count", "choose"]))
@click.option("--judge", type=click.Choice(["table", "first-out"]))
@click.option("--dead", type=click.Choice(["table", "all"]))
@click.option("--seed", type=int)
@evening_options
@click.pass_obj
def command(
    language: Language,
    /,
    rules_name: str,
    seats: int | None,
    journal: Path | None,
    names: Path | None,
    **given: Any,
) -> None:
    """Lead a game at a table."""
    hostless, phones = given["hostless"], given["phones"] is not None
    dealing, seed = given["dealing"] or hostless, given["seed"]
    if seed is not None and not dealing:
        raise VoiceHostError("play.seed_without_deal")
    rules = _led(_rules(rules_name, given["beat"]), dealing, by_phones=hostless and phones)
    rules = _agreed(rules, given["shots"], given["judge"], given["dead"])
    at_table = _seats(rules, seats)
    for told in _before_the_deal(rules, plain=given["plain"]):
        usage.teller(language.messages)(told)
    called = _named(language, names, at_table)
    if not _asked_for() and nothing_to_play_with(given["mic"], given["hall"]):
        sys.exit(not show(language, fast=False, out=None))
    made = set_up(language, given)
    made = replace(made, by_phones=hostless and phones)
    if seed is not None:
        made = replace(made, chance=Random(seed))

    def sit_down() -> sessions.Session:
        if journal is not None:
            session = sessions.begin(rules, at_table, journal, called)
        else:
            session = sessions.begin_anyhow(rules, at_table, places.new_journal(), called)
        if dealing:
            deal(session, made.chance)
        return session

    said = language.at(rules)
    farewell(spend(said, sit_down, at_table, called, made), usage.teller(language.messages))


def _asked_for() -> bool:
    """Has somebody named what he wants? A demo stands in for nothing that was asked for."""
    here = click.get_current_context()
    sources = map(here.get_parameter_source, here.params)
    return any(source is ParameterSource.COMMANDLINE for source in sources)


def _rules(name: str, beat: float | None = None) -> Rules:
    rules = rulesets.load(name)
    return rules if beat is None else replace(rules, night=replace(rules.night, beat=beat))


def _led(rules: Rules, dealing: bool, *, by_phones: bool) -> Rules:
    """Who leads: whoever deals cards of paper, and nobody where the program has dealt."""
    by: Literal["host", "laptop", "phones"] = (
        "phones" if by_phones else "laptop" if dealing else "host"
    )
    return replace(rules, led=replace(rules.led, by=by))


def _agreed(rules: Rules, shots: str | None, judge: str | None, dead: str | None) -> Rules:
    """What a table by phones has agreed on; elsewhere there is nothing to agree on."""
    led = rules.led
    if (shots or judge or dead) and not led.phones:
        raise VoiceHostError("play.only_by_phones")
    if shots and rules.night.shooting != "count":
        raise VoiceHostError("play.no_count", rules=rules.id)
    if shots:
        led = replace(led, shots="choose" if shots == "choose" else "count")
    if judge:
        led = replace(led, judge="first_out" if judge == "first-out" else "table")
    if dead:
        led = replace(led, dead="all" if dead == "all" else "table")
    return replace(rules, led=led)


def _before_the_deal(rules: Rules, *, plain: bool) -> Iterator[Told]:
    """What a table with one laptop must know before it plays at all."""
    if rules.led.by != "laptop":
        return
    if rules.night.shooting == "count":
        yield Told("play.one_sits_out")
    elif plain or not usable():
        yield Told("play.screen_keeps")


def _named(language: Language, file: Path | None, seats: int) -> sessions.Names:
    if file is None:
        return ()
    return read_names(language, file, seats).names


def _seats(rules: Rules, seats: int | None) -> int:
    table = rules.table
    if seats is not None and not table.fewest <= seats <= table.most:
        one = table.fewest == table.most
        code = "play.seats_are_fixed" if one else "play.seats_out_of_bounds"
        raise VoiceHostError(code, rules=rules.id, bounds=table.bounds, seats=seats)
    return table.seats if seats is None else seats
