import type { Spill } from '@tickscope/pipeline';
import {
  type BudgetReport,
  checkDiskBudget,
  type RetentionDays,
  readDiskUse,
  type Store,
  totalUse,
} from '@tickscope/store';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';

export interface StorageWatchOptions {
  store: Pick<Store, 'read' | 'administer'>;
  spill: Spill | null;
  retention: RetentionDays;
  /** `null`: the disk's capacity. */
  budgetBytes: number | null;
  metrics: Metrics;
  log: Logger;
}

const SPILL_EVERY_MS = 1_000;
const DISK_EVERY_MS = 60_000;
/** An unchanged warning is repeated after this long. */
const REPEAT_MS = 6 * 3_600_000;

/** Updates the metrics of spill and disk, and warns early enough to act. */
export function watchStorage(options: StorageWatchOptions): { stop(): void } {
  const { store, spill, retention, budgetBytes, metrics, log } = options;
  let said: { state: BudgetReport['state']; at: number } = { state: 'fits', at: 0 };
  let refusal: string | null = null;
  const lookAtSpill = (): void => {
    if (spill === null) return;
    const { bytes, segments, blocks, oldestAt } = spill.state;
    metrics.spillBytes.set(bytes);
    metrics.spillSegments.set(segments);
    metrics.spillBlocks.set(blocks);
    metrics.spillOldestSeconds.set(oldestAt === null ? 0 : Math.max(0, (Date.now() - oldestAt) / 1_000));
    metrics.spillRefused.set(spill.refusal === null ? 0 : 1);
    if (spill.refusal !== null && spill.refusal !== refusal)
      log.error({ err: spill.refusal }, 'the spill folder takes no more: reading stops until it does');
    refusal = spill.refusal;
  };
  const lookAtDisk = async (): Promise<void> => {
    const disks = await readDiskUse(store);
    for (const { table, bytes, bytesPerDay, partsOfPartition } of totalUse(disks).tables) {
      metrics.tableBytes.set({ table }, bytes);
      metrics.tableBytesPerDay.set({ table }, bytesPerDay);
      metrics.tableParts.set({ table }, partsOfPartition);
    }
    const report = checkDiskBudget(disks, retention, budgetBytes);
    metrics.diskUsed.set(report.usedBytes);
    metrics.diskBudget.set(report.budgetBytes);
    metrics.diskNeeded.set(report.neededBytes);
    metrics.diskFree.set(Math.min(...disks.map(({ freeBytes }) => freeBytes)));
    const isNews = report.state !== said.state || performance.now() - said.at > REPEAT_MS;
    if (report.state !== 'fits' && isNews) log.warn(inGigabytes(report), TEXTS[report.state]);
    if (isNews) said = { state: report.state, at: performance.now() };
  };
  let looking = false;
  const disk = setInterval(() => {
    if (looking) return;
    looking = true;
    lookAtDisk()
      // When ClickHouse is away, the writer logs that already.
      .catch((error: Error) => log.debug({ err: error.message }, 'failed to read the disk usage'))
      .finally(() => {
        looking = false;
      });
  }, DISK_EVERY_MS);
  const spilled = setInterval(lookAtSpill, SPILL_EVERY_MS);
  lookAtSpill();
  return {
    stop() {
      clearInterval(disk);
      clearInterval(spilled);
    },
  };
}

const TEXTS = {
  too_small:
    'the disk budget will not do for the days that rows are kept: set RETENTION_*_DAYS to what fits, or give it more disk',
  nearly_full: 'the disk budget is nearly used up: set RETENTION_*_DAYS to what fits, or give it more disk',
} as const;

/** For the log: the size of each group, and how many days of it would fit. */
function inGigabytes({ usedBytes, budgetBytes, neededBytes, groups }: BudgetReport): Record<string, unknown> {
  const gigabytes = (bytes: number): number => Math.round(bytes / 1e8) / 10;
  return {
    usedGb: gigabytes(usedBytes),
    budgetGb: gigabytes(budgetBytes),
    neededGb: gigabytes(neededBytes),
    groups: groups.map((group) => ({
      tables: group.tables.join(', '),
      neededGb: gigabytes(group.neededBytes),
      days: group.days,
      fittingDays: group.fittingDays,
    })),
  };
}
