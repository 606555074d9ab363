import type { Command, Option } from 'commander';

/** Description of a command, as a shell needs it. */
export interface CommandTree {
  name: string;
  description: string;
  options: { flags: string[]; description: string; takesValue: boolean; choices: readonly string[] }[];
  commands: CommandTree[];
  /** The values of its first argument, where these are a list. */
  choices: readonly string[];
}

/** The commands and options of a program, as its help lists them. */
export function commandTree(command: Command): CommandTree {
  const help = command.createHelp();
  return {
    name: command.name(),
    description: firstSentence(command.description()),
    options: help.visibleOptions(command).map(optionOf),
    commands: help.visibleCommands(command).filter(isReal).map(commandTree),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
}

/** The implicit `help` command has no options of its own. */
function isReal(command: Command): boolean {
  return command.name() !== 'help';
}

function optionOf(option: Option): CommandTree['options'][number] {
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null),
    description: firstSentence(option.description),
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  };
}

/** On one line, without what a shell would interpret. */
function firstSentence(text: string): string {
  const [sentence = ''] = text.replace(/\s+/g, ' ').split(/(?<=\.) /);
  return sentence
    .replace(/: /g, ' - ')
    .replace(/[^\p{L}\p{N}_ ,.;()/-]/gu, '')
    .replace(/\.$/, '');
}
