import type { SlotRange } from '@tickscope/chain';
import type { Confidence, Intent } from '@tickscope/sandwich';
import type { components } from '@tickscope/schemas';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import { readAnalysedCoverage } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { type LedSandwich, readLedSandwiches } from './led-sandwiches.js';
import { readStoredPart } from './stored-range.js';
import type { SandwichKey } from './stored-sandwiches.js';

type RangeCoverage = components['schemas']['RangeCoverage'];

const OF_POSITION = {
  ...{ from_slot: param.integer, to_slot: param.integer, before_slot: param.integer, before_id: param.text },
  ...{ kind: param.text, address: param.text, with_suspected: param.integer, rows: param.integer },
};
const KEY = { firstSlot: column.integer, sandwichId: column.text };
const CANDIDATES = defineQuery({
  name: 'sandwich-candidates',
  sql: sqlFile(import.meta.url, './candidates.sql'),
  params: {
    ...OF_POSITION,
    dex: param.text,
    leader: param.text,
    client: param.text,
    is_led: param.integer,
  },
  row: KEY,
});
const CANDIDATES_OF_ADDRESS = defineQuery({
  name: 'sandwich-candidates-of-address',
  sql: sqlFile(import.meta.url, './candidates-of-address.sql'),
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
  /** Of the slot of the first frontrun leg. A client in any case. */
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
  /** Of the slots that the page is about; null where no block of them is stored. */
  coverage: RangeCoverage | null;
}

interface Question {
  filter: SandwichFilter;
  before: SandwichKey | null;
  limit: number;
}

/** Sandwiches that are read at once where a condition can be checked only on a sandwich that was read. */
const LOOKED_AT = 100;
/** Otherwise at most: what the longest page may need. */
const MOST_AT_ONCE = 160;
/** Without such conditions more are read than are listed, for those that do not count as of now. */
const SPARE_SHARE = 1.5;
const LEAST_SPARE = 5;
const MOST_LOOKS = 4;
/** The slots of a leader or a client are looked up for a day at a time. */
const SLOTS_OF_LEADER_LOOK = 216_000;
/**
 * The newest ones usually lie in few slots. Without a bound on the slots ClickHouse starts to read each part of the table,
 * even for a small limit.
 * Where they do not, the next look goes further.
 */
const SLOTS_OF_FIRST_LOOK = 16_384;
const WIDENING = 16;

/**
 * Reads the newest sandwiches that match, in the order of their first legs. A page may be short, or empty, and not the last:
 * `next` says where to go on.
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
  const found = await look(database, question, stored, context);
  const part =
    found.next === null
      ? stored
      : await readStoredPart(database, { fromSlot: found.next.firstSlot, toSlot }, context);
  if (part === null) return { ...found, coverage: null };
  const { coverage } = await readAnalysedCoverage(database, part, context);
  return { ...found, coverage };
}

async function look(
  database: Database,
  { filter, before, limit }: Question,
  stored: SlotRange,
  context: QueryContext,
): Promise<Omit<SandwichPage, 'coverage'>> {
  const isLed = isLedBy(filter);
  const oldest = isLed ? Math.max(filter.fromSlot, stored.fromSlot) : filter.fromSlot;
  const sandwiches: LedSandwich[] = [];
  let last = before;
  let width = firstWidth(filter);
  for (let looks = 0; looks < MOST_LOOKS; ) {
    const upTo = Math.min(last?.firstSlot ?? filter.toSlot, isLed ? stored.toSlot : filter.toSlot);
    const from = Math.max(oldest, Math.min(upTo, stored.toSlot) - width);
    const rows = rowsOfLook(filter, limit - sandwiches.length);
    const place = { range: { fromSlot: from, toSlot: upTo }, before: last, rows };
    const candidates = await readCandidates(database, filter, place, context);
    const keys = [...new Map(candidates.map((key) => [key.sandwichId, key])).values()];
    const read = await readLedSandwiches(database, keys, context);
    const found = new Map(read.map((one) => [one.id, one]));
    for (const key of keys) {
      last = key;
      const sandwich = found.get(key.sandwichId);
      if (sandwich !== undefined && matches(sandwich, filter)) sandwiches.push(sandwich);
      if (sandwiches.length === limit) return { sandwiches, next: key };
    }
    if (isLed || keys.length > 0) looks += 1;
    if (candidates.length === rows) continue;
    if (from <= oldest) return { sandwiches, next: null };
    last = beforeSlot(from);
    if (!isLed) width = from <= stored.fromSlot ? Number.MAX_SAFE_INTEGER : width * WIDENING;
  }
  return { sandwiches, next: last };
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

function rowsOfLook({ intents, minLossSol }: SandwichFilter, wanted: number): number {
  if (intents !== null || minLossSol !== null) return LOOKED_AT;
  return Math.min(MOST_AT_ONCE, Math.ceil(wanted * SPARE_SHARE) + LEAST_SPARE);
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
): Promise<SandwichKey[]> {
  const params = {
    from_slot: range.fromSlot,
    to_slot: range.toSlot,
    before_slot: before?.firstSlot ?? 0,
    before_id: before?.sandwichId ?? '',
    ...(addressesOf(filter)[0] ?? { kind: 'pool', address: '' }),
    with_suspected: filter.confidences.includes('suspected') ? 1 : 0,
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
    (mint === null || [sandwich.mint_in, sandwich.mint_out].includes(mint)) &&
    (dex === null || sandwich.pool.dex_name === dex) &&
    (attacker === null || sandwich.attackers.includes(attacker)) &&
    (victim === null || sandwich.victims.some(({ wallet }) => wallet === victim)) &&
    (leader === null || sandwich.leader === leader) &&
    (client === null || sandwich.client?.toLowerCase() === client.toLowerCase()) &&
    confidences.includes(sandwich.confidence) &&
    (intents === null || intents.includes(sandwich.intent)) &&
    (minLossSol === null || (lossSol !== null && Number(lossSol) >= minLossSol))
  );
}
