# SPDX-License-Identifier: MIT
"""One of each thing that «Where things are added» tells of, added as a newcomer would.

An edit is (what stands in the file, what is to stand there); in a file that is not there yet
nothing stands. What `shows` that the thing works is run in a copy of the program in which all of
them have been made; beside it are `L` (the language), `heard`, `spoken`, `played` and `typed`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.game.night.test_new_deed import ADDED as A_DEED
from tests.game.test_seat_facts import ASKED as OF_THE_FACT
from tests.game.test_seat_facts import NEW as A_FACT

Edits = tuple[tuple[str, str], ...]
CODE, LANGUAGE = "voice_host/", "voice_host/language/ru/"


@dataclass(frozen=True)
class Addition:
    """One row of the table: what is done for it by hand, and that it then works.

    `made`: files that a command writes, so that nobody does by hand. `most`: how many files it may
    take, where a number has been promised.
    """

    edits: Mapping[str, Edits]
    shows: str
    made: tuple[str, ...] = ()
    most: int = 99
    beside: Mapping[str, str] = field(default_factory=dict)
    """Folders that are copied and then changed, with where to."""


def before(anchor: str, new: str) -> tuple[str, str]:
    """Write `new` in front of what stands there."""
    return anchor, new + anchor


def after(anchor: str, new: str) -> tuple[str, str]:
    """Write `new` behind what stands there."""
    return anchor, anchor + new


RULES = """\
extends = "city"
id = "{0}"
title = "{0}"
[table]
seats = 8
fewest = 8
most = 8
roles = {{ mafia = 2, {1} = 1, sheriff = 1 }}
sizes = {{}}
optional = []
[night]
order = ["{1}", "shooting", "sheriff"]
"""
NIGHT = """\
rules {0}
roles 1 2 3 4 = mafia mafia {1} sheriff
> начать игру
until night.role.{1}
< Просыпается {2}
> выбор 5
> дальше
> выбор 5
until night.result
> дальше
? out none
"""
"""Whom the new role heals is shot, and nobody dies."""

ADDITIONS = {
    "error, trouble, notice": Addition(
        {
            CODE + "commands/list_commands.py": (
                before(
                    "    for row in commands_table(",
                    '    if phase == "over":\n'
                    '        raise VoiceHostError("commands.too_late", phase=phase)\n',
                ),
                before(
                    "from voice_host.game.expected",
                    "from voice_host.errors import VoiceHostError\n",
                ),
            ),
            LANGUAGE + "messages.toml": (
                after("[commands]\n", 'too_late = "В фазе {phase} поздно."\n'),
            ),
        },
        """
error = typed("commands", "--phase", "over").exception
assert L.messages.says(error) == "В фазе over поздно."
""",
    ),
    "option of a command": Addition(
        {
            CODE + "commands/list_commands.py": (
                before("@PHASE\n", '@click.option("--names", is_flag=True)\n'),
                ("phase: str | None, rules_name: str)", "phase: str | None, rules_name: str,"
                 " names: bool)"),
                ('        click.echo(f"{row.name:16} {\', \'',
                 '        click.echo(row.name if names else f"{row.name:16} {\', \''),
            ),
            LANGUAGE + "messages.toml": (
                after("[help.commands]\n", 'names = "только имена"\n'),
            ),
        },
        """
assert "только имена" in typed("commands", "--help").output
assert "end_turn" in typed("commands", "--names").output.splitlines()
""",
    ),
    "spoken sentence": Addition(
        {
            CODE + "language/said/keys.py": (
                before('    "host.dealt"', '    "host.fed": "seat",\n'),
            ),
            LANGUAGE + "texts.toml": (after("[host]\n", 'fed = "{seat:d} принесли чай."\n'),),
        },
        'assert spoken("host.fed", seat=3) == "Третьему принесли чай."',
    ),
    "timer warning": Addition(
        {
            CODE + "game/phases/day.py": (
                ("give_floor(Phase.SPEECH, queue, seconds, speech.call)",
                 "give_floor(Phase.SPEECH, queue, seconds, 30, speech.call)"),
            ),
        },
        'played("> начать игру", "until day.speech", "+ 30.5", "< тридцать секунд")',
    ),
    "wording of a command": Addition(
        {
            LANGUAGE + "sentences.toml": (
                after("[foul]\nsays = [\n", '  "горчичник {seat:d}",\n'),
            ),
            LANGUAGE + "lexicon.toml": (after("[variants]\n", '"горчичник" = ["горчи́шник"]\n'),),
            "tests/language/said/discipline.tsv": (
                after("# фраза\tфаза\tчто это\n", "горчичник третьему\tday.speech\tFoul(3)\n"),
            ),
        },
        """
