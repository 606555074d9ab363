import { dexOfProgram, poolLabel, shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import { readCoverage, readStoredRange } from '../coverage/read-coverage.js';
import type { Database } from '../database/database.js';
import { toInteger, toIntegerOrNull } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import {
  type FoundTransaction,
  findTransactions,
  type TradedMarket,
} from '../transactions/find-transaction.js';
import { reportedTick } from '../transactions/reported-tick.js';

type SandwichCheck = components['schemas']['SandwichCheck'];
type Incident = components['schemas']['SandwichIncident'];
type Pool = components['schemas']['Pool'];

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const VICTIM_LEGS = query('victim-legs');
const ATTACK_LEGS = query('attack-legs');
const BRACKET_EVIDENCE = query('bracket-evidence');

/** Failed attempts are stored up to so many slots around the victims. */
const ATTEMPT_WINDOW_SLOTS = 10;

/**
 * Whether transactions were sandwiched, by whom, from the brackets that were found when the blocks came: those whose
 * legs all lie within `window` slots (0 to 10) of the transaction.
 *
 * @param signatures base58; the results are in their order
 */
export async function checkFromTables(
  database: Database,
  signatures: readonly string[],
  window: number,
  context: QueryContext,
): Promise<SandwichCheck[]> {
  const copies = await findTransactions(database, signatures, context);
  const results = signatures.map(async (signature) => {
    const own = copies.filter((copy) => copy.signature === signature);
    for (const transaction of own) {
      const [from, to] = [Math.max(0, transaction.slot - window), transaction.slot + window];
      const { contents } = await readStoredRange(database, from, to, context);
      if (!contents.readable.has(transaction.slot)) continue;
      return { transaction, coverage: await readCoverage(database, from, to, contents, context) };
    }
    return null;
  });
  const found = await Promise.all(results);
  const incidents = await readIncidents(
    database,
    found.flatMap((result) => (result === null ? [] : [result.transaction])),
    window,
    context,
  );
  return signatures.map((signature, at) => {
    const result = found[at] ?? null;
    if (result === null) return unknownTransaction(signature);
    const { transaction, coverage } = result;
    const own = incidents.get(positionOf(transaction)) ?? [];
    return {
      ...describeTransaction(transaction),
      incidents: own,
      sandwich_detected: own.length > 0,
      coverage,
    };
  });
}

/** What the results say of a transaction that nobody stored. */
function unknownTransaction(signature: string): SandwichCheck {
  return {
    signature,
    found: false,
    slot: null,
    poh_tick: null,
    signer: null,
    pools: [],
    incidents: [],
    sandwich_detected: false,
    success: null,
    coverage: null,
  };
}

export function describeTransaction(
  tx: FoundTransaction,
): Omit<SandwichCheck, 'incidents' | 'sandwich_detected' | 'coverage'> {
  return {
    signature: tx.signature,
    found: true,
    slot: tx.slot,
    poh_tick: String(reportedTick(tx.slot, tx.pohTick)),
    signer: tx.signer,
    pools: poolsOf(tx.markets),
    success: tx.success,
  };
}

/** Each pool once, in the order in which the transaction came to them. */
export function poolsOf(markets: readonly TradedMarket[]): Pool[] {
  const pools = new Map<string, Pool>();
  for (const { pool, programId, mints } of markets) {
    if (pools.has(pool)) continue;
    const dexName = dexOfProgram(programId)?.name ?? shortAddress(programId);
    pools.set(pool, { pool_address: pool, pool_label: poolLabel(mints, dexName), dex_name: dexName });
  }
  return [...pools.values()];
}

interface VictimLeg {
  victim: string;
  bracketId: string;
  firstSlot: number;
  lastSlot: number;
  lossAmount: string | null;
  lossMethod: string | null;
}

interface AttackLeg {
  bracketId: string;
  role: 'front' | 'back' | 'front_attempt' | 'back_attempt';
  slot: number;
  blockIndex: number;
  pohTick: number | null;
  signer: string;
  trader: string;
  signature: string;
  pool: string;
}

type Evidence = Omit<Incident['bracket'], 'victim_loss' | 'loss_method'>;

/** The incidents of each transaction, by its position, in the chain's order. */
async function readIncidents(
  database: Database,
  transactions: readonly FoundTransaction[],
  window: number,
  context: QueryContext,
): Promise<Map<string, Incident[]>> {
  const incidents = new Map<string, Incident[]>();
  if (transactions.length === 0) return incidents;
  const victims = (await readVictimLegs(database, transactions, context)).filter(
    ({ victim, firstSlot, lastSlot }) => isWithin(slotOf(victim), firstSlot, lastSlot, window),
  );
  if (victims.length === 0) return incidents;
  const [legs, evidence] = await Promise.all([
    readAttackLegs(database, victims, context),
    readEvidence(database, victims, context),
  ]);
  const byPosition = new Map(transactions.map((tx) => [positionOf(tx), tx]));
  for (const [position, tx] of byPosition)
    incidents.set(
      position,
      incidentsOf(
        tx,
        victims.filter(({ victim }) => victim === position),
        legs,
        evidence,
        window,
      ),
    );
  return incidents;
}

/** Rule 7: a victim counts at a window when every leg lies within it. */
function isWithin(slot: number, firstSlot: number, lastSlot: number, window: number): boolean {
  return slot - firstSlot <= window && lastSlot - slot <= window;
}

/** A transaction that swaps twice may be twice a victim of one bracket: each leg is told once. */
function incidentsOf(
  tx: FoundTransaction,
  victims: readonly VictimLeg[],
  legs: readonly AttackLeg[],
  evidence: ReadonlyMap<string, Evidence>,
  window: number,
): Incident[] {
  const told = new Set<string>();
  const incidents: Incident[] = [];
  for (const leg of legs) {
    const victim = victims.find(({ bracketId }) => bracketId === leg.bracketId);
    const bracket = evidence.get(leg.bracketId);
    const key = [leg.bracketId, leg.role, leg.slot, leg.blockIndex].join('/');
    if (victim === undefined || bracket === undefined || told.has(key)) continue;
    if (Math.abs(leg.slot - tx.slot) > window) continue;
    told.add(key);
    incidents.push(
      incidentOf(tx, leg, { ...bracket, victim_loss: victim.lossAmount, loss_method: victim.lossMethod }),
    );
  }
  return incidents;
}

function incidentOf(tx: FoundTransaction, leg: AttackLeg, bracket: Incident['bracket']): Incident {
  const isAttempt = leg.role.endsWith('_attempt');
  // A leg of a bracket is a front by what it did; of an attempt only its place tells.
  const isBefore = leg.slot < tx.slot || (leg.slot === tx.slot && leg.blockIndex < tx.blockIndex);
  const isFront = isAttempt ? isBefore : leg.role === 'front';
  const tick = reportedTick(leg.slot, leg.pohTick);
  return {
    attacker_signer: leg.signer,
    attacker_signature: leg.signature,
    slot: leg.slot,
    block_index: leg.blockIndex,
    poh_tick: String(tick),
    poh_tick_offset: String(tick - reportedTick(tx.slot, tx.pohTick)),
    interaction_type: isFront ? 'sandwich_frontrun' : 'sandwich_backrun',
    pool_address: leg.pool,
    success: !isAttempt,
    bracket,
  };
}

async function readVictimLegs(
  database: Database,
  transactions: readonly FoundTransaction[],
  context: QueryContext,
): Promise<VictimLeg[]> {
  type Row = [string, number, string, string, string, string, string | null, string | null];
  const positions = transactions.map(({ slot, blockIndex }) => `(${slot},${blockIndex})`);
  const rows = await database.rows<Row>(VICTIM_LEGS, { positions: `[${positions.join(',')}]` }, context);
  return rows.map(([slot, blockIndex, bracketId, firstSlot, lastSlot, , lossAmount, lossMethod]) => ({
    victim: positionOf({ slot: toInteger(slot), blockIndex }),
    bracketId,
    firstSlot: toInteger(firstSlot),
    lastSlot: toInteger(lastSlot),
    lossAmount,
    lossMethod,
  }));
}

async function readAttackLegs(
  database: Database,
  victims: readonly VictimLeg[],
  context: QueryContext,
): Promise<AttackLeg[]> {
  type Row = [string, AttackLeg['role'], string, number, string | null, string, string, string, string];
  const slots = new Set<number>();
  for (const { firstSlot, lastSlot } of victims)
    for (let slot = firstSlot - ATTEMPT_WINDOW_SLOTS; slot <= lastSlot + ATTEMPT_WINDOW_SLOTS; slot += 1)
      if (slot >= 0) slots.add(slot);
  const ids = [...new Set(victims.map(({ bracketId }) => bracketId))];
  const rows = await database.rows<Row>(ATTACK_LEGS, { slots: [...slots], ids }, context);
  return rows.map(([bracketId, role, slot, blockIndex, pohTick, signer, trader, signature, pool]) => ({
    bracketId,
    role,
    slot: toInteger(slot),
    blockIndex,
    pohTick: toIntegerOrNull(pohTick),
    signer,
    trader,
    signature,
    pool,
  }));
}

async function readEvidence(
  database: Database,
  victims: readonly VictimLeg[],
  context: QueryContext,
): Promise<Map<string, Evidence>> {
  type Row = [
    id: string,
    confidence: 'exact' | 'loose',
    basis: string | null,
    link: string,
    linkAddress: string,
    quantityRatio: number,
    mintIn: string,
    mintOut: string,
    gross: string,
    net: string | null,
    isFinal: boolean,
    victimCount: number,
    revision: number,
  ];
  const params = {
    first_slots: [...new Set(victims.map(({ firstSlot }) => firstSlot))],
    ids: [...new Set(victims.map(({ bracketId }) => bracketId))],
  };
  const rows = await database.rows<Row>(BRACKET_EVIDENCE, params, context);
  return new Map(
    rows.map(
      ([id, confidence, basis, link, linkAddress, quantityRatio, mintIn, mintOut, gross, net, ...rest]) => [
        id,
        {
          id,
          confidence,
          basis,
          link,
          link_address: linkAddress,
          quantity_ratio: quantityRatio,
          mint_in: mintIn,
          mint_out: mintOut,
          gross,
          net,
          is_final: rest[0],
          victim_count: rest[1],
          revision: rest[2],
        },
      ],
    ),
  );
}

function positionOf({ slot, blockIndex }: { slot: number; blockIndex: number }): string {
  return `${slot}/${blockIndex}`;
}

function slotOf(position: string): number {
  return Number(position.slice(0, position.indexOf('/')));
}
