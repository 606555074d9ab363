import { positionKey } from '@tickscope/chain';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt, Swap } from '@tickscope/dex';
import { LIVE_MAX_SPAN, LIVE_WINDOW, type Sandwich } from '@tickscope/sandwich';
import type { ClickHouseClient } from '../client.js';
import { INSERT_SETTINGS } from '../gaps/write-gaps.js';
import { type PositionColumns, toPosition } from '../instruction-position.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import { readWith } from '../trades/read-trades.js';
import { INSERT_TIMEOUT_MS, insertRows } from '../writer/insert-rows.js';
import { RowBuffer } from '../writer/row-buffer.js';
import { positionBatches } from './position-batches.js';
import {
  digestOf,
  encodeLeg,
  encodeLegByTrader,
  encodeLegTombstone,
  encodeSandwich,
  LEG_BY_TRADER_COLUMNS,
  LEG_COLUMNS,
  type LegKey,
  type LegRole,
  type LegRow,
  type LegSandwich,
  type PlacedTransaction,
  SANDWICH_COLUMNS,
  type SandwichState,
} from './sandwich-rows.js';
import { undecodedAttempts } from './undecoded-attempts.js';

const STORED_REVISIONS = sqlFile(import.meta.url, './stored-revisions.sql');
const STORED_LEG_DIGESTS = sqlFile(import.meta.url, './stored-leg-digests.sql');
const STORED_LEG_KEYS = sqlFile(import.meta.url, './stored-leg-keys.sql');
const PLACED_SWAPS = sqlFile(import.meta.url, './placed-swaps.sql');

const QUERY_TIMEOUT_MS = 30_000;
/** Parameters travel in the address of a request: more sandwiches than this are written in turns. */
const MAX_AT_ONCE = 250;
/** A row takes about as much: a buffer that has room at once need not grow, by doubling, to many megabytes. */
const LEG_BYTES = 400;
const LEG_BY_TRADER_BYTES = 120;
/** Of writing sandwiches that other writers write too: each time one of them is the last, and done. */
const MAX_TRIES = 5;
const MIXED_WAIT_MS = 200;

/** A sandwich to be stored, or one that turned out to be none. */
export type SandwichWrite =
  | { kind: 'store'; sandwich: Sandwich; isFinal: boolean }
  | { kind: 'retract'; id: string; firstSlot: number };

interface StoredRevision {
  revision: number;
  digest: bigint;
  isDeleted: boolean;
  lastSlot: number;
  isFinal: boolean;
}

interface Retraction {
  id: string;
  firstSlot: number;
  /** `undefined`: a writer that was killed stored legs, and no sandwich. */
  former: StoredRevision | undefined;
}

export interface WriteSandwichesOptions {
  /**
   * Looks at the stored legs also of sandwiches that seem unchanged, or not stored: a writer that was killed before it
   * stored a sandwich leaves the legs. One read more a batch.
   */
  checkLegs?: boolean;
  /** Called before a batch of sandwiches is stored, with those that change; `sandwich` is null for retracted ones. */
  beforeStore?(
    changed: readonly { id: string; firstSlot: number; sandwich: Sandwich | null }[],
  ): Promise<void>;
}

/**
 * Brings the stored sandwiches to what is given: a sandwich that is there as it should be is left alone, a changed one gets
 * the next revision, its former legs that it no longer has are taken back. So the same writes again change nothing,
 * also from another process. The `sandwiches` row comes last. Gives how many sandwiches were written. Throws when
 * ClickHouse does not take it all; the call may be repeated.
 *
 * The swaps of all legs must be stored: signature, tick and time come from there.
 */
export async function writeSandwiches(
  client: ClickHouseClient,
  writes: readonly SandwichWrite[],
  options: WriteSandwichesOptions = {},
): Promise<number> {
  let written = 0;
  for (let at = 0; at < writes.length; at += MAX_AT_ONCE) {
    let some: readonly SandwichWrite[] = writes.slice(at, at + MAX_AT_ONCE);
    let mixed: ReadonlySet<string> = new Set();
    for (let tries = 1; some.length > 0; tries += 1) {
      const changed = await writeSome(client, some, mixed, options);
      if (tries === 1) written += changed.length;
      mixed = await mixedSandwiches(client, changed);
      if (mixed.size > 0 && tries === MAX_TRIES)
        throw new Error(`other writers keep changing the sandwiches ${[...mixed].slice(0, 5).join(', ')}`);
      // Not all of them at the same time again.
      if (mixed.size > 0) await sleep(Math.random() * MIXED_WAIT_MS);
      some = some.filter((write) => mixed.has(write.kind === 'store' ? write.sandwich.id : write.id));
    }
  }
  return written;
}

