import { join } from 'node:path';
import { dataDirOf, print, type StoreFlags } from '@tickscope/command-line';
import { Command } from 'commander';
import { interruptible } from '../backup/interruptible.js';
import { makeBackup } from '../backup/make-backup.js';
import { describeBackup } from '../backup/report.js';
import { StepProgress } from '../backup/step-progress.js';

interface BackupFlags extends StoreFlags {
  base?: string;
  s3?: string;
  disk?: string;
}

export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Copy everything that is stored into a folder: the tables of ClickHouse and the accounts in Postgres. Works beside\n' +
        'a running stack. The folder is a backup once it holds manifest.json; what was interrupted is not restored.',
    )
    .argument('[folder]', 'a new folder (default: DATA/backups/TIME)')
    .option('--base <folder>', 'an earlier backup: copy only what is new since it; a restore needs both')
    .option('--s3 <url>', "a bucket for ClickHouse's part, which its server writes itself")
    .option('--disk <name>', "a disk of ClickHouse's configuration for its part (backups.allowed_disk)")
    .option('--json', 'print the manifest')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .addHelpText(
      'after',
      `
Examples:
  tickscope backup                                        everything, below the data folder
  tickscope backup /mnt/copies/monday                     everything
  tickscope backup /mnt/copies/tuesday --base /mnt/copies/monday
  tickscope restore /mnt/copies/tuesday --data-dir /srv/tickscope
  BACKUP_S3_KEY=… BACKUP_S3_SECRET=… tickscope backup /srv/copies/monday --s3 https://bucket.s3.eu-west-1.amazonaws.com/tickscope

A running stack's ClickHouse writes below DATA/backups, and below the folders of "tickscope up --backup-dir". A ClickHouse of
your own (CLICKHOUSE_URL) needs backups.allowed_path or backups.allowed_disk in its configuration. See docs/operations.md.`,
    )
    .action(async (given: string | undefined, flags: BackupFlags) => {
      const dataDir = dataDirOf(flags.dataDir);
      const { json, dataDir: _, ...options } = flags;
      const folder =
        given ?? join(dataDir, 'backups', new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
      const isInFolder = flags.s3 === undefined && flags.disk === undefined;
      const made = await interruptible(
        `interrupted; nothing is left of the backup${isInFolder ? '' : ' in its folder'}.`,
        (signal) => makeBackup({ ...options, dataDir, folder, progress: new StepProgress(), signal }),
      );
      print(json === true ? JSON.stringify(made.manifest) : describeBackup(made.folder, made.manifest));
    });
}