from voice_host.game.commands import Foul
from voice_host.model.lexicon import load_spellings
assert heard("горчичник третьему", Foul).command == Foul(3)
assert load_spellings(L.lexicon)["горчичник"] == ["горчи́шник"]
""",
    ),
    "role": Addition(
        {
            CODE + "game/roles.py": (before('    "cop": ', '    "warden": Role(TOWN, "heal"),\n'),),
            LANGUAGE + "words.toml": (after("[roles]\n", 'warden = ["сторож"]\n'),),
            "tests/language/madeup/words.toml": (after("[roles]\n", 'warden = ["gardo"]\n'),),
        },
        f"""
Path("warded.toml").write_text({RULES.format("warded", "warden")!r}, "utf-8")
played(*{NIGHT.format("warded.toml", "warden", "сторож").splitlines()!r})
""",
        most=3,
    ),
    "role of one ruleset": Addition(
        {
            "keeper.toml": (
                ("", RULES.format("keeper", "keeper")
                 + '[roles.keeper]\nside = "town"\ndeed = "heal"\n'
                 '[names.roles]\nkeeper = "хранитель"\n'),
            ),
        },
        f'played(*{NIGHT.format("keeper.toml", "keeper", "хранитель").splitlines()!r})',
    ),
    "deed of the night": Addition(
        {CODE + name: edits for name, edits in A_DEED.items()},
        """
from voice_host.game.night.deeds import DEEDS, Fates
assert DEEDS["guard"].works(Fates(hits=(5, 6)), "bodyguard", 5, (3,)).hits == (3, 6)
assert L.messages.table("ruleset.choice")["guard"] == "заслоняет"
""",
        most=5,
    ),
    "ruleset": Addition(
        {
            CODE + "rulesets/club.toml": (
                ("", 'extends = "wma"\nid = "club"\ntitle = "Клуб"\nsource = "S1"\n'
                 "[speech]\nseconds = 45\n[why]\n"
                 '"speech.seconds" = "S1: у нас короче"\n'),
            ),
        },
        """
from scripts import make_docs
make_docs.main()
assert "`club`" in Path("docs/rulesets.md").read_text("utf-8")
told = typed("rules", "club").output
assert "Клуб (club; источник S1)" in told and "S1: у нас короче" in told
played("rules club", "> начать игру", "until day.speech", "? timer 45")
""",
        made=("docs/rulesets.md",),
    ),
    "game command": Addition(
        {
            CODE + "game/commands.py": (
                before(
                    "@dataclass(frozen=True, slots=True)\nclass StopTimer:",
                    '@dataclass(frozen=True, slots=True)\nclass DoubleTime:\n'
                    '    """As much again as is left."""\n\n\n',
                ),
                before("    | StopTimer\n", "    | DoubleTime\n"),
            ),
            CODE + "game/decide.py": (
                ("c.AddTime() | c.StopTimer():", "c.AddTime() | c.StopTimer() | c.DoubleTime():"),
            ),
            CODE + "game/phases/timer.py": (
                before(
                    "        case StopTimer():\n",
                    "        case DoubleTime():\n"
                    "            left = _running(draft.state).ends_at - draft.now\n"
                    "            add_time(draft, AddTime(int(left)))\n",
                ),
                ("import AddTime, SetTimer", "import AddTime, DoubleTime, SetTimer"),
                ("AddTime | StopTimer) ->", "AddTime | StopTimer | DoubleTime) ->"),
            ),
            CODE + "game/expected.py": (
                ("c.AddTime, c.StopTimer", "c.AddTime, c.DoubleTime, c.StopTimer"),
            ),
            CODE + "language/acts.py": (
                before('    "stop_timer": ', '    "double_time": c.DoubleTime,\n'),
            ),
            LANGUAGE + "sentences.toml": (
                before("[stop_timer]\n", '[double_time]\nsays = ["удвой время"]\n\n'),
            ),
            LANGUAGE + "texts.toml": (
                after("[said] # как назвать команду\n", 'double_time = "вдвое больше времени"\n'),
                after("[not_now]\n", 'double_time = "Удваивать нечего."\n'),
            ),
            LANGUAGE + "pages.toml": (
                after("[acts] # надписи на кнопках\n", 'double_time = "Вдвое дольше"\n'),
            ),
            "tests/game/chance.py": (
                before(
                    "    c.StopTimer: ",
                    "    c.DoubleTime: lambda rng, state: c.DoubleTime(),\n",
                ),
            ),
            "tests/language/madeup/sentences.toml": (
                before("[stop_timer]\n", '[double_time]\nsays = ["dufoyo"]\n\n'),
            ),
            "tests/language/said/timer.tsv": (
                after("# фраза\tфаза\tчто это\n", "удвой время\tday.speech\tDoubleTime()\n"),
            ),
        },
        """