/** What was written of a sandwich. */
interface WrittenSandwich {
  id: string;
  firstSlot: number;
  lastSlot: number;
  /** As `digestOfLegs` has them; of a retracted one there are none. */
  legs: string | null;
}

/**
 * Of sandwiches just written those whose legs are not what was written: another writer wrote other legs of the same
 * sandwich in the same moment, and neither knew of the other's. Whoever writes last sees it, and writes once more.
 */
async function mixedSandwiches(
  client: ClickHouseClient,
  written: readonly WrittenSandwich[],
): Promise<Set<string>> {
  if (written.length === 0) return new Set();
  const rows = await queryRows<[string, string]>(client, STORED_LEG_DIGESTS, {
    params: legRange(written),
    timeoutMs: QUERY_TIMEOUT_MS,
  });
  const stored = new Map(rows);
  const mixed = written.filter(({ id, legs }) => legs !== (stored.get(id) ?? null));
  return new Set(mixed.map(({ id }) => id));
}

/** All legs of a sandwich, as `legText` has them, in one text: that of stored-leg-digests.sql. */
function digestOfLegs(legs: ReadonlySet<string>): string | null {
  if (legs.size === 0) return null;
  return createHash('md5')
    .update([...legs].sort().join(' '))
    .digest('hex');
}

interface Change {
  state: SandwichState;
  former: StoredRevision | undefined;
  digest: bigint;
}

/** A batch of writes held against what is stored. */
interface Comparison {
  changed: Change[];
  retracted: Retraction[];
}

/** @param mixed sandwiches that count as changed also where they seem to be stored: their legs are not theirs alone */
async function compareSome(
  client: ClickHouseClient,
  writes: readonly SandwichWrite[],
  mixed: ReadonlySet<string>,
  checkLegs: boolean,
): Promise<Comparison> {
  const sandwiches = writes.flatMap((write) => (write.kind === 'store' ? [write.sandwich] : []));
  const counted = sandwiches.filter(({ confidence }) => confidence !== 'suspected');
  const [stored, places, undecoded] = await Promise.all([
    storedRevisions(client, writes),
    placedTransactions(client, sandwiches),
    undecodedAttempts(readWith(client, { timeoutMs: QUERY_TIMEOUT_MS }), counted),
  ]);
  const comparison: Comparison = { changed: [], retracted: [] };
  /** Of these, the rows in `sandwiches` are as they should be. */
  const unchanged: Change[] = [];
  const notStored: Retraction[] = [];
  for (const write of writes) {
    if (write.kind === 'retract') {
      const { id, firstSlot } = write;
      const former = stored.get(id);
      const isGone = former === undefined || former.isDeleted;
      (isGone && !mixed.has(id) ? notStored : comparison.retracted).push({ id, firstSlot, former });
      continue;
    }
    const { sandwich, isFinal } = write;
    const former = stored.get(sandwich.id);
    const state = stateOf(sandwich, isFinal, places, undecoded.get(sandwich.id) ?? []);
    const digest = digestOf(state);
    const isAsStored = former !== undefined && isStored(former, digest, isFinal);
    (isAsStored && !mixed.has(sandwich.id) ? unchanged : comparison.changed).push({ state, former, digest });
  }
  if (!checkLegs) return comparison;
  const withOtherLegs = await mixedSandwiches(client, [
    ...unchanged.map(({ state: { sandwich, legs } }) => writtenOf(sandwich, legs)),
    ...notStored.map(({ id, firstSlot }) => ({
      id,
      firstSlot,
      lastSlot: firstSlot + LIVE_MAX_SPAN,
      legs: null,
    })),
  ]);
  comparison.changed.push(...unchanged.filter(({ state }) => withOtherLegs.has(state.sandwich.id)));
  comparison.retracted.push(...notStored.filter(({ id }) => withOtherLegs.has(id)));
  return comparison;
}

function writtenOf({ id, firstSlot, lastSlot }: Sandwich, legs: readonly LegKey[]): WrittenSandwich {
  return { id, firstSlot, lastSlot, legs: digestOfLegs(new Set(legs.map(legText))) };
}

/** A sandwich that is stored otherwise than it should be. */
export interface SandwichDifference {
  id: string;
  firstSlot: number;
  /**
   * `missing`: not stored; `unexpected`: stored, but there is none; `provisional`: stored as such, but final; `legs`:
   * other legs; `content`: anything else.
   */
  kind: 'missing' | 'unexpected' | 'provisional' | 'legs' | 'content';
}

