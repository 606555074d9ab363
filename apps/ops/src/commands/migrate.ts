import { type MigrateAccountsOptions, migrateAccounts } from '@tickscope/accounts';
import { print } from '@tickscope/command-line';
import { migrate } from '@tickscope/store';
import { Command } from 'commander';
import { withStack } from '../stack.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Bring the tables to this version: ClickHouse, and Postgres where DATABASE_OWNER_URL (or DATABASE_URL) is set.\n' +
        'With both, the user of DATABASE_URL gets the right to read and write rows.\n' +
        'Forward only; safe to repeat. Interrupted at any point, the same command takes it up again.',
    )
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .action(async (options: { dataDir?: string }) => {
      await withStack(options, async ({ store, origin, url }) =>
        printOutcome(url, await migrate(store, origin === 'own' ? OWN_LOCK : {})),
      );
      const [ownerUrl, appUrl] = [process.env['DATABASE_OWNER_URL'], process.env['DATABASE_URL']];
      const accountsUrl = ownerUrl || appUrl;
      if (!accountsUrl) return;
      printOutcome('Postgres', await migrateAccounts(accountsUrl, grantsTo(ownerUrl, appUrl)));
    });
}

function printOutcome(
  where: string,
  { applied, latest }: { applied: readonly unknown[]; latest: number },
): void {
  print(
    applied.length === 0
      ? `${where}: already at version ${latest}`
      : `${where}: applied ${applied.join(', ')}; now at version ${latest}`,
  );
}

/** The user of the programs, where the tables have another owner. */
export function grantsTo(
  ownerUrl: string | undefined,
  appUrl: string | undefined,
): Pick<MigrateAccountsOptions, 'appRole'> {
  const userOf = (url: string | undefined): string =>
    url !== undefined && URL.canParse(url) ? decodeURIComponent(new URL(url).username) : '';
  const [owner, app] = [userOf(ownerUrl), userOf(appUrl)];
  return owner === '' || app === '' || app === owner ? {} : { appRole: app };
}

/** A server of this command alone has no other migration running: a lock in it is that of a command that died. */
const OWN_LOCK = { staleLockMs: 0 };
