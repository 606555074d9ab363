import { EXIT_CODES_HELP, VERSION } from '@tickscope/command-line';
import { operatingCommands } from '@tickscope/ops';
import { Command } from 'commander';
import { attackerCommand, attackersCommand } from './commands/attacker.js';
import { checkCommand } from './commands/check.js';
import { completionCommand } from './commands/completion.js';
import { dexCommand } from './commands/dex.js';
import { feedCommand } from './commands/feed.js';
import { feesCommand } from './commands/fees.js';
import { takePastedText } from './commands/recognized.js';
import { sandwichCommand } from './commands/sandwich.js';
import { sandwichesCommand } from './commands/sandwiches.js';
import { scanCommand } from './commands/scan.js';
import { signaturesCommand } from './commands/signatures.js';
import { slotCommand } from './commands/slot.js';
import { whyCommand } from './commands/why.js';

/** The program with all its commands. It throws instead of ending the process, so that `main.ts` chooses the exit code. */
export function createProgram(): Command {
  const program = new Command('tickscope')
    .description(
      'Who traded the same Solana account just before and just after a transaction, to the PoH tick.',
    )
    .version(VERSION)
    .commandsGroup('Ask:')
    .addCommand(checkCommand())
    .addCommand(whyCommand())
    .addCommand(scanCommand())
    .addCommand(sandwichesCommand())
    .addCommand(sandwichCommand())
    .addCommand(slotCommand())
    .addCommand(feedCommand())
    .addCommand(feesCommand())
    .addCommand(attackerCommand())
    .addCommand(attackersCommand())
    .addCommand(signaturesCommand())
    .addCommand(dexCommand())
    .commandsGroup('Run and keep the servers:');
  for (const command of operatingCommands()) program.addCommand(command);
  program
    .commandsGroup('Of this command:')
    .addCommand(completionCommand())
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .helpCommand(true)
    .addHelpText(
      'after',
      `
Examples:
  tickscope up                              ClickHouse and the API on this machine
  tickscope check SIGNATURE                 who traded around a transaction, and was it sandwiched
  tickscope why SIGNATURE                   why a transaction failed
  tickscope https://solscan.io/tx/SIGNATURE the same, from an explorer's URL
  tickscope scan WALLET --days 4            the trades of a wallet that were sandwiched
  tickscope sandwiches --min-loss 0.1       the newest that cost their victims that much SOL
  tickscope slot 370537741                  a block as it was built, with its sandwiches
  tickscope feed                            sandwiches as they are found
  tickscope fees ACCOUNT ACCOUNT            what those who wrote these accounts paid to get in
  tickscope attacker WALLET                 what it earned with sandwiches, where, with whom
  tickscope signatures WALLET               the transactions that a wallet signed, newest first
  tickscope backfill SIGNATURE              store a transaction's block and those around it
  tickscope backfill --from-slot 400 --to-slot 900 --endpoint URL  slots with ticks from a stream's replay
  tickscope import 254170887.getblock.json  a block from a file
  tickscope detect --from 400 --to 900      the sandwiches of stored slots
  tickscope dex SIGNATURE                   what the decoder sees in a transaction
  tickscope verify --from 400 --to 900 --poh  that what is stored is the chain, hash by hash
  tickscope compare-labels labels.csv       a list of labelled sandwiches against the store
  tickscope backup /mnt/copies/monday       everything that is stored, beside a running stack
  tickscope cluster move --shards 2         the store spread over two ClickHouse servers
  tickscope keys create --account A --name N  an API key, printed once
  tickscope link /settings                  a page of the explorer, with your key for one minute
  tickscope doctor                          what is installed, running and stored
  tickscope doctor --geyser URL             what a Geyser endpoint gives, and what that means
  tickscope doctor --geyser URL --prove     what it and this machine hold up to, to read or to send

Settings come from flags, then from the environment (.env.example lists them).
${EXIT_CODES_HELP}`,
    );
  inheritSettings(program);
  return takePastedText(program);
}

/** Commands that are added, rather than made by their parent, inherit nothing by themselves. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}
