import type { SlotRange } from '@tickscope/chain';
import { type StreamRangeReport, type SubscriptionMode, streamRange } from '@tickscope/pipeline';
import { BlockWriter, migrate, writeGaps } from '@tickscope/store';
import { rewrittenLine } from '../rewritten-line.js';
import { dataDirOf, openStack } from '../stack.js';
import { buildHeat, detectStored } from '../stored-later.js';
import { formatCount } from '../table.js';

export interface StreamRangeFlags {
  dataDir?: string;
  mode: SubscriptionMode;
  json?: boolean;
}

const MAX_RSS_BYTES = 1_024 * 1_024 * 1_024;
const MOST_RANGES = 10;

/** Stores a slot range from a Geyser endpoint's replay, prints what is stored, and ends the process. */
export async function backfillFromStream(
  range: SlotRange,
  url: string,
  flags: StreamRangeFlags,
): Promise<void> {
  const stack = await openStack({
    dataDir: dataDirOf(flags.dataDir),
    startIfNone: true,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new Error('interrupted; the same command takes it up'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const line = rewrittenLine();
  let report: StreamRangeReport;
  try {
    await migrate(stack.store);
    report = await streamRange(range, {
      endpoint: { url, xToken: process.env['GEYSER_X_TOKEN'] || null, compression: 'none' },
      mode: flags.mode,
      store: stack.store,
      writer: new BlockWriter(stack.store),
      writeGaps: (gaps) => writeGaps(stack.store.write, gaps),
      signal: stopped.signal,
      limits: { maxRssBytes: MAX_RSS_BYTES },
      on: {
        progress: ({ slot, blocks }) =>
          line.update(`slot ${slot} of ${range.toSlot}, ${formatCount(blocks)} blocks stored`),
        note: (text) => process.stderr.write(`${text}\n`),
      },
    });
    line.clear();
    if (report.blocks > 0 && !stopped.signal.aborted) {
      await detectStored(stack.store, [range], stopped.signal, range);
      await buildHeat(stack.store, stopped.signal);
    }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await stack.close();
  }
  const text = flags.json === true ? JSON.stringify(report) : describeStreamRange(report);
  const exitCode = report.missing.length === 0 ? 0 : 1;
  // The threads of the native gRPC client keep the process alive.
  process.stdout.write(`${text}\n`, () => process.exit(exitCode));
}

export function describeStreamRange({
  blocks,
  transactions,
  notReplayed,
  missing,
}: StreamRangeReport): string {
  const lines = [
    `${formatCount(blocks)} blocks with ${formatCount(transactions)} transactions stored, with their ticks.`,
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