from random import Random
from tests.game.chance import command
from voice_host.game.commands import DoubleTime
from voice_host.game.state import new_game
played("> удвой время", "! not_now", "<ear Игра ещё не началась",
       "> начать игру", "until day.speech", "+ 20", "> удвой время", "? timer 80", "undo",
       "? timer 40")
assert "double_time" in typed("commands").output
assert command(Random(1), new_game(load("wma"), 10), frozenset({DoubleTime})) == DoubleTime()
""",
    ),
    "question for the ear": Addition(
        {
            CODE + "language/requests.py": (before("    DAY = ", '    GONE = "gone"\n'),),
            CODE + "language/said/answer.py": (
                before(
                    "        case Question.NOMINEES:\n",
                    "        case Question.GONE:\n"
                    "            gone = state.seats - len(state.alive)\n"
                    '            return host("answer.gone", count=gone)\n',
                ),
                after("ANSWERS = {\n", '    "answer.gone": "count",\n'),
            ),
            LANGUAGE + "sentences.toml": (
                before(
                    "[ask.day]\n",
                    '[ask.gone]\nquestion = "gone"\nsays = ["скольких потеряли"]\n\n',
                ),
            ),
            LANGUAGE + "texts.toml": (
                after("[answer]\n", 'gone = "Ушло: {count|игрок|игрока|игроков}."\n'),
            ),
        },
        """
played("> начать игру", "until day.speech", "> удалить пять", "> да", "> скольких потеряли",
       "<ear Ушло: один игрок.")
assert L.pages.shown(L.words, L.sentences.questions())["questions"]["gone"] == "Скольких потеряли"
""",
        most=4,
    ),
    "event": Addition(
        {
            CODE + "game/events.py": (
                before(
                    "@dataclass(frozen=True, slots=True)\nclass DayOpened:",
                    '@dataclass(frozen=True, slots=True)\nclass Seated:\n'
                    '    """So many sat down to play."""\n\n    number: int\n\n\n',
                ),
                after("Event = (\n", "    Seated |\n"),
            ),
            CODE + "game/evolve.py": (
                ("_Told = ev.NextGameMissed", "_Told = ev.Seated | ev.NextGameMissed"),
            ),
            CODE + "game/phases/lobby.py": (
                before("    return Phase.DEAL\n", "    draft.add(ev.Seated(state.seats))\n"),
            ),
            CODE + "language/said/announce.py": (
                ("_Rest = ev.RolesSet", "_Rest = ev.Seated | ev.RolesSet"),
                after(
                    "def _rest(before: State, event: _Rest, after: State) -> Told:\n"
                    "    match event:\n",
                    "        case ev.Seated(number):\n"
                    '            return (hall("roles.seated", count=number),)\n',
                ),
            ),
            CODE + "language/said/keys.py": (
                before('    "roles.set"', '    "roles.seated": "count",\n'),
            ),
            LANGUAGE + "texts.toml": (
                after("[roles]\n", 'seated = "Нас {count|игрок|игрока|игроков}."\n'),
            ),
        },
        'played("> начать игру", "< Нас десять игроков", "until day.speech", "crash")',
    ),
    "fact of a seat": Addition(
        {CODE + name: (edit,) for name, edit in A_FACT.items()},
        OF_THE_FACT
        + '\nplayed("> начать игру", "> фол третьему", "? notes 3=1", "crash", "? notes 3=1")',
        most=6,
    ),
    "phase": Addition(
        {
            CODE + "game/state.py": (before('    SPEECH = "', '    COFFEE = "day.coffee"\n'),),
            CODE + "game/phases/course.py": (
                ("day.enter_discussion, lambda _: Phase.SPEECH", "day.enter_discussion,"
                 " lambda _: Phase.COFFEE"),
                before(
                    "    Phase.SPEECH: Row(",
                    "    Phase.COFFEE: Row(day.enter_coffee, lambda _: Phase.SPEECH),\n",
                ),
            ),
            CODE + "game/phases/day.py": (
                ("    if not speech.discussion:\n        return Phase.SPEECH\n",
                 "    if not speech.discussion:\n        return Phase.COFFEE\n"),
                before(
                    "def lengthen_speeches(",
                    "def enter_coffee(draft: Draft) -> Phase | None:\n"
                    '    """A break."""\n    draft.begin(Phase.COFFEE, 5)\n    return None\n\n\n',
                ),
            ),
            CODE + "language/said/keys.py": (
                before('    "enter.day.discussion"', '    "enter.day.coffee": "seconds",\n'),
            ),
            LANGUAGE + "texts.toml": (
                after("[phase]\n", '"day.coffee" = "пьём кофе"\n'),
                after("[enter]\n", '"day.coffee" = "На кофе {seconds:time}."\n'),
            ),
            LANGUAGE + "pages.toml": (after("[phases]\n", '"day.coffee" = "Кофе"\n'),),
        },
        """
