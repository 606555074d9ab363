import type { SlotRange } from '@tickscope/chain';
import type { Confidence, Intent } from '@tickscope/sandwich';
import { column, defineFileQuery, param } from '@tickscope/store';
import { type RangeCoverage, readAnalysedCoverage } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { ReadError } from '../errors.js';
import { type LedSandwich, readLedSandwiches } from './led-sandwiches.js';
import { readStoredPart } from './stored-range.js';
import type { SandwichKey } from './stored-sandwiches.js';

const OF_POSITION = {
  ...{ from_slot: param.integer, to_slot: param.integer, before_slot: param.integer, before_id: param.text },
  ...{ kind: param.text, address: param.text, rows: param.integer },
  ...{ confidences: param.texts, intents: param.texts, least_loss: param.float },
};
const KEY = { firstSlot: column.integer, sandwichId: column.text, isMatch: column.flag };
const CANDIDATES = defineFileQuery(import.meta.url, './candidates.sql', {
  name: 'sandwich-candidates',
  params: {
    ...OF_POSITION,
    dex: param.text,
    leader: param.text,
    client: param.text,
    is_led: param.integer,
  },
  row: KEY,
});
const CANDIDATES_OF_ADDRESS = defineFileQuery(import.meta.url, './candidates-of-address.sql', {
  name: 'sandwich-candidates-of-address',
  isPointRead: true,
  params: OF_POSITION,
  row: KEY,
});

/** All conditions must hold; null means no condition. */
export interface SandwichFilter {
  pool: string | null;
  mint: string | null;
  dex: string | null;
  attacker: string | null;
  victim: string | null;
  /** Leader of the slot of the first frontrun leg. A client in any case. */
  leader: string | null;
  client: string | null;
  /** Any of them; as of now. */
  confidences: readonly Confidence[];
  intents: readonly Intent[] | null;
  /** In SOL. A sandwich whose loss has no value in SOL does not match. */
  minLossSol: number | null;
  /** Slots of the first frontrun leg, both included. */
  fromSlot: number;
  toSlot: number;
}

export interface SandwichPage {
  /** Newest first. */
  sandwiches: LedSandwich[];
  /** Where the next page begins; null: there is no older one. */
  next: SandwichKey | null;
  /** Coverage of the slots that the page is about; null where no block of them is stored. */
  coverage: RangeCoverage | null;
}

interface Question {
  filter: SandwichFilter;
  before: SandwichKey | null;
  limit: number;
}

/** Sandwiches that are read at once at most. */
const MOST_AT_ONCE = 160;
/** More candidates are looked up than are listed, because an older revision may have matched. */
const SPARE = 5;
/** Each further look takes so many times the candidates. */
const GROWTH = 8;
const MOST_CANDIDATES = 10_000;
const MOST_ATTEMPTS = 4;
/** The slots of a leader or a client are looked up for a day at first. */
const SLOTS_OF_LEADER_LOOK = 216_000;
/**
 * The newest ones usually lie in few slots. Without a bound on the slots ClickHouse starts to read each part of the table,
 * even for a small limit.
 * Where they do not, the next look goes further.
 */
const SLOTS_OF_FIRST_LOOK = 16_384;
const WIDENING = 16;

/**
 * Reads the newest sandwiches that match, in the order of their first legs. A page that is not the last is full: `next` says
 * where to go on.
 */
export async function listSandwiches(
  database: Database,
  question: Question,
  context: QueryContext,
): Promise<SandwichPage> {
  const { filter, before } = question;
  const toSlot = before?.firstSlot ?? filter.toSlot;
  const stored = await readStoredPart(database, { fromSlot: filter.fromSlot, toSlot }, context);
  if (stored === null) return { sandwiches: [], next: null, coverage: null };
  let known: RangeCoverage | null = null;
  // Which slots a page is about is known once it was read; what is stored and analysed after that is not in it. So the page is
  // read again where it has changed until its coverage was read.
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { walk, ...found } = await look(database, question, stored, context);
    const fromSlot = found.next?.firstSlot ?? filter.fromSlot;
    if (known !== null && known.from_slot <= Math.max(fromSlot, stored.fromSlot))
      return { ...found, coverage: known };
    const part = found.next === null ? stored : await readStoredPart(database, { fromSlot, toSlot }, context);
    if (part === null) return { ...found, coverage: null };
    known = (await readAnalysedCoverage(database, part, context)).coverage;
    if (await isSame(database, question, walk, context)) return { ...found, coverage: known };
  }
  throw new ReadError('unavailable', {
    details: 'The sandwiches in question are being replaced.',
    retryAfterSeconds: 1,
    internal: `a page of sandwiches changed ${MOST_ATTEMPTS} times while it was read`,
  });
}

/** The candidates that a page was chosen from. */
interface Walk {
  range: SlotRange;
  /** Ids of those that match, in order. */
  ids: string[];
  /** How many rows of the table were read for them. */
  rows: number;
  /** False: the page was full before all candidates of the range were looked at. */
  isWhole: boolean;
}

/** Whether the same candidates would be looked at now. */
async function isSame(
  database: Database,
  { filter, before }: Question,
  { range, ids, rows, isWhole }: Walk,
  context: QueryContext,
): Promise<boolean> {
  const keys = await readCandidates(database, filter, { range, before, rows: rows + 1 }, context);
  const now = [...new Set(keys.flatMap(({ sandwichId, isMatch }) => (isMatch ? [sandwichId] : [])))];
  return ids.every((id, at) => id === now[at]) && (!isWhole || now.length === ids.length);
}

