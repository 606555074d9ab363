import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SlotRange, toBase58 } from '@tickscope/chain';
import type { Ended } from '@tickscope/cli/testing/run-program';
import type { EmbeddedClickHouse } from '@tickscope/embedded';
import { importFiles, redetectSlots } from '@tickscope/pipeline';
import { type BlockTruth, generateUpdates, type SandwichLabel } from '@tickscope/simulator';
import { BlockWriter, readLinks, readUndetectedSlots, writeGaps } from '@tickscope/store';
import { recordingOf } from '@tickscope/testkit/encode-recording';
import { Random } from '@tickscope/testkit/random';
import { startMigratedClickHouse } from '@tickscope/testkit/store/migrated-clickhouse';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInProcess } from '../testing/run-in-process.js';

const SLOTS = 260;
/** The chain's slots that are not stored: those before the first, and one after the second. */
const [FIRST, LOST] = [40, 165];
/** Sandwiches this near to them may come out otherwise. */
const REACH = 41;

interface Line {
  line: number | null;
  outcome: string;
  cause: string | null;
  rule: number | null;
  sandwich_id: string | null;
  slot: number | null;
  detail: string;
}

const random = new Random(11);
const newSignature = (): string => toBase58(random.bytes(64));
const folder = mkdtempSync(join(tmpdir(), 'tickscope-compare-'));
const labels: SandwichLabel[] = [];
const blocks: BlockTruth[] = [];
let [lostSlot, oldest, newest] = [0, 0, 0];
let server: EmbeddedClickHouse;
let client: TestConnection;

