import { groupBy, positionKey, rangeAround, type Signature, type TxPosition } from '@tickscope/chain';
import type { SymbolOf } from '@tickscope/dex';
import {
  type Coverage,
  isDetectionComplete,
  type RangeContents,
  readManyCoverages,
  readManyRanges,
} from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { readSymbols } from '../reference/token-symbols.js';
import { findPositions } from '../transactions/find-positions.js';
import { type FoundTransaction, readFound } from '../transactions/find-transaction.js';
import { reportedTick } from '../transactions/reported-tick.js';
import { type Incident, incidentsOf } from './incidents.js';
import { lossTotals } from './loss-totals.js';
import { poolOf, poolsOf } from './pools.js';
import {
  readStoredSandwiches,
  type StoredSandwiches,
  type VictimsAndSandwiches,
} from './stored-sandwiches.js';
import { verdictOf } from './verdict.js';

type SandwichCheck = ReturnType<typeof resultsOf>[number];

/** A stored transaction, and how much of the slots around it is stored. */
export interface LocatedTransaction {
  transaction: FoundTransaction;
  coverage: Coverage;
  /** The slots around it are stored, and detection has run over them. */
  isWindowKnown: boolean;
}

/**
 * Checks whether transactions were sandwiched, and by whom, from the stored sandwiches. A sandwich counts if
 * all of its legs lie within `window` slots of the transaction. Stored sandwiches span at most 20 slots.
 *
 * @param signatures base58; the results are in their order
 */
export async function checkFromTables(
  database: Database,
  signatures: readonly Signature[],
  window: number,
  context: QueryContext,
) {
  const { located, stored, symbolOf } = await locate(database, signatures, window, context);
  const transactions = [...located.values()].map(({ transaction }) => transaction);
  return resultsOf(
    signatures,
    { located, stored, symbolOf },
    incidentsByPosition(transactions, stored, window),
  );
}

export interface LocatedTransactions {
  /** By signature. */
  located: Map<string, LocatedTransaction>;
  /** The stored sandwiches around the transactions. */
  stored: StoredSandwiches;
  /** Displays the mints that they traded. */
  symbolOf: SymbolOf;
}

/**
 * Finds the transactions of those signatures that are stored in whole blocks, and the stored sandwiches around
 * them.
 */
export async function locate(
  database: Database,
  signatures: readonly Signature[],
  window: number,
  context: QueryContext,
): Promise<LocatedTransactions> {
  const positions = await findPositions(database, signatures, context);
  const mintsOf = ({ markets }: FoundTransaction): string[] => markets.flatMap(({ mints }) => mints);
  const reading = readFound(database, positions, signatures, context);
  const [{ contents, coverages, stored }, versions, symbolOf] = await Promise.all([
    readInOrder(database, positions, window, context),
    reading,
    reading.then((found) => readSymbols(database, found.flatMap(mintsOf), context)),
  ]);
  const located = new Map<string, LocatedTransaction>();
  const places = new Map(positions.map((position, at) => [positionKey(position), at]));
  for (const transaction of versions) {
    const { slot, signature } = transaction;
    const at = places.get(positionKey(transaction))!;
    // Takes the newest version whose block is stored whole.
    if (located.has(signature) || !contents[at]!.readable.has(slot)) continue;
    const isWindowKnown = isDetectionComplete(contents[at]!);
    located.set(signature, { transaction, coverage: coverages[at]!, isWindowKnown });
  }
  return { located, stored, symbolOf };
}

interface Surroundings {
  /** Both in the order of the positions. */
  contents: RangeContents[];
  coverages: Coverage[];
  stored: StoredSandwiches;
}

/**
 * Reads what is stored and detected around some positions before it reads the sandwiches. A block that is
 * detected in between then counts as undetected. In the reverse order its sandwiches would be missed, and the
 * answer would claim that there are none.
 */
async function readInOrder(
  database: Database,
  positions: readonly TxPosition[],
  window: number,
  context: QueryContext,
): Promise<Surroundings> {
  const ranges = positions.map(({ slot }) => rangeAround(slot, window));
  const contents = await readManyRanges(database, ranges, context);
  const whole = positions.filter(({ slot }, at) => contents[at]!.readable.has(slot));
  const [coverages, stored] = await Promise.all([
    readManyCoverages(database, ranges, contents, context),
    readStoredSandwiches(database, whole, window, context),
  ]);
  return { contents, coverages, stored };
}

/** The incidents of transactions, by position. */
export function incidentsByPosition(
  transactions: readonly FoundTransaction[],
  { victims, ...sandwiches }: VictimsAndSandwiches,
  window: number,
): Map<string, Incident[]> {
  const victimsAt = groupBy(victims, positionKey);
  return new Map(
    transactions.map((tx) => {
      const own = incidentsOf(tx, victimsAt.get(positionKey(tx)) ?? [], sandwiches, window);
      return [positionKey(tx), own.map(({ incident }) => incident)];
    }),
  );
}

export function resultsOf(
  signatures: readonly Signature[],
  { located, stored, symbolOf }: LocatedTransactions,
  incidents: ReadonlyMap<string, Incident[]>,
) {
  return signatures.map((signature) => {
    const found = located.get(signature);
    if (found === undefined) return unknownTransaction(signature);
    const { transaction, isWindowKnown } = found;
    const key = positionKey(transaction);
    const own = incidents.get(key) ?? [];
    const wider = stored.leastWindows.get(key);
    const isSandwiched = own.some(({ success }) => success);
    return {
      ...describeTransaction(transaction, symbolOf),
      incidents: own,
      roles: stored.roles.get(key) ?? [],
      sandwich_detected: isSandwiched,
      // A block without metadata does not say what its transactions did.
      verdict: verdictOf(isSandwiched, isWindowKnown && transaction.success !== null),
      wider_match: isSandwiched || wider === undefined ? null : { slot_range: wider },
      coverage: found.coverage,
    };
  });
}

export function summaryOf(results: readonly SandwichCheck[], window: number) {
  return {
    total_checked: results.length,
    total_found: results.filter(({ found }) => found).length,
    total_sandwich_attacks: results.filter(({ sandwich_detected: detected }) => detected).length,
    slot_range_used: window,
    ...lossTotals(results),
  };
}

/** The result for a transaction that is not stored. */
function unknownTransaction(signature: Signature) {
  return {
    signature,
    found: false,
    slot: null,
    poh_tick: null,
    signer: null,
    pools: [],
    incidents: [],
    roles: [],
    sandwich_detected: false,
    verdict: verdictOf(false, false),
    wider_match: null,
    success: null,
    coverage: null,
  };
}

function describeTransaction(tx: FoundTransaction, symbolOf: SymbolOf) {
  return {
    signature: tx.signature,
    found: true,
    slot: tx.slot,
    poh_tick: String(reportedTick(tx.slot, tx.pohTick)),
    signer: tx.signer,
    pools: poolsOf(tx.markets, (market) => poolOf(market, symbolOf)),
    success: tx.success,
  };
}
