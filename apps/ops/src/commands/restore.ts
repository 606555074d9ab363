import { dataDirOf, print, type StoreFlags } from '@tickscope/command-line';
import { Command } from 'commander';
import { interruptible } from '../backup/interruptible.js';
import { describeBackup, describeRestore } from '../backup/report.js';
import { checkBackup, restoreBackup } from '../backup/restore-backup.js';
import { StepProgress } from '../backup/step-progress.js';

interface RestoreFlags extends StoreFlags {
  base?: string;
  replace?: boolean;
  withoutAccounts?: boolean;
  check?: boolean;
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Bring a backup back into an empty store. Stop the stack first. Interrupted, the same command starts over; until it\n' +
        'has ended, no program takes the store for whole.',
    )
    .argument('<folder>', 'a backup made by "tickscope backup"')
    .option('--base <folder>', 'its base, where that is neither at its former place nor beside the backup')
    .option('--check', 'only read the backup, and say whether it can be restored')
    .option('--replace', 'delete what the store holds')
    .option('--without-accounts', 'restore ClickHouse alone')
    .option('--json', 'print one JSON object')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .addHelpText(
      'after',
      `
Examples:
  tickscope restore /mnt/copies/tuesday --check
  tickscope restore /mnt/copies/tuesday --data-dir /srv/tickscope
  CLICKHOUSE_URL=… DATABASE_OWNER_URL=… tickscope restore /mnt/copies/tuesday --replace`,
    )
    .action(async (folder: string, flags: RestoreFlags) => {
      const progress = new StepProgress();
      if (flags.check === true) {
        const found = await interruptible('interrupted', () => checkBackup(folder, progress, flags.base));
        print(
          flags.json === true
            ? JSON.stringify(found.manifest)
            : `${describeBackup(found.folder, found.manifest)}\nIt can be restored.`,
        );
        return;
      }
      const report = await interruptible(
        'interrupted; the store is half restored. Run the same command again: it starts over.',
        (signal) =>
          restoreBackup({
            ...{ dataDir: dataDirOf(flags.dataDir), folder, progress, signal },
            ...(flags.base === undefined ? {} : { base: flags.base }),
            replace: flags.replace === true,
            withoutAccounts: flags.withoutAccounts === true,
          }),
      );
      print(flags.json === true ? JSON.stringify(report) : describeRestore(report));
    });
}
