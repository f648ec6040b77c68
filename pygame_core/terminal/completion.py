"""`completion`: a script with which a shell completes commands and their options, made from the parser itself."""

import argparse
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pygame_core.distribution import DISTRIBUTION
from pygame_core.i18n import _

SHELLS = ("bash", "zsh", "fish")


class _Argument(NamedTuple):
    """An argument of a command: its options, such as `--seats`, or none if it has a place; and its value."""

    options: tuple[str, ...]
    text: str
    choices: tuple[str, ...]
    has_value: bool
    is_file: bool


class _Command(NamedTuple):
    name: str
    text: str
    arguments: tuple[_Argument, ...]

    @property
    def options(self) -> list[str]:
        return [option for argument in self.arguments for option in argument.options]

    @property
    def places(self) -> list[_Argument]:
        return [argument for argument in self.arguments if not argument.options]


def completion_script(shell: str, parser: argparse.ArgumentParser) -> str:
    """Return the script of a shell, which completes the commands of a parser in the language of its help."""
    commands = [*_read_commands(parser)]
    write = {"bash": _bash_lines, "zsh": _zsh_lines, "fish": _fish_lines}[shell]
    return "\n".join(write(commands)) + "\n"


def _read_commands(parser: argparse.ArgumentParser) -> Iterator[_Command]:
    [listed] = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    texts = {choice.dest: choice.help or "" for choice in listed._choices_actions}
    for name, command in listed.choices.items():
        arguments = tuple(_read_argument(action) for action in command._actions)
        yield _Command(name, texts[name], arguments)


def _read_argument(action: argparse.Action) -> _Argument:
    return _Argument(
        tuple(action.option_strings),
        str(action.help or ""),
        tuple(map(str, action.choices or ())),
        action.nargs != 0,
        action.metavar in (_("FILE"), _("FOLDER"), _("SAVE"), _("PLAYER")),
    )


def _bash_lines(commands: Sequence[_Command]) -> Iterator[str]:
    names = " ".join(command.name for command in commands)
    yield f"_{DISTRIBUTION}() {{"
    yield '    local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"'
    yield '    local command="" words="" word'
    yield '    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do'
    yield f"        case $word in {names.replace(' ', '|')}) command=$word; break;; esac"
    yield "    done"
    yield "    COMPREPLY=()"
    yield "    case $command:$previous in"
    for command in commands:
        for argument in command.arguments:
            if argument.options and argument.has_value:
                where = "|".join(f"{command.name}:{option}" for option in argument.options)
                then = ""
                if argument.choices:
                    then = f' COMPREPLY=($(compgen -W "{" ".join(argument.choices)}" -- "$current"));'
                elif argument.is_file:
                    then = ' COMPREPLY=($(compgen -f -- "$current"));'
                yield f"        {where}){then} return;;"
    yield "    esac"
    yield "    case $command in"
    yield f'        "") words="{names}";;'
    for command in commands:
        values = [choice for argument in command.places for choice in argument.choices]
        yield f'        {command.name}) words="{" ".join([*values, *command.options])}";;'
    yield "    esac"
    yield '    COMPREPLY=($(compgen -W "$words" -- "$current"))'
    with_files = "|".join(command.name for command in commands if any(one.is_file for one in command.places))
    yield "    case $command in"
    yield f'        {with_files}) [[ $current == -* ]] || COMPREPLY+=($(compgen -f -- "$current"));;'
    yield "    esac"
    yield "}"
    yield f"complete -o filenames -F _{DISTRIBUTION} {DISTRIBUTION}"


def _zsh_lines(commands: Sequence[_Command]) -> Iterator[str]:
    yield f"#compdef {DISTRIBUTION}"
    yield f"_{DISTRIBUTION}() {{"
    yield "    local -a commands"
    yield "    commands=("
    for command in commands:
        yield f"        {_quote(f'{command.name}:{command.text}')}"
    yield "    )"
    yield "    if (( CURRENT == 2 )); then"
    yield "        _describe command commands"
    yield "        return"
    yield "    fi"
    yield "    local command=$words[2]"
    yield "    shift words"
    yield "    (( CURRENT-- ))"
    yield "    case $command in"
    for command in commands:
        yield f"        {command.name}) _arguments {' '.join(_zsh_specs(command))};;"
    yield "    esac"
    yield "}"
    yield f"compdef _{DISTRIBUTION} {DISTRIBUTION}"


def _zsh_specs(command: _Command) -> Iterator[str]:
    for argument in command.arguments:
        values = f"({' '.join(argument.choices)})" if argument.choices else "_files" if argument.is_file else " "
        for option in argument.options:
            text = argument.text.replace("[", "(").replace("]", ")").replace(":", "\\:")
            yield _quote(f"{option}[{text}]" + (f": :{values}" if argument.has_value else ""))
        if not argument.options:
            yield _quote(f": :{values}")


def _fish_lines(commands: Sequence[_Command]) -> Iterator[str]:
    yield f"complete -c {DISTRIBUTION} -f"
    for command in commands:
        yield f"complete -c {DISTRIBUTION} -n __fish_use_subcommand -a {command.name} -d {_quote(command.text)}"
        begin = f"complete -c {DISTRIBUTION} -n '__fish_seen_subcommand_from {command.name}'"
        for argument in command.arguments:
            options = [f"-l {one[2:]}" if one.startswith("--") else f"-s {one[1:]}" for one in argument.options]
            values = ["-x" if argument.options and not argument.is_file else ""] if argument.has_value else []
            values += ["-rF" if argument.options else "-F"] if argument.is_file else []
            values += [f"-a '{' '.join(argument.choices)}'"] if argument.choices else []
            if options or argument.choices or argument.is_file:
                yield " ".join(filter(None, [begin, *options, *values, f"-d {_quote(argument.text)}"]))


def _quote(text: str) -> str:
    """Return a text as one word of any of these shells."""
    escaped = text.replace("'", "’")
    return f"'{escaped}'"
