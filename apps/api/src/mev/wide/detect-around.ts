import type { TradesOfBlock } from '@tickscope/dex';
import {
  type Bracket,
  detectSandwiches,
  FINAL_AFTER_SLOTS,
  LIVE_MAX_SPAN,
  type PayerSighting,
  type PriorBracket,
  victimsAtWindow,
} from '@tickscope/sandwich';
import { type NamedRead, readTradesWith, sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger, toIntegerOrNull } from '../../database/integers.js';
import type { QueryContext } from '../../request-context.js';
import {
  type AttackLeg,
  comparePlaces,
  type Evidence,
  groupBy,
  placeKey,
  type VictimLeg,
} from '../incidents.js';
import type { VictimsAndBrackets } from '../stored-brackets.js';
import type { Neighbourhood } from './wide-brackets.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const UNIT_HISTORY = query('unit-history');
const UNIT_PAYERS = query('unit-payers');
const PLACED_LEGS = query('placed-legs');

/** A day and an hour at the shortest slot time in use (200 ms): the detector itself goes by the blocks' times. */
export const HISTORY_SLOTS = 450_000;
/** An hour, likewise. */
const PAYER_SLOTS = 18_000;
/** Beyond the window, so that the first pass sees short brackets at its ends as they are stored. */
const MARGIN_SLOTS = LIVE_MAX_SPAN + FINAL_AFTER_SLOTS;

/** The counted brackets of more than 20 slots that name one of the victims, and what they are made of. */
export async function detectAround(
  database: Database,
  near: Neighbourhood,
  window: number,
  context: QueryContext,
): Promise<VictimsAndBrackets> {
  const first = await detectWithin(database, near, window, window + MARGIN_SLOTS, context);
  if (first.brackets.length === 0) return { victims: [], legs: new Map(), evidence: new Map() };
  // A leg may belong to a shorter bracket that reaches beyond the window. Rare enough to be looked at again.
  const { brackets, lastSlot } = await detectWithin(
    database,
    near,
    window,
    3 * window + MARGIN_SLOTS,
    context,
  );
  return described(database, near, brackets, lastSlot, window, context);
}

interface Detected {
  brackets: Bracket[];
  /** Of the newest block that was seen. */
  lastSlot: number;
}

async function detectWithin(
  database: Database,
  { pool, victims }: Neighbourhood,
  window: number,
  reach: number,
  context: QueryContext,
): Promise<Detected> {
  const from = Math.max(0, victims[0]!.slot - reach);
  const to = victims.at(-1)!.slot + reach;
  const read: NamedRead = (name, sql, params) => database.rows({ name, sql }, params, context);
  const [blocks, prior, payers] = await Promise.all([
    readTradesWith(read, { fromSlot: from, toSlot: to, pools: [pool] }),
    readHistory(database, pool, from, to, context),
    readPayers(database, pool, from, to, context),
  ]);
  context.signal.throwIfAborted();
  const asked = new Set(victims.map(placeKey));
  const brackets = detectSandwiches(ofPool(blocks, pool), { window, prior, payers }).filter(
    (bracket) =>
      // Shorter ones are in the tables, made with all that was known.
      bracket.lastSlot - bracket.firstSlot > LIVE_MAX_SPAN &&
      bracket.confidence !== 'suspected' &&
      victimsAtWindow(bracket, window).some(({ swap }) => asked.has(placeKey(swap))),
  );
  return { brackets, lastSlot: blocks.at(-1)?.slot ?? 0 };
}

/** A block may hold events of the same transactions in other pools. */
function ofPool(blocks: readonly TradesOfBlock[], pool: string): TradesOfBlock[] {
  return blocks.map((block) => ({ ...block, swaps: block.swaps.filter((swap) => swap.pool === pool) }));
}

async function readHistory(
  database: Database,
  pool: string,
  from: number,
  to: number,
  context: QueryContext,
): Promise<PriorBracket[]> {
  type Row = [
    id: string,
    pool: string,
    mintIn: string,
    attackers: string[],
    linkAddress: string,
    program: string | null,
    confidence: PriorBracket['confidence'],
    basis: PriorBracket['basis'],
    quantityRatio: number,
    gross: string,
    net: string | null,
    firstSlot: string,
    lastSlot: string,
    blockTime: number | null,
  ];
  const params = { pool, from, to, history_from: Math.max(0, from - HISTORY_SLOTS) };
  const rows = await database.rows<Row>(UNIT_HISTORY, params, context);
  // An entity of several addresses comes with each of them.
  const byId = new Map(rows.map((row) => [row[0], row]));
  return [...byId.values()].map((row) => ({
    id: row[0],
    pool: row[1],
    mintIn: row[2],
    attackers: row[3],
    linkAddress: row[4],
    program: row[5],
    // They end before the range, or are of other pools: they hold none of its legs.
    fronts: [],
    backs: [],
    confidence: row[6],
    basis: row[7],
    quantityRatio: row[8],
    gross: row[9],
    net: row[10],
    firstSlot: toInteger(row[11]),
    lastSlot: toInteger(row[12]),
    blockTime: row[13],
  }));
}

