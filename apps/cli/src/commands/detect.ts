import { poolLabel, shortAddress } from '@tickscope/dex';
import { RETAINED_SLOTS, storedTrades } from '@tickscope/pipeline';
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
import { formatTokenAmount } from '../amounts.js';
import { CliError, UsageError } from '../cli-error.js';
import { describeUndetectedSlots } from '../detect/describe-undetected.js';
import { type JudgedSandwich, judgeNow } from '../detect/judge-now.js';
import { parseInteger } from '../parse-integer.js';
import { dataDirOf, openStack } from '../stack.js';
import { formatCount, formatTable } from '../table.js';

interface DetectFlags {
  dataDir?: string;
  from: number;
  to: number;
  window: number;
  all?: boolean;
  intent?: readonly Intent[];
  json?: boolean;
}

/** The most swaps held in memory, about 2 KB each. */
const MAX_SWAPS = 1_000_000;

export function detectCommand(): Command {
  return new Command('detect')
    .description(
      'Find the sandwiches whose first leg lies in a range of stored slots, and print them. Computed from the stored\n' +
        'swaps each time; nothing is written. What counts as one is in docs/detection.md.',
    )
    .requiredOption('--from <slot>', 'first slot', parseInteger(0, Number.MAX_SAFE_INTEGER))
    .requiredOption('--to <slot>', 'last slot, inclusive', parseInteger(0, Number.MAX_SAFE_INTEGER))
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
      if (flags.from > flags.to) throw new UsageError('--from lies after --to');
      const stack = await openStack({
        dataDir: dataDirOf(flags.dataDir),
        startIfNone: true,
        say: (line) => process.stderr.write(`${line}\n`),
      });
      try {
        const detection = await detect(stack.store.read, flags);
        if (flags.json === true)
          for (const sandwich of shown(detection, flags))
            process.stdout.write(`${toJson(sandwich, flags.window)}\n`);
        else process.stdout.write(`${describe(detection, flags)}\n`);
        const undetected = describeUndetectedSlots(
          await readUndetectedSlots(stack.store.read, { fromSlot: flags.from, toSlot: flags.to }),
        );
        if (undetected !== null) process.stderr.write(`${undetected}\n`);
      } finally {
        await stack.close();
      }
    });
}

function parseIntents(text: string): Intent[] {
  return text.split(',').map((name) => {
    const intent = INTENTS.find((one) => one === name);
    if (intent === undefined) throw new InvalidArgumentError(`expected ${INTENTS.join(', ')}.`);
    return intent;
  });
}

interface Detection {
  sandwiches: JudgedSandwich[];
  /** The counts of the range itself. */
  blocks: number;
  swaps: number;
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

/** Those that are printed: without --all the counted ones. */
function shown({ sandwiches }: Detection, { all }: DetectFlags): JudgedSandwich[] {
  return all === true ? sandwiches : sandwiches.filter(({ confidence }) => confidence !== 'suspected');
}

function describe(detection: Detection, flags: DetectFlags): string {
  const { blocks, swaps } = detection;
  const sandwiches = shown(detection, flags);
  const counted = sandwiches.filter(({ confidence }) => confidence !== 'suspected').length;
  const suspected = detection.sandwiches.length - counted;
  const hint = suspected > 0 && flags.all !== true ? '; --all prints these too' : '';
  const summary =
    `${formatCount(blocks)} blocks stored of slots ${flags.from} to ${flags.to}, ${formatCount(swaps)} swaps: ` +
    `${formatCount(counted)} sandwiches, ${formatCount(suspected)} suspected (window ±${flags.window} slots)${hint}`;
  if (blocks === 0) return `${summary}\nNo block of this range is stored; tickscope doctor shows what is.`;
  if (sandwiches.length === 0) return summary;
  const rows = sandwiches.map((sandwich) => [
    sandwich.id.split('.').slice(0, 2).join('.'),
    String(sandwich.lastSlot - sandwich.firstSlot),
    poolLabel([sandwich.mintIn, sandwich.mintOut], sandwich.dexName),
    shortAddress(sandwich.attackers[0] ?? ''),
    `${sandwich.fronts.length}/${sandwich.backs.length}`,
    formatCount(victimsAtWindow(sandwich, flags.window).length),
    sandwich.quantityRatio.toFixed(4),
    formatTokenAmount(sandwich.net ?? sandwich.gross, sandwich.mintIn),
    formatLosses(sandwich),
    sandwich.confidence,
    sandwich.confidence === sandwich.confidenceThen ? '' : sandwich.confidenceThen,
    sandwich.intent,
    sandwich.reason ?? sandwich.basis ?? '',
  ]);
  const heading = [
    'first leg',
    'span',
    'pool',
    'attacker',
    'legs',
    'victims',
    'q',
    'net',
    'victims lost',
    'confidence',
    'then',
    'intent',
    'because',
  ];
  return `${formatTable([heading, ...rows])}\n\n${summary}`;
}

function formatLosses({ victims, mintOut }: JudgedSandwich): string {
  const known = victims.flatMap(({ lossAmount }) => (lossAmount === null ? [] : [lossAmount]));
  if (known.length === 0) return '–';
  return formatTokenAmount(
    known.reduce((sum, loss) => sum + loss, 0n),
    mintOut,
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
