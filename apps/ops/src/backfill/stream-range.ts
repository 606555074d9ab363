import type { SlotRange } from '@tickscope/chain';
import {
  counted,
  formatCount,
  note,
  printAndExit,
  progressLine,
  type StoreFlags,
} from '@tickscope/command-line';
import {
  type GeyserEndpoint,
  type StreamRangeReport,
  type SubscriptionMode,
  streamRange,
} from '@tickscope/pipeline';
import { BlockWriter, migrate, writeGaps } from '@tickscope/store';
import { stoppable } from '../interruption.js';
import { withStack } from '../stack.js';
import { buildHeat, detectStored } from '../stored-later.js';

interface StreamRangeFlags extends StoreFlags {
  mode: SubscriptionMode;
}

const MAX_RSS_BYTES = 1_024 * 1_024 * 1_024;
const MOST_RANGES = 10;

/** Stores a slot range from a Geyser endpoint's replay, prints what is stored, and ends the process. */
export async function backfillFromStream(
  range: SlotRange,
  endpoint: GeyserEndpoint,
  flags: StreamRangeFlags,
): Promise<void> {
  const line = progressLine();
  const report = await withStack(flags, ({ store }) =>
    stoppable('interrupted; the same command takes it up', async ({ signal }) => {
      await migrate(store);
      const stored = await streamRange(range, {
        ...{ endpoint, mode: flags.mode, store },
        writer: new BlockWriter(store),
        writeGaps: (gaps) => writeGaps(store.write, gaps),
        signal,
        limits: { maxRssBytes: MAX_RSS_BYTES },
        on: {
          progress: ({ slot, blocks }) =>
            line.update(`slot ${slot} of ${range.toSlot}, ${formatCount(blocks)} blocks stored`),
          note,
        },
      });
      line.clear();
      if (stored.blocks > 0 && !signal.aborted) {
        await detectStored(store, [range], signal, range);
        await buildHeat(store, signal);
      }
      return stored;
    }),
  );
  const text = flags.json === true ? JSON.stringify(report) : describeStreamRange(report);
  printAndExit(text, report.missing.length === 0 ? 0 : 1);
}

function describeStreamRange({ blocks, transactions, notReplayed, missing }: StreamRangeReport): string {
  const lines = [
    `${counted(blocks, 'block')} with ${counted(transactions, 'transaction')} stored, with ${blocks === 1 ? 'its' : 'their'} ticks.`,
  ];
  if (notReplayed.length > 0) lines.push(`The endpoint no longer replays ${rangesText(notReplayed)}.`);
  lines.push(
    missing.length === 0 ? 'The range is stored whole.' : `Not stored with ticks: ${rangesText(missing)}.`,
  );
  return lines.join('\n');
}

function rangesText(ranges: readonly SlotRange[]): string {
  const shown = ranges.slice(0, MOST_RANGES).map(({ fromSlot, toSlot }) => `${fromSlot} to ${toSlot}`);
  const more = ranges.length > MOST_RANGES ? ` and ${ranges.length - MOST_RANGES} more ranges` : '';
  return `slots ${shown.join(', ')}${more}`;
}
