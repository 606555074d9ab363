import { CliError, EXIT, formatCount, note, parseInteger, print } from '@tickscope/command-line';
import { RETAINED_SLOTS, storedTrades } from '@tickscope/pipeline';
import { createReader } from '@tickscope/queries';
import type { TokenOf } from '@tickscope/queries/amounts';
import { readTokens } from '@tickscope/queries/reference';
import {
  detectSandwiches,
  INTENTS,
  type Intent,
  MAX_WINDOW,
  type Victim,
  victimsAtWindow,
} from '@tickscope/sandwich';
import { type ReadConnection, readDetectionState, readUndetectedSlots } from '@tickscope/store';
import { Command, InvalidArgumentError } from 'commander';
import { describeUndetectedSlots } from '../detect/describe-undetected.js';
import { type JudgedSandwich, judgeNow } from '../detect/judge-now.js';
import { type Detection, describeDetection, shownSandwiches } from '../detect/report.js';
import { type RangeFlags, slotRangeOf, withSlotRange } from '../slot-range-options.js';
import { withStack } from '../stack.js';

interface DetectFlags extends RangeFlags {
  window: number;
  all?: boolean;
  intent?: readonly Intent[];
}

/** The most swaps held in memory, about 2 KB each. */
const MAX_SWAPS = 1_000_000;
const TOKENS_TIMEOUT_MS = 60_000;

export function detectCommand(): Command {
  return withSlotRange(new Command('detect'))
    .description(
      'Find the sandwiches whose first leg lies in a range of stored slots, and print them. Computed from the stored\n' +
        'swaps each time; nothing is written. What counts as one is in docs/detection.md.',
    )
    .option(
      '--window <slots>',
      'how far, at most, the legs lie from their victim: 0 (same slot) to 1,000',
      parseInteger(0, MAX_WINDOW),
      10,
    )
    .option('--all', 'also print what is only suspected as of now, with the reason')
    .option(
      '--intent <names>',
      `only these intents, with commas between: ${INTENTS.join(', ')}`,
      parseIntents,
    )
    .option('--json', 'print one JSON object a line')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .action(async (flags: DetectFlags) => {
      const range = slotRangeOf(flags);
      await withStack(flags, async ({ store: { read } }) => {
        const asked = { ...flags, all: flags.all === true };
        const detection = await detect(read, flags);
        if (flags.json === true)
          for (const sandwich of shownSandwiches(detection, asked.all)) print(toJson(sandwich, flags.window));
        else print(describeDetection(detection, asked, await tokensOf(read, detection)));
        // Nothing that is stored was looked at: that is not an answer.
        if (detection.blocks === 0) process.exitCode = EXIT.notFound;
        const undetected = describeUndetectedSlots(await readUndetectedSlots(read, range));
        if (undetected !== null) note(undetected);
      });
    });
}

function parseIntents(text: string): Intent[] {
  return text.split(',').map((name) => {
    const intent = INTENTS.find((one) => one === name);
    if (intent === undefined) throw new InvalidArgumentError(`expected ${INTENTS.join(', ')}.`);
    return intent;
  });
}

async function detect(read: ReadConnection, flags: DetectFlags): Promise<Detection> {
  const { from, to, window } = flags;
  const reach = RETAINED_SLOTS + 2 * window;
  const firstSlot = Math.max(0, from - reach);
  const state = await readDetectionState(read, firstSlot, firstSlot - 1);
  const blocks = [];
  let count = 0;
  for await (const { blocks: chunk, toSlot } of storedTrades(read, {
    fromSlot: firstSlot,
    toSlot: to + reach,
  })) {
    for (const block of chunk) count += block.swaps.length;
    if (count > MAX_SWAPS)
      throw new CliError(
        `more than ${formatCount(MAX_SWAPS)} swaps up to slot ${toSlot}: ask for fewer slots`,
      );
    blocks.push(...chunk);
  }
  const inRange = blocks.filter(({ slot }) => slot >= from && slot <= to);
  const found = detectSandwiches(blocks, { ...state, window }).filter(
    ({ firstSlot }) => firstSlot >= from && firstSlot <= to,
  );
  const sandwiches = await judgeNow(read, found);
  return {
    sandwiches: sandwiches.filter(({ intent }) => flags.intent?.includes(intent) ?? true),
    blocks: inRange.length,
    swaps: inRange.reduce((sum, { swaps }) => sum + swaps.length, 0),
  };
}

/** The symbols and decimals of the sandwiches' mints, as the API has them. */
async function tokensOf(read: ReadConnection, { sandwiches }: Detection): Promise<TokenOf> {
  const database = createReader(read, { timeoutMs: TOKENS_TIMEOUT_MS });
  const context = { id: 'detect', signal: AbortSignal.timeout(TOKENS_TIMEOUT_MS) };
  return readTokens(
    database,
    sandwiches.flatMap(({ mintIn, mintOut }) => [mintIn, mintOut]),
    context,
  );
}

function toJson(sandwich: JudgedSandwich, window: number): string {
  const { fronts, backs, attempts, verdicts: _, ...facts } = sandwich;
  const atWindow = new Set<Victim>(victimsAtWindow(sandwich, window));
  return JSON.stringify(
    {
      ...facts,
      fronts,
      backs,
      attempts,
      victims: sandwich.victims.map((victim) => ({ ...victim, countsAtWindow: atWindow.has(victim) })),
    },
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  );
}
