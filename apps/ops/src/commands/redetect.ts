import type { SlotRange } from '@tickscope/chain';
import { EXIT, print } from '@tickscope/command-line';
import {
  migrate,
  newestDetectableSlot,
  type ReadConnection,
  readLinks,
  readUndetectedSlots,
} from '@tickscope/store';
import { Command } from 'commander';
import { stoppable } from '../interruption.js';
import { describeRedetection } from '../redetect/report.js';
import { type RangeFlags, slotRangeOf, withSlotRange } from '../slot-range-options.js';
import { withStack } from '../stack.js';
import { redetectWithProgress } from '../stored-later.js';

/** The number of slots read at once. */
const PAGE_SLOTS = 50_000;

export function redetectCommand(): Command {
  return withSlotRange(new Command('redetect'))
    .description(
      'Run sandwich detection again over a range of stored slots and bring the stored sandwiches to what it finds.\n' +
        'For slots that "tickscope verify" or an answer calls undetected. Safe to repeat and to interrupt.',
    )
    .option('--json', 'print the report as one JSON object')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .action(async (flags: RangeFlags) => {
      const range = slotRangeOf(flags);
      await withStack(flags, ({ store }) =>
        stoppable('interrupted; what was stored stays', async ({ signal }) => {
          await migrate(store);
          const report = await redetectWithProgress(store, await storedSlots(store.read, range), signal);
          if (flags.json === true) print(JSON.stringify(report));
          else process.stdout.write(describeRedetection(report) || noSlots(range));
          if (report.slots === 0) process.exitCode = EXIT.notFound;
        }),
      );
    });
}

/** The slots with a stored block, and those whose block was removed since detection ran. */
async function storedSlots(read: ReadConnection, range: SlotRange): Promise<number[]> {
  const slots = new Set(await readUndetectedSlots(read, range));
  const last = Math.min(range.toSlot, (await newestDetectableSlot(read)) ?? -1);
  for (let at = range.fromSlot; at <= last; at += PAGE_SLOTS)
    for (const { slot, content } of await readLinks(read, at, Math.min(last, at + PAGE_SLOTS - 1)))
      if (content !== 'entries_only') slots.add(slot);
  return [...slots];
}

function noSlots({ fromSlot, toSlot }: SlotRange): string {
  return `No block with transactions is stored in slots ${fromSlot} to ${toSlot}; tickscope doctor shows what is.\n`;
}