/** Holds stored sandwiches against what they should be, without writing. */
export async function compareSandwiches(
  client: ClickHouseClient,
  writes: readonly SandwichWrite[],
): Promise<SandwichDifference[]> {
  const differences: SandwichDifference[] = [];
  for (let at = 0; at < writes.length; at += MAX_AT_ONCE) {
    const some = writes.slice(at, at + MAX_AT_ONCE);
    const { changed, retracted } = await compareSome(client, some, new Set(), true);
    for (const change of changed)
      differences.push({ ...idOf(change.state.sandwich), kind: differenceOf(change) });
    for (const gone of retracted) differences.push({ ...idOf(gone), kind: 'unexpected' });
  }
  return differences;
}

function differenceOf({ state, former, digest }: Change): SandwichDifference['kind'] {
  if (former === undefined || former.isDeleted) return 'missing';
  if (former.digest !== digest) return 'content';
  return isStored(former, digest, state.isFinal) ? 'legs' : 'provisional';
}

async function writeSome(
  client: ClickHouseClient,
  writes: readonly SandwichWrite[],
  mixed: ReadonlySet<string>,
  { beforeStore, checkLegs = false }: WriteSandwichesOptions,
): Promise<WrittenSandwich[]> {
  const { changed, retracted } = await compareSome(client, writes, mixed, checkLegs);
  if (beforeStore !== undefined && changed.length + retracted.length > 0)
    await beforeStore([
      ...changed.map(({ state: { sandwich } }) => ({ ...idOf(sandwich), sandwich })),
      ...retracted.map((gone) => ({ ...idOf(gone), sandwich: null })),
    ]);
  const formerLegs = await storedLegKeys(client, [
    ...changed.flatMap(({ state: { sandwich }, former }) =>
      checkLegs || (former !== undefined && !former.isDeleted)
        ? [{ ...idOf(sandwich), lastSlot: Math.max(sandwich.lastSlot, former?.lastSlot ?? 0) }]
        : [],
    ),
    ...retracted.map((gone) => ({ ...idOf(gone), lastSlot: lastSlotOf(gone) })),
  ]);
  const nextRevisionOf = (id: string, former: StoredRevision | undefined, isFinal: boolean): number =>
    nextRevision(Math.max(former?.revision ?? 0, formerLegs.get(id)?.revision ?? 0), isFinal);
  const legCount = changed.reduce((sum, { state: { legs } }) => sum + legs.length, 0);
  const buffers = {
    sandwiches: new RowBuffer(),
    legs: new RowBuffer(legCount * LEG_BYTES),
    byTrader: new RowBuffer(legCount * LEG_BY_TRADER_BYTES),
  };
  const written: WrittenSandwich[] = [];
  for (const { state, former, digest } of changed) {
    const { sandwich, isFinal, legs } = state;
    const revision = nextRevisionOf(sandwich.id, former, isFinal);
    const shared: LegSandwich = { ...sandwich, isFinal };
    const kept = new Set(legs.map(legText));
    for (const leg of legs) {
      encodeLeg(buffers.legs, shared, leg, revision);
      encodeLegByTrader(buffers.byTrader, shared, leg, revision, false);
    }
    for (const leg of formerLegs.get(sandwich.id)?.legs ?? [])
      if (!kept.has(legText(leg))) encodeGone(buffers, shared, leg, revision);
    encodeSandwich(buffers.sandwiches, state, revision, false, digest);
    written.push({
      id: sandwich.id,
      firstSlot: sandwich.firstSlot,
      lastSlot: Math.max(sandwich.lastSlot, former?.lastSlot ?? 0),
      legs: digestOfLegs(kept),
    });
  }
  const tombstones: Tombstone[] = [];
  for (const gone of retracted) {
    const { id, firstSlot, former } = gone;
    const lastSlot = lastSlotOf(gone);
    const revision = nextRevisionOf(id, former, true);
    const shared: LegSandwich = { id, firstSlot, lastSlot, confidence: 'suspected', isFinal: true };
    for (const leg of formerLegs.get(id)?.legs ?? []) encodeGone(buffers, shared, leg, revision);
    if (former !== undefined) tombstones.push({ id, firstSlot, formerRevision: former.revision, revision });
    written.push({ id, firstSlot, lastSlot, legs: null });
  }
  await Promise.all([
    insertRows(client, 'sandwich_legs', LEG_COLUMNS, [buffers.legs.encoded()]),
    insertRows(client, 'sandwich_legs_by_trader', LEG_BY_TRADER_COLUMNS, [buffers.byTrader.encoded()]),
  ]);
  await insertRows(client, 'sandwiches', SANDWICH_COLUMNS, [buffers.sandwiches.encoded()]);
  await retract(client, tombstones);
  return written;
}