async function look(
  database: Database,
  { filter, before, limit }: Question,
  stored: SlotRange,
  context: QueryContext,
): Promise<Omit<SandwichPage, 'coverage'> & { walk: Walk }> {
  const isLed = isLedBy(filter);
  const oldest = isLed ? Math.max(filter.fromSlot, stored.fromSlot) : filter.fromSlot;
  const sandwiches: LedSandwich[] = [];
  const ids: string[] = [];
  let [last, read] = [before, 0];
  let width = firstWidth(filter);
  const toSlot = Math.min(before?.firstSlot ?? filter.toSlot, isLed ? stored.toSlot : filter.toSlot);
  for (let looks = 0; ; looks += 1) {
    const upTo = Math.min(last?.firstSlot ?? toSlot, toSlot);
    const from = Math.max(oldest, Math.min(upTo, stored.toSlot) - width);
    const rows = Math.min(MOST_CANDIDATES, (limit - sandwiches.length + SPARE) * GROWTH ** looks);
    const place = { range: { fromSlot: from, toSlot: upTo }, before: last, rows };
    const candidates = await readCandidates(database, filter, place, context);
    const keys = [...new Map(candidates.map((key) => [key.sandwichId, key])).values()];
    read += candidates.length;
    const walk = { range: { fromSlot: from, toSlot }, ids, rows: read };
    for (let at = 0; at < keys.length; at += MOST_AT_ONCE) {
      const some = keys.slice(at, at + MOST_AT_ONCE);
      const matching = some.filter(({ isMatch }) => isMatch);
      const found = await readLedSandwiches(database, matching, context);
      const known = new Map(found.map((one) => [one.id, one]));
      for (const { isMatch, ...key } of some) {
        last = key;
        if (isMatch) ids.push(key.sandwichId);
        const sandwich = known.get(key.sandwichId);
        if (sandwich !== undefined && matches(sandwich, filter)) sandwiches.push(sandwich);
        if (sandwiches.length === limit) return { sandwiches, next: key, walk: { ...walk, isWhole: false } };
      }
    }
    if (candidates.length < rows) {
      if (from <= oldest) return { sandwiches, next: null, walk: { ...walk, isWhole: true } };
      last = beforeSlot(from);
      width = from <= stored.fromSlot ? Number.MAX_SAFE_INTEGER : width * WIDENING;
    }
  }
}

/** How many slots the first look goes back. Where the key of a table has what is asked for, all of them. */
function firstWidth(filter: SandwichFilter): number {
  if (isLedBy(filter)) return SLOTS_OF_LEADER_LOOK;
  return isOfOneAddress(filter) ? Number.MAX_SAFE_INTEGER : SLOTS_OF_FIRST_LOOK;
}

function isLedBy({ leader, client }: SandwichFilter): boolean {
  return leader !== null || client !== null;
}

/** The addresses that are asked for, as a rule the rarest first. */
function addressesOf({ pool, mint, attacker, victim }: SandwichFilter): { kind: string; address: string }[] {
  return [
    { kind: 'victim', address: victim },
    { kind: 'attacker', address: attacker },
    { kind: 'pool', address: pool },
    { kind: 'token', address: mint },
  ].flatMap(({ kind, address }) => (address === null ? [] : [{ kind, address }]));
}

/** Whether one address is all that the tables can look for. */
function isOfOneAddress(filter: SandwichFilter): boolean {
  return addressesOf(filter).length === 1 && filter.dex === null && !isLedBy(filter);
}

/** A key before all sandwiches of a slot: none has its first leg further in front. */
function beforeSlot(slot: number): SandwichKey {
  return { firstSlot: slot, sandwichId: `${slot}.0.0.-1.0` };
}

function readCandidates(
  database: Database,
  filter: SandwichFilter,
  { range, before, rows }: { range: SlotRange; before: SandwichKey | null; rows: number },
  context: QueryContext,
): Promise<(SandwichKey & { isMatch: boolean })[]> {
  const params = {
    from_slot: range.fromSlot,
    to_slot: range.toSlot,
    before_slot: before?.firstSlot ?? 0,
    before_id: before?.sandwichId ?? '',
    ...(addressesOf(filter)[0] ?? { kind: 'pool', address: '' }),
    confidences: filter.confidences,
    intents: filter.intents ?? [],
    // No loss is negative: without a condition.
    least_loss: filter.minLossSol ?? -1,
    rows,
  };
  if (isOfOneAddress(filter)) return database.rows(CANDIDATES_OF_ADDRESS, params, context);
  const others = {
    dex: filter.dex ?? '',
    leader: filter.leader ?? '',
    client: filter.client ?? '',
    is_led: isLedBy(filter) ? 1 : 0,
  };
  return database.rows(CANDIDATES, { ...params, ...others }, context);
}

/** Also the conditions that the tables checked: they may have found an older revision. */
function matches(sandwich: LedSandwich, filter: SandwichFilter): boolean {
  const { pool, mint, dex, attacker, victim, leader, client, confidences, intents, minLossSol } = filter;
  const lossSol = sandwich.loss?.sol ?? null;
  return (
    (pool === null || [sandwich.pool.pool_address, sandwich.back_pool_address].includes(pool)) &&
    (mint === null || mint === sandwich.mint_in || mint === sandwich.mint_out) &&
    (dex === null || sandwich.pool.dex_name === dex) &&
    (attacker === null || sandwich.attackers.some((one) => one === attacker)) &&
    (victim === null || sandwich.victims.some(({ wallet }) => wallet === victim)) &&
    (leader === null || sandwich.leader === leader) &&
    (client === null || sandwich.client?.toLowerCase() === client.toLowerCase()) &&
    confidences.includes(sandwich.confidence) &&
    (intents === null || intents.includes(sandwich.intent)) &&
    (minLossSol === null || (lossSol !== null && Number(lossSol) >= minLossSol))
  );
}