played("> начать игру", "until day.coffee", "< На кофе пять секунд", "? timer 5", "> что сейчас",
       "<ear пьём кофе", "+ 5", "? phase day.speech")
""",
    ),
    "language": Addition(
        {
            CODE + "language/xx/messages.toml": (
                ('typed_only = "  (только с клавиатуры)"', 'typed_only = "  (xx)"'),
            ),
            CODE + "cli.py": (('Language.read(SHIPPED / "ru")', 'Language.read(SHIPPED / "xx")'),),
        },
        """
from voice_host import cli
sys.argv = ["voice-host", "commands"]
with suppress(SystemExit), redirect_stdout(StringIO()) as out:
    cli.main()
assert "  (xx)" in out.getvalue()
Path("voice_host/language/xx/texts.toml").write_text("", "utf-8")
sys.argv = ["voice-host", "commands"]
with suppress(SystemExit), redirect_stderr(StringIO()) as out:
    cli.main()
assert "texts.toml" in out.getvalue()
""",
        beside={LANGUAGE: CODE + "language/xx/"},
    ),
    "how a nickname declines": Addition(
        {
            LANGUAGE + "words.toml": (
                after("[declension.irregular]\n", '"любовь" = ["любови", "любови", "любовь"]\n'),
            ),
        },
        'assert L.words.declension.of("Любовь", "g") == ("любови",)',
    ),
    "synthesiser": Addition(
        {
            CODE + "voice/toneless.py": (
                ("", '"""A voice that says nothing for a second."""\n\n'
                 "from voice_host.audio.samples import silence\n"
                 "from voice_host.voice.speech import Speech\n\n\n"
                 "class TonelessVoice:\n"
                 "    def render(self, text, words_per_minute):\n"
                 "        return Speech(silence(1.0, 8000), 8000)\n\n"
                 "    def names(self):\n"
                 '        return ["toneless"]\n'),
            ),
            CODE + "voice/voices.py": (
                before(
                    "VOICES: dict",
                    "def _toneless(_name: str) -> Voice:\n"
                    "    from voice_host.voice.toneless import TonelessVoice\n\n"
                    "    return TonelessVoice()\n\n\n",
                ),
                before('    "silent": ', '    "toneless": _toneless,\n'),
            ),
        },
        """
from voice_host.voice.voices import make_voice
assert len(make_voice("toneless:").render("да", 150).samples) == 8000
""",
    ),
    "fact for scenarios": Addition(
        {
            CODE + "commands/facts.py": (
                before(
                    '    "alive": ',
                    '    "gone": lambda w, s: _same(w, s.seats - len(s.alive)),\n',
                ),
            ),
        },
        'played("> начать игру", "until day.speech", "> удалить пять", "> да", "? gone 1")',
    ),
    "column of the protocol": Addition(
        {
            CODE + "commands/protocol/tables.py": (
                before("            str(player.fouls),\n", "            str(player.remarks),\n"),
            ),
            LANGUAGE + "messages.toml": (
                after('side = "команда"\n', 'remarks = "замечания"\n'),
            ),
        },
        """
from voice_host.commands.export import exported
from voice_host.history.session import Session
head, first, *_ = exported(L, Session(load("wma"), 10), "csv").splitlines()
assert head.split(";")[4] == "замечания" and first.split(";")[4] == "0"
""",
    ),
    "word of a page": Addition(
        {
            CODE + "ui/web/page/table.js": (("", '\nconst tea = () => word("table.tea");\n'),),
            LANGUAGE + "pages.toml": (after("[table]\n", 'tea = "Чай"\n'),),
        },
        'assert L.pages.shown(L.words, {})["table"]["tea"] == "Чай"',
    ),
    "key": Addition(
        {
            CODE + "ui/terminal/key_names.py": (
                before('    Row("table"', '    Row("alive", "g"),\n'),
            ),
            LANGUAGE + "messages.toml": (
                after('no = "т"\n', 'alive = "п"\n'),
                after("[keys.says]\n", 'alive = "кто жив"\n'),
                after("[keys.gloss]\n", 'alive = "кто в игре"\n'),
            ),
        },
        """
from voice_host.game.state import Phase
from voice_host.ui.terminal.key_names import KeyWords, Say
keys = KeyWords(L.messages)
assert keys.pressed("g") == keys.pressed("п") == Say("кто жив")
assert "G — кто в игре." in keys.help(Phase.SPEECH)
""",
    ),
}  # fmt: skip
"""By the first column of the table."""
