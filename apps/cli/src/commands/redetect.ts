import { redetectSlots } from '@tickscope/pipeline';
import {
  migrate,
  newestDetectableSlot,
  type ReadConnection,
  readLinks,
  readUndetectedSlots,
} from '@tickscope/store';
import { Command } from 'commander';
import { UsageError } from '../cli-error.js';
import { parseInteger } from '../parse-integer.js';
import { progressLine } from '../progress-line.js';
import { describeRedetection } from '../redetect/report.js';
import { dataDirOf, openStack } from '../stack.js';
import { formatCount } from '../table.js';

interface RedetectFlags {
  dataDir?: string;
  from: number;
  to: number;
  json?: boolean;
}

/** The number of slots read at once. */
const PAGE_SLOTS = 50_000;

export function redetectCommand(): Command {
  return new Command('redetect')
    .description(
      'Run sandwich detection again over a range of stored slots and bring the stored sandwiches to what it finds.\n' +
        'For slots that "tickscope verify" or an answer calls undetected. Safe to repeat and to interrupt.',
    )
    .requiredOption('--from <slot>', 'first slot', parseInteger(0, Number.MAX_SAFE_INTEGER))
    .requiredOption('--to <slot>', 'last slot, inclusive', parseInteger(0, Number.MAX_SAFE_INTEGER))
    .option('--json', 'print the report as one JSON object')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .action(async (flags: RedetectFlags) => {
      if (flags.from > flags.to) throw new UsageError('--from lies after --to');
      const stack = await openStack({
        dataDir: dataDirOf(flags.dataDir),
        startIfNone: true,
        say: (line) => process.stderr.write(`${line}\n`),
      });
      const line = progressLine();
      const stopped = new AbortController();
      const stop = (): void => stopped.abort(new Error('interrupted; what was stored stays'));
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        await migrate(stack.store);
        const report = await redetectSlots(stack.store, await storedSlots(stack.store.read, flags), {
          signal: stopped.signal,
          onProgress: ({ slot, swaps, toSlot }) =>
            line.show(`sandwiches: slot ${slot} of ${toSlot}, ${formatCount(swaps)} swaps`),
        });
        line.clear();
        if (flags.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
        else process.stdout.write(describeRedetection(report) || noSlots(flags));
      } finally {
        process.off('SIGINT', stop).off('SIGTERM', stop);
        line.clear();
        await stack.close();
      }
    });
}

/** The slots with a stored block, and those whose block was removed since detection ran. */
async function storedSlots(read: ReadConnection, { from, to }: RedetectFlags): Promise<number[]> {
  const slots = new Set(await readUndetectedSlots(read, { fromSlot: from, toSlot: to }));
  const last = Math.min(to, (await newestDetectableSlot(read)) ?? -1);
  for (let at = from; at <= last; at += PAGE_SLOTS)
    for (const { slot, content } of await readLinks(read, at, Math.min(last, at + PAGE_SLOTS - 1)))
      if (content !== 'entries_only') slots.add(slot);
  return [...slots];
}

function noSlots({ from, to }: RedetectFlags): string {
  return `No block with transactions is stored in slots ${from} to ${to}; tickscope doctor shows what is.\n`;
}
