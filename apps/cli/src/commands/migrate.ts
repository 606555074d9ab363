import { resolve } from 'node:path';
import { migrateAccounts } from '@tickscope/accounts';
import { type MigrationProgress, migrate } from '@tickscope/store';
import { Command } from 'commander';
import { checkedBackup } from '../backup/checked-backup.js';
import { interruptible } from '../backup/interruptible.js';
import { StepProgress } from '../backup/step-progress.js';
import { UsageError } from '../cli-error.js';
import { dataDirOf, openStack, type Stack } from '../stack.js';

interface Options {
  dataDir?: string;
  backup?: string;
  withoutBackup?: true;
}

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Bring the tables to this version: ClickHouse, and Postgres where DATABASE_OWNER_URL (or DATABASE_URL) is set.\n' +
        'Forward only; safe to repeat. Interrupted at any point, the same command takes it up again.\n' +
        'A migration that rewrites stored rows asks for a backup of them first; stop the stack before it.',
    )
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .option('--backup <folder>', 'a backup of this store, which is checked before stored rows are rewritten')
    .option('--without-backup', 'rewrite stored rows without a backup')
    .action(async (options: Options) => {
      if (options.backup !== undefined && options.withoutBackup === true)
        throw new UsageError('--backup and --without-backup exclude each other.');
      const progress = new StepProgress();
      const stack = await openStack({
        dataDir: dataDirOf(options.dataDir),
        startIfNone: true,
        say: (line) => process.stderr.write(`${line}\n`),
      });
      try {
        if (options.backup !== undefined) await checkBackupOf(stack, resolve(options.backup), progress);
        const { applied, latest } = await migrateStore(stack, options, progress);
        process.stdout.write(
          applied.length === 0
            ? `${stack.url}: already at version ${latest}\n`
            : `${stack.url}: applied ${applied.join(', ')}; now at version ${latest}\n`,
        );
      } finally {
        progress.end();
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

/** A server of this command alone has no other migration running: a lock in it is that of a command that died. */
const OWN_LOCK = { staleLockMs: 0 };

function checkBackupOf(stack: Stack, folder: string, progress: StepProgress): Promise<void> {
  return interruptible('interrupted; nothing was changed.', () =>
    checkedBackup(stack.store, folder, stack.database, progress),
  );
}

async function migrateStore({ store, origin }: Stack, options: Options, progress: StepProgress) {
  let shown = '';
  return await migrate(store, {
    ...(origin === 'own' ? OWN_LOCK : {}),
    mayRewrite: options.backup !== undefined || options.withoutBackup === true,
    onProgress: (step) => {
      const line = progressText(step);
      if (line !== shown) progress.step(line);
      shown = line;
    },
  });
}

function progressText({ version, table, partsLeft, failure }: MigrationProgress): string {
  const parts = partsLeft === null ? '' : `, ${partsLeft} part${partsLeft === 1 ? '' : 's'} left`;
  return `migration ${version}: rewriting ${table}${parts}${failure === null ? '' : ` (${failure})`}`;
}
