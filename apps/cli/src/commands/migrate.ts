import { migrateAccounts } from '@tickscope/accounts';
import { migrate } from '@tickscope/store';
import { Command } from 'commander';
import { dataDirOf, openStack } from '../stack.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Bring the tables to this version: ClickHouse, and Postgres where DATABASE_OWNER_URL (or DATABASE_URL) is set.\n' +
        'Forward only; safe to repeat, also beside a running stack.',
    )
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .action(async (options: { dataDir?: string }) => {
      const stack = await openStack({
        dataDir: dataDirOf(options.dataDir),
        startIfNone: true,
        say: (line) => process.stderr.write(`${line}\n`),
      });
      try {
        const { applied, latest } = await migrate(stack.store);
        process.stdout.write(
          applied.length === 0
            ? `${stack.url}: already at version ${latest}\n`
            : `${stack.url}: applied ${applied.join(', ')}; now at version ${latest}\n`,
        );
      } finally {
        await stack.close();
      }
      const accountsUrl = process.env['DATABASE_OWNER_URL'] || process.env['DATABASE_URL'];
      if (!accountsUrl) return;
      const { applied, latest } = await migrateAccounts(accountsUrl);
      process.stdout.write(
        applied.length === 0
          ? `Postgres: already at version ${latest}\n`
          : `Postgres: applied ${applied.join(', ')}; now at version ${latest}\n`,
      );
    });
}