async function readPayers(
  database: Database,
  pool: string,
  from: number,
  to: number,
  context: QueryContext,
): Promise<PayerSighting[]> {
  if (from === 0) return [];
  const rows = await database.rows<[string, string, string, number | null]>(
    UNIT_PAYERS,
    { pool, from, to, payers_from: Math.max(0, from - PAYER_SLOTS), payers_to: from - 1 },
    context,
  );
  return rows.map(([payer, authority, slot, blockTime]) => ({
    payer,
    authority,
    slot: toInteger(slot),
    blockTime,
  }));
}

async function described(
  database: Database,
  { pool, victims: asked }: Neighbourhood,
  brackets: readonly Bracket[],
  lastSlot: number,
  window: number,
  context: QueryContext,
): Promise<VictimsAndBrackets> {
  const places = new Set(asked.map(placeKey));
  const victims = brackets.flatMap((bracket) =>
    victimsAtWindow(bracket, window)
      .filter(({ swap }) => places.has(placeKey(swap)))
      .map(
        ({ swap, lossAmount, lossMethod }): VictimLeg => ({
          slot: swap.slot,
          blockIndex: swap.blockIndex,
          bracketId: bracket.id,
          firstSlot: bracket.firstSlot,
          lastSlot: bracket.lastSlot,
          lossAmount: lossAmount === null ? null : String(lossAmount),
          lossMethod,
        }),
      ),
  );
  const legs = brackets.flatMap(unplacedLegs);
  const placed = await readPlaces(database, pool, legs, context);
  const placedLegs = legs.flatMap((leg): AttackLeg[] => {
    const place = placed.get(placeKey(leg));
    return place === undefined ? [] : [{ ...leg, ...place }];
  });
  return {
    victims,
    legs: groupBy(placedLegs.sort(comparePlaces), ({ bracketId }) => bracketId),
    evidence: new Map(brackets.map((bracket) => [bracket.id, evidenceOf(bracket, lastSlot)])),
  };
}

type UnplacedLeg = Omit<AttackLeg, 'signature' | 'pohTick'>;

function unplacedLegs({ id, pool, fronts, backs, attempts }: Bracket): UnplacedLeg[] {
  type Made = { slot: number; blockIndex: number; feePayer: string; trader: string };
  const leg =
    (role: AttackLeg['role']) =>
    ({ slot, blockIndex, feePayer, trader }: Made): UnplacedLeg => ({
      bracketId: id,
      role,
      slot,
      blockIndex,
      signer: feePayer,
      trader,
      pool,
    });
  return [
    ...fronts.map(leg('front')),
    ...backs.map(leg('back')),
    ...attempts.map(({ attempt, side }) => leg(side === 'front' ? 'front_attempt' : 'back_attempt')(attempt)),
  ];
}

async function readPlaces(
  database: Database,
  pool: string,
  legs: readonly UnplacedLeg[],
  context: QueryContext,
): Promise<Map<string, Pick<AttackLeg, 'signature' | 'pohTick'>>> {
  const found = new Map<string, Pick<AttackLeg, 'signature' | 'pohTick'>>();
  const keys = [...new Set(legs.map(({ slot, blockIndex }) => `(${slot},${blockIndex})`))];
  for (let at = 0; at < keys.length; at += PLACES_A_QUERY) {
    const positions = `[${keys.slice(at, at + PLACES_A_QUERY).join(',')}]`;
    type Row = [string, number, string, string | null];
    for (const [slot, blockIndex, signature, pohTick] of await database.rows<Row>(
      PLACED_LEGS,
      { pool, positions },
      context,
    ))
      found.set(`${slot}/${blockIndex}`, { signature, pohTick: toIntegerOrNull(pohTick) });
  }
  return found;
}

/** Parameters go in the URL. */
const PLACES_A_QUERY = 500;

function evidenceOf(bracket: Bracket, lastSlot: number): Evidence {
  const { id, basis, link, linkAddress, quantityRatio, mintIn, mintOut, gross, net, victims } = bracket;
  return {
    id,
    confidence: bracket.confidence === 'exact' ? 'exact' : 'loose',
    basis,
    link,
    link_address: linkAddress,
    quantity_ratio: quantityRatio,
    mint_in: mintIn,
    mint_out: mintOut,
    gross: String(gross),
    net: net === null ? null : String(net),
    is_final: lastSlot - bracket.lastSlot >= FINAL_AFTER_SLOTS,
    victim_count: victims.length,
    // Made anew with each request.
    revision: 1,
  };
}