function lastSlotOf({ firstSlot, former }: Retraction): number {
  return former?.lastSlot ?? firstSlot + LIVE_MAX_SPAN;
}

function idOf({ id, firstSlot }: { id: string; firstSlot: number }): { id: string; firstSlot: number } {
  return { id, firstSlot };
}

/** A writer that is behind does not make provisional again what another one knows to be final. */
function isStored(former: StoredRevision, digest: bigint, isFinal: boolean): boolean {
  return !former.isDeleted && former.digest === digest && (former.isFinal || !isFinal);
}

/**
 * Revisions of final sandwiches and retractions are even, those of provisional ones odd: two writers that revise at once
 * never give one number to a final and to a provisional row.
 */
function nextRevision(former: number, isFinal: boolean): number {
  const next = former + 1;
  return next % 2 === (isFinal ? 0 : 1) ? next : next + 1;
}

function encodeGone(
  buffers: { legs: RowBuffer; byTrader: RowBuffer },
  sandwich: LegSandwich,
  leg: LegKey,
  revision: number,
): void {
  encodeLegTombstone(buffers.legs, sandwich, leg, revision);
  encodeLegByTrader(buffers.byTrader, sandwich, leg, revision, true);
}

interface Tombstone {
  id: string;
  firstSlot: number;
  formerRevision: number;
  revision: number;
}

/** A tombstone is the former row with the next revision: whoever reads history still sees what it said. */
async function retract(client: ClickHouseClient, tombstones: readonly Tombstone[]): Promise<void> {
  if (tombstones.length === 0) return;
  const columns = SANDWICH_COLUMNS.filter((name) => !['revision', 'is_deleted', 'is_final'].includes(name));
  await client.command({
    query:
      `INSERT INTO sandwiches (${columns.join(', ')}, revision, is_deleted, is_final) ` +
      `SELECT ${columns.join(', ')}, {revisions:Array(UInt32)}[indexOf({ids:Array(String)}, bracket_id)], 1, true ` +
      'FROM sandwiches WHERE (first_slot, bracket_id, revision) IN ' +
      'arrayZip({first_slots:Array(UInt64)}, {ids:Array(String)}, {formers:Array(UInt32)}) ' +
      'LIMIT 1 BY first_slot, bracket_id',
    query_params: {
      ids: tombstones.map(({ id }) => id),
      first_slots: tombstones.map(({ firstSlot }) => firstSlot),
      formers: tombstones.map(({ formerRevision }) => formerRevision),
      revisions: tombstones.map(({ revision }) => revision),
    },
    clickhouse_settings: INSERT_SETTINGS,
    abort_signal: AbortSignal.timeout(INSERT_TIMEOUT_MS),
  });
}

async function storedRevisions(
  client: ClickHouseClient,
  writes: readonly SandwichWrite[],
): Promise<Map<string, StoredRevision>> {
  if (writes.length === 0) return new Map();
  const keys = writes.map((write) => (write.kind === 'store' ? write.sandwich : write));
  const rows = await queryRows<[string, number, string, number, string, boolean]>(client, STORED_REVISIONS, {
    params: { ids: keys.map(({ id }) => id), first_slots: keys.map(({ firstSlot }) => firstSlot) },
    timeoutMs: QUERY_TIMEOUT_MS,
  });
  return new Map(
    rows.map(([id, revision, digest, isDeleted, lastSlot, isFinal]) => [
      id,
      { revision, digest: BigInt(digest), isDeleted: isDeleted === 1, lastSlot: Number(lastSlot), isFinal },
    ]),
  );
}

/** Where the legs of sandwiches are. */
function legRange(sandwiches: readonly { id: string; firstSlot: number; lastSlot: number }[]): {
  ids: string[];
  from_slot: number;
  to_slot: number;
} {
  return {
    ids: sandwiches.map(({ id }) => id),
    // Attempts may lie outside the legs, by as much as the window.
    from_slot: Math.max(0, Math.min(...sandwiches.map(({ firstSlot }) => firstSlot)) - LIVE_WINDOW),
    to_slot: Math.max(...sandwiches.map(({ lastSlot }) => lastSlot)) + LIVE_WINDOW,
  };
}

