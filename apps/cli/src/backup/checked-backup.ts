import { newestDetectableSlot, type Store } from '@tickscope/store';
import { CliError } from '../cli-error.js';
import { checkBackup } from './restore-backup.js';
import type { StepProgress } from './step-progress.js';

/** Checks the files of a backup, and that the store has no newer block. @throws CliError; BackupError `damaged` */
export async function checkedBackup(
  { read }: Pick<Store, 'read'>,
  path: string,
  database: string,
  progress: StepProgress,
): Promise<void> {
  const { manifest, folder } = await checkBackup(path, progress);
  const { clickhouse } = manifest;
  if (clickhouse.database !== database)
    throw new CliError(`${folder} is a backup of the database "${clickhouse.database}", not "${database}".`);
  const newest = await newestDetectableSlot(read);
  if ((newest ?? 0) > (clickhouse.headSlot ?? 0))
    throw new CliError(
      `the store goes to slot ${newest}, the backup in ${folder} to ${clickhouse.headSlot ?? 'none'}: stop the stack and make a newer one.`,
    );
}
