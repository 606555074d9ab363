import type { Command } from 'commander';
import { backfillCommand } from './commands/backfill.js';
import { backupCommand } from './commands/backup.js';
import { clusterCommand } from './commands/cluster.js';
import { compareLabelsCommand } from './commands/compare-labels.js';
import { detectCommand } from './commands/detect.js';
import { doctorCommand } from './commands/doctor.js';
import { importCommand } from './commands/import.js';
import { keysCommand } from './commands/keys.js';
import { linkCommand } from './commands/link.js';
import { migrateCommand } from './commands/migrate.js';
import { recordCommand } from './commands/record.js';
import { redetectCommand } from './commands/redetect.js';
import { restoreCommand } from './commands/restore.js';
import { subscriptionCommand } from './commands/subscription.js';
import { tipsCommand } from './commands/tips.js';
import { upCommand } from './commands/up.js';
import { verifyCommand } from './commands/verify.js';

/** The commands that run and keep the servers, in the order of the help. */
export function operatingCommands(): Command[] {
  return [
    ...[upCommand(), importCommand(), backfillCommand(), recordCommand(), migrateCommand()],
    ...[detectCommand(), redetectCommand(), verifyCommand(), compareLabelsCommand(), doctorCommand()],
    ...[backupCommand(), restoreCommand(), clusterCommand()],
    ...[keysCommand(), linkCommand(), subscriptionCommand(), tipsCommand()],
  ];
}