interface StoredLegs {
  legs: LegKey[];
  /** The highest of them. */
  revision: number;
}

async function storedLegKeys(
  client: ClickHouseClient,
  sandwiches: readonly { id: string; firstSlot: number; lastSlot: number }[],
): Promise<Map<string, StoredLegs>> {
  const stored = new Map<string, StoredLegs>();
  if (sandwiches.length === 0) return stored;
  type Row = [id: string, ...position: PositionColumns, role: LegRole, trader: string, revision: number];
  const rows = await queryRows<Row>(client, STORED_LEG_KEYS, {
    params: legRange(sandwiches),
    timeoutMs: QUERY_TIMEOUT_MS,
  });
  for (const [id, slot, blockIndex, outer, inner, part, role, trader, revision] of rows) {
    const known = stored.get(id) ?? { legs: [], revision: 0 };
    known.legs.push({ ...toPosition([slot, blockIndex, outer, inner, part]), role, trader });
    known.revision = Math.max(known.revision, revision);
    stored.set(id, known);
  }
  return stored;
}

type Places = ReadonlyMap<string, PlacedTransaction>;

async function placedTransactions(
  client: ClickHouseClient,
  sandwiches: readonly Sandwich[],
): Promise<Places> {
  const trades = sandwiches.flatMap(tradesOf);
  const places = new Map<string, PlacedTransaction>();
  const pools = [...new Set(trades.map(({ pool }) => pool))];
  type Row = [string, number, string, string | null, number | null];
  for (const positions of positionBatches(trades)) {
    const slots = positions.map(({ slot }) => slot);
    const rows = await queryRows<Row>(client, PLACED_SWAPS, {
      params: {
        pools,
        // In order, as `positionBatches` gives them.
        from_slot: slots[0],
        to_slot: slots.at(-1),
        slots,
        block_indexes: positions.map(({ blockIndex }) => blockIndex),
      },
      timeoutMs: QUERY_TIMEOUT_MS,
    });
    for (const [slot, blockIndex, signature, pohTick, blockTime] of rows)
      places.set(positionKey({ slot: Number(slot), blockIndex }), {
        signature,
        pohTick: pohTick === null ? null : Number(pohTick),
        blockTime,
      });
  }
  return places;
}

function tradesOf({ fronts, victims, backs, attempts }: Sandwich): (Swap | Attempt)[] {
  return [...fronts, ...victims.map(({ swap }) => swap), ...backs, ...attempts.map(({ attempt }) => attempt)];
}

function stateOf(
  sandwich: Sandwich,
  isFinal: boolean,
  places: Places,
  undecoded: readonly LegRow[],
): SandwichState {
  const legs: LegRow[] = [
    ...sandwich.fronts.map((swap) => legRow('front', swap, places)),
    ...sandwich.victims.map(({ swap, lossAmount, lossMethod }) => ({
      ...legRow('victim', swap, places),
      lossAmount,
      lossMethod,
    })),
    ...sandwich.backs.map((swap) => legRow('back', swap, places)),
    ...sandwich.attempts.map(({ attempt, side }) => legRow(`${side}_attempt`, attempt, places)),
  ];
  const known = new Set(legs.map(positionKey));
  return { sandwich, isFinal, legs: [...legs, ...undecoded.filter((leg) => !known.has(positionKey(leg)))] };
}

function legRow(role: LegRole, trade: Swap | Attempt, places: Places): LegRow {
  const place = places.get(positionKey(trade));
  if (place === undefined)
    throw new Error(`the swap at slot ${trade.slot}, index ${trade.blockIndex} is not stored`);
  const isSwap = 'traderIn' in trade;
  const direction = isSwap ? trade : trade.direction;
  return {
    slot: trade.slot,
    blockIndex: trade.blockIndex,
    outerIndex: trade.outerIndex,
    innerIndex: trade.innerIndex,
    partIndex: trade.partIndex,
    role,
    trader: trade.trader,
    ...place,
    dexName: trade.dexName,
    pool: trade.pool,
    signer: trade.feePayer,
    mintIn: direction?.mintIn ?? null,
    mintOut: direction?.mintOut ?? null,
    traderIn: isSwap ? trade.traderIn : 0n,
    traderOut: isSwap ? trade.traderOut : 0n,
    lossAmount: null,
    lossMethod: null,
  };
}

function legText(leg: LegKey): string {
  return [positionKey(leg), leg.outerIndex, leg.innerIndex, leg.partIndex, leg.role].join('.');
}
