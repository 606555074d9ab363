import { type Address, KNOWN_TIP_ACCOUNTS, TIP_KINDS, type TipAccount, type TipKind } from '@tickscope/chain';
import {
  cleanText,
  formatTable,
  parseAddress,
  print,
  printableJson,
  type StoreFlags,
  UsageError,
} from '@tickscope/command-line';
import { addTipAccount, ListedTipAccountError, migrate, readTipAccounts } from '@tickscope/store';
import { Argument, Command, Option } from 'commander';
import { withStack } from '../stack.js';

interface AddFlags extends StoreFlags {
  service: string;
  source: string;
  kind: TipKind;
}

export function tipsCommand(): Command {
  return new Command('tips')
    .description('The accounts of landing services at which lamports are a tip.')
    .addCommand(addCommand())
    .addCommand(listCommand());
}

function addCommand(): Command {
  return new Command('add')
    .description(
      'Add a tip account to those of this build. It counts from about a minute after the newest stored block on, so that\n' +
        'all ingesters write the same tips; blocks before stay as they are.',
    )
    .addArgument(new Argument('<account>', 'the account that gets the tips').argParser(parseAddress))
    .requiredOption('--service <name>', 'the landing service that takes tips there', parseName)
    .requiredOption('--source <text>', 'where this can be verified: a page, a repository', parseName)
    .addOption(new Option('--kind <kind>', 'what it is').choices([...TIP_KINDS]).default('landing'))
    .option('--json', 'print the entry as one JSON object')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .addHelpText(
      'after',
      `
Example:
  tickscope tips add ACCOUNT --service Jito --source docs.jito.wtf`,
    )
    .action(async (account: Address, { service, source, kind, ...flags }: AddFlags) => {
      const entry = await withStack(flags, async ({ store }) => {
        await migrate(store);
        try {
          return await addTipAccount(store, { account, service, kind, source });
        } catch (error) {
          throw error instanceof ListedTipAccountError ? new UsageError(error.message) : error;
        }
      });
      print(
        flags.json === true
          ? printableJson(entry, 0)
          : `${entry.account} is a tip account of ${entry.service} from slot ${entry.fromSlot} on.`,
      );
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('Those of this build, and those that were added.')
    .option('--json', 'print one JSON object for each')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .action(async (flags: StoreFlags) => {
      const added = await withStack(flags, async ({ store }) => {
        await migrate(store);
        return readTipAccounts(store.read);
      });
      const all: readonly TipAccount[] = [...KNOWN_TIP_ACCOUNTS, ...added];
      if (flags.json === true) for (const entry of all) print(printableJson(entry, 0));
      else
        print(
          formatTable([
            ['service', 'kind', 'account', 'from slot', 'source'],
            ...all.map(({ service, kind, account, fromSlot, source }) => [
              ...[cleanText(service), kind, account],
              ...[fromSlot === 0 ? 'all' : String(fromSlot), cleanText(source)],
            ]),
          ]),
        );
    });
}

/** A name of a service or a source, as it is stored and shown. */
function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || /\p{Cc}/u.test(name))
    throw new UsageError('expected a text of 1 to 200 characters in one line');
  return name;
}