beforeAll(async () => {
  server = await startMigratedClickHouse({ dataDir: join(folder, 'store') });
  client = connectTo(server);
  // A seed with which the detector counts exactly the planted sandwiches.
  const chain = {
    ...{ seed: 'compare-2', voteShare: 0.2, transactionsPerSlot: 40, dexShare: 0.5 },
    ...{ sandwichesPerSlot: 1, pools: 100, skippedShare: 0 },
  };
  const made: { update: Uint8Array; block: BlockTruth }[] = [];
  for (const { update, labels: own, truth } of generateUpdates(chain, SLOTS)) {
    labels.push(...own);
    const block = truth();
    if (update === null || block.status !== 'block') throw new Error('a slot without a block');
    made.push({ update, block });
  }
  oldest = made[FIRST]!.block.slot;
  newest = made.at(-1)!.block.slot;
  lostSlot = labels.find((label) => label.first_slot > made[LOST]!.block.slot && isPlain(label))!.first_slot;
  const stored = made.slice(FIRST).filter(({ block }) => block.slot !== lostSlot);
  blocks.push(...stored.map(({ block }) => block));
  const file = join(folder, 'chain.bin');
  writeFileSync(file, recordingOf(stored.map(({ update }) => update)));
  await store([file], { fromSlot: oldest, toSlot: newest });
});
afterAll(async () => {
  await client?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Imports files of a range, and detects in it. */
async function store(files: readonly string[], range: SlotRange): Promise<void> {
  await importFiles(files, {
    writer: new BlockWriter(client),
    storedLinks: (fromSlot, toSlot) => readLinks(client.read, fromSlot, toSlot),
    writeGaps: (gaps) => writeGaps(client.write, gaps),
  });
  const slots = await readUndetectedSlots(client.read, range);
  await redetectSlots(client, slots, { signal: new AbortController().signal, onProgress() {} });
}

function run(rows: readonly object[] | string, ...args: string[]): Promise<Ended> {
  const file = join(folder, 'labels');
  writeFileSync(file, typeof rows === 'string' ? rows : rows.map((row) => JSON.stringify(row)).join('\n'));
  return runInProcess(['compare-labels', file, ...args], {
    CLICKHOUSE_URL: server.url,
    CLICKHOUSE_USER: server.users.owner.user,
    CLICKHOUSE_PASSWORD: server.users.owner.password,
  });
}

async function compare(
  rows: readonly object[],
): Promise<{ lines: Line[]; summary: Record<string, unknown> }> {
  const { code, stdout, stderr } = await run(rows, '--json');
  expect(code, stderr).toBe(0);
  const parsed = stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Line & { summary?: Record<string, unknown> });
  return { lines: parsed.slice(0, -1), summary: parsed.at(-1)!.summary! };
}

const signatures = (legs: readonly { signature: string }[]): string[] =>
  legs.map(({ signature }) => signature);
/** As a list would have it. */
const listed = (label: SandwichLabel) => ({
  id: label.id,
  slot: label.first_slot,
  frontrun: signatures(label.fronts),
  victims: signatures(label.victims.filter(({ planted, loss }) => planted && BigInt(loss) > 0n)),
  backrun: signatures(label.backs),
  attacker: label.attackers,
});
const idOf = ({ fronts: [front] }: SandwichLabel): string =>
  `${front!.slot}.${front!.block_index}.${front!.outer_index}.${front!.inner_index ?? -1}.0`;
/** One wallet, one front and one back. */
const isPlain = ({ kind, attackers, fronts, backs }: SandwichLabel): boolean =>
  kind !== 'two_attackers' && attackers.length === 1 && fronts.length === 1 && backs.length === 1;
/** Far from what is not stored. */
const isSafe = ({ first_slot: from, last_slot: to }: SandwichLabel): boolean =>
  from >= oldest + REACH && to <= newest - REACH && (to < lostSlot - REACH || from > lostSlot + REACH);
const counted = (): SandwichLabel[] => labels.filter((label) => label.counted && isSafe(label));

/** Labels of different attackers that share no victim. */
function strangers(among: readonly SandwichLabel[]): SandwichLabel[] {
  const [seen, chosen]: [Set<string>, SandwichLabel[]] = [new Set(), []];
  for (const label of among) {
    const own = [...label.attackers, ...signatures(label.victims)];
    if (listed(label).victims.length === 0 || own.some((one) => seen.has(one))) continue;
    for (const one of own) seen.add(one);
    chosen.push(label);
  }
  return chosen;
}

it('agrees with the labels that count, and names those that the list lacks', async () => {
  const all = counted();
  expect(all.length).toBeGreaterThan(30);
  const omitted = all.filter((_, at) => at % 5 === 2);
  const { lines, summary } = await compare(all.filter((label) => !omitted.includes(label)).map(listed));
  expect(lines.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
  expect(summary).toMatchObject({ labels: all.length - omitted.length, agree: all.length - omitted.length });
  const safe = (slot: number): boolean => slot < lostSlot - REACH || slot > lostSlot + REACH;
  const ours = lines.filter(({ outcome, slot }) => outcome === 'ours_only' && safe(slot!));
  const range = summary['slot_range'] as { from: number; to: number };
  const expected = omitted.filter((label) => label.first_slot >= range.from && label.last_slot <= range.to);
  expect(expected.length).toBeGreaterThan(4);
  expect(ours.map((one) => one.sandwich_id).sort()).toEqual(expected.map(idOf).sort());
});

it('names the cause of each planted disagreement', async () => {
  const [one, two, three] = strangers(counted().filter(isPlain));
  const stranger = toBase58(random.bytes(32));
  const before = labels.find(({ counted: isCounted, last_slot: to }) => isCounted && to < oldest)!;
  const lost = labels.find((label) => label.first_slot === lostSlot && isPlain(label))!;
  const suspected = labels.find((label) => !label.counted && label.reason === 'quantity' && isSafe(label));
  const labelled = new Set(
    labels.flatMap(({ fronts, victims, backs }) => signatures([...fronts, ...victims, ...backs])),
  );
  const others = blocks
    .flatMap((block) => block.transactions)
    .filter(({ signatures: [first] }) => !labelled.has(first!));
  const transaction = (is: (tx: BlockTruth['transactions'][number]) => boolean): string =>
    others.find(is)!.signatures[0]!;
  const failed = transaction((tx) => !tx.success && !tx.is_vote);
  const vote = transaction((tx) => tx.success && tx.is_vote);
  const swap = transaction((tx) => {
    const own = tx.swaps ?? [];
    return own.length === 1 && own[0]!.pool !== three!.pool;
  });
  const victims = listed(one!).victims;
  const rows: [object, string, number | null][] = [
    [listed(before), 'before_store', null],
    [{ ...listed(one!), frontrun: [newSignature()], slot: newest + 500 }, 'after_store', null],
    [listed(lost), 'slot_not_stored', null],
    [{ ...listed(one!), frontrun: [newSignature()] }, 'transaction_unknown', null],
    [{ ...listed(one!), victims: [newSignature()] }, 'victim_unknown', null],
    [{ ...listed(one!), victims: [...victims, swap] }, 'other_victims', 4],
    [{ ...listed(two!), attacker: stranger }, 'different_attacker', null],
    [
      { victims, frontrun: [swap], backrun: listed(two!).backrun, slot: 1 + oldest },
      'different_attacker',
      null,
    ],
    [{ victims, frontrun: listed(one!).frontrun, backrun: listed(two!).backrun }, 'other_legs', null],
    [{ frontrun: [failed], victims: [swap], backrun: listed(three!).backrun }, 'excluded_by_rule', 8],
    [{ frontrun: [vote], victims: [swap], backrun: listed(three!).backrun }, 'no_swap', null],
    [{ frontrun: listed(three!).frontrun, backrun: [swap] }, 'excluded_by_rule', 6],
    [{ frontrun: listed(three!).frontrun, backrun: listed(three!).frontrun }, 'excluded_by_rule', 1],
    ...(suspected === undefined
      ? []
      : [[listed(suspected), 'excluded_by_rule', 2] as [object, string, number]]),
  ];
  const { lines } = await compare(rows.map(([row]) => row));
  const results = lines.filter(({ outcome }) => outcome !== 'ours_only');
  expect(
    results.map(({ line, outcome, cause, rule, detail }) => [line, outcome, cause, rule, detail]),
  ).toEqual(rows.map(([, cause, rule], at) => [at + 1, 'differs', cause, rule, expect.any(String)]));
});

it('names the slots over which detection has not run', async () => {
  const label = counted().at(-1)!;
  const block = blocks.find(({ slot }) => slot === label.first_slot)!;
  const swaps = block.transactions.filter((tx) => (tx.swaps ?? []).length > 0 && tx.kind !== 'sandwich');
  const rows = [{ frontrun: swaps[0]!.signatures[0], backrun: label.backs[0]!.signature }];
  await client.command({ query: `DELETE FROM detected_slots WHERE slot = ${block.slot}` });
  const { lines } = await compare(rows);
  expect(lines[0]).toMatchObject({ cause: 'not_analysed', slot: block.slot });
});

it('prints a table, CSV, and one line of what is wrong with a file', async () => {
  const [one, two] = counted();
  const rows = [listed(one!), { ...listed(two!), victims: [newSignature()] }];
  const table = await run(rows);
  expect(table.stdout).toMatch(/^agree +1 +50\.0 % /m);
  expect(table.stdout).toMatch(/^ {2}victim_unknown +1 /m);
  expect(table.stdout).toMatch(/^ +2 .* victim_unknown /m);
  const csv = (await run(rows, '--csv')).stdout.split('\n');
  expect(csv[0]).toBe('line,label,outcome,cause,rule,sandwich_id,slot,detail');
  expect(csv[1]).toBe(`1,${one!.id},agrees,,,${idOf(one!)},${one!.first_slot},`);
  const broken = await run(`${JSON.stringify(rows[0])}\n{"victim":"x"}`, '--json');
  expect([broken.code, broken.stderr]).toEqual([
    1,
    `tickscope: ${join(folder, 'labels')}, line 2: "x" is no signature\n`,
  ]);
});

const TWO_POOLS = fileURLToPath(
  new URL('../../../../../shared/data/public/detection/compare-labels-two-pools/', import.meta.url),
);
// The last of this file: its blocks are far from those of the others.
it.skipIf(!existsSync(TWO_POOLS))(
  'a transaction that fronts in two pools agrees with the labels of both (skipped without ../shared/data)',
  async () => {
    const slots = [430_000_059, 430_000_060, 430_000_061];
    await store(
      slots.map((slot) => join(TWO_POOLS, `${slot}.getblock.json`)),
      { fromSlot: slots[0]!, toSlot: slots[2]! },
    );
    const { code, stdout, stderr } = await run(
      readFileSync(join(TWO_POOLS, 'labels.jsonl'), 'utf8'),
      '--json',
    );
    expect(code, stderr).toBe(0);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line & { summary?: object });
    expect(results.slice(0, -1).map(({ outcome }) => outcome)).toEqual(['agrees', 'agrees']);
    expect(new Set(results.slice(0, -1).map((one) => one.sandwich_id)).size).toBe(2);
    expect(results.at(-1)!.summary).toMatchObject({ labels: 2, agree: 2, differ: 0, ours_only: 0 });
  },
);
