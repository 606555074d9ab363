import { recognize } from '@tickscope/chain';
import { adviceOn, cleanText, UsageError } from '@tickscope/command-line';
import type { Command } from 'commander';

/** The arguments of the command that a pasted text belongs to. Throws `UsageError` where it is nothing known. */
export function commandFor(text: string): string[] {
  const found = recognize(text);
  switch (found.kind) {
    case 'signature':
      return ['check', found.value];
    case 'address':
      return ['scan', found.value];
    case 'slot':
      return ['slot', String(found.value)];
    default:
      throw new UsageError(
        `"${cleanText(text)}" is no command, signature, address, slot or explorer's URL${adviceOn(found)} (see --help)`,
      );
  }
}

/** Lets the program take a pasted text in the place of a command, with the options of that command. */
export function takePastedText(program: Command): Command {
  return program
    .argument('[text]', 'a signature, wallet, slot or explorer URL: the right command is run for it')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async () => {
      const [text, ...options] = program.args;
      if (text === undefined) program.help({ error: true });
      else await program.parseAsync([...commandFor(text), ...options], { from: 'user' });
    });
}
