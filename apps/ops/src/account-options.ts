import type { StoreFlags } from '@tickscope/command-line';
import type { Command } from 'commander';

/** Flags of the commands about one account of the running stack. */
export interface AccountFlags extends StoreFlags {
  account: string;
}

export function withAccount(command: Command): Command {
  return command
    .requiredOption(
      '--account <account>',
      "whose: the subject of the account's JWT, or a name that you choose",
    )
    .option('--json', 'print JSON')
    .option('--data-dir <dir>', 'data folder of the running stack (default: .tickscope)');
}
