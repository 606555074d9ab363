import { createLinkCode, LINK_CODE_SECONDS } from '@tickscope/accounts';
import { findApi, note, print, UsageError } from '@tickscope/command-line';
import { Command, InvalidArgumentError } from 'commander';
import { withAccountsDatabase } from '../accounts-database.js';

interface LinkFlags {
  apiUrl?: string;
  dataDir?: string;
}

export function linkCommand(): Command {
  return new Command('link')
    .description('Print a link to the explorer that brings your key into a browser: once, within a minute.')
    .argument('[page]', 'the page to open', parsePage, '/')
    .option('--api-url <url>', 'address of the API (default: TICKSCOPE_API_URL, else the running stack’s)')
    .option('--data-dir <dir>', 'data folder of the running stack (default: .tickscope)')
    .addHelpText(
      'after',
      `
The key is TICKSCOPE_API_KEY, else the running stack's own. The link holds a code in its place, so that the key comes into
no history of the browser and no log. The code is in DATABASE_URL or the running stack's database.
Example: xdg-open "$(tickscope link /settings)"`,
    )
    .action(link);
}

async function link(page: string, flags: LinkFlags): Promise<void> {
  const { url, key } = await findApi(flags);
  if (key === null) throw new UsageError('there is no key to bring: set TICKSCOPE_API_KEY');
  const code = await withAccountsDatabase(flags.dataDir, (accounts) => createLinkCode(accounts, key));
  print(`${url.replace(/\/api$/, '')}${page}#code=${code}`);
  note(`It works once, within ${LINK_CODE_SECONDS} seconds.`);
}

function parsePage(text: string): string {
  if (!/^\/[\x21-\x22\x24-\x7e]*$/.test(text))
    throw new InvalidArgumentError('expected the path of a page, such as /settings');
  return text;
}
