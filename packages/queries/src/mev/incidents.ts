import { comparePositions, type Signature, type TxPosition } from '@tickscope/chain';
import type { LimitAge } from '@tickscope/sandwich';
import type { components } from '@tickscope/schemas';
import { reportedTick } from '../transactions/reported-tick.js';

export type Incident = components['schemas']['SandwichIncident'];

/** A sandwich that has a transaction as victim. */
export interface VictimLeg extends TxPosition {
  sandwichId: string;
  firstSlot: number;
  lastSlot: number;
  lossAmount: string | null;
  lossMethod: string | null;
  slippageUse: number | null;
  limitAge: LimitAge | null;
}

/** An attacker's action: a leg of a sandwich, or a failed attempt around it. */
export interface AttackLeg extends TxPosition {
  sandwichId: string;
  role: 'front' | 'back' | 'front_attempt' | 'back_attempt';
  /** Null: the block's entries are not known. */
  pohTick: number | null;
  /** All base58. */
  signer: string;
  trader: string;
  signature: Signature;
  pool: string;
}

export type Evidence = Omit<
  Incident['sandwich'],
  'victim_loss' | 'loss_method' | 'slippage_use' | 'limit_age'
>;

/** The legs and the evidence of some sandwiches, by id. */
export interface Sandwiches {
  legs: ReadonlyMap<string, readonly AttackLeg[]>;
  evidence: ReadonlyMap<string, Evidence>;
}

export interface TracedIncident {
  incident: Incident;
  leg: AttackLeg;
}

/** The incidents around a transaction, in the chain's order. */
export function incidentsOf(
  tx: TxPosition & { pohTick: number | null },
  victims: readonly VictimLeg[],
  { legs, evidence }: Sandwiches,
  window: number,
): TracedIncident[] {
  const incidents: TracedIncident[] = [];
  // A transaction that swaps twice may be a victim of the same sandwich twice: each leg is reported once.
  const seen = new Set<string>();
  for (const { sandwichId, lossAmount, lossMethod, slippageUse, limitAge } of victims) {
    const sandwich = evidence.get(sandwichId);
    if (sandwich === undefined || seen.has(sandwichId)) continue;
    seen.add(sandwichId);
    const whole = {
      ...sandwich,
      victim_loss: lossAmount,
      loss_method: lossMethod,
      slippage_use: slippageUse,
      limit_age: limitAge,
    };
    for (const leg of legs.get(sandwichId) ?? []) {
      const key = [sandwichId, leg.role, leg.slot, leg.blockIndex].join('/');
      if (Math.abs(leg.slot - tx.slot) > window || seen.has(key)) continue;
      seen.add(key);
      incidents.push({ incident: incidentOf(tx, leg, whole), leg });
    }
  }
  return incidents.sort((a, b) => comparePositions(a.leg, b.leg));
}

function incidentOf(
  tx: TxPosition & { pohTick: number | null },
  leg: AttackLeg,
  sandwich: Incident['sandwich'],
): Incident {
  const isAttempt = leg.role.endsWith('_attempt');
  // Legs are classified by role, failed attempts by position only.
  const isFront = isAttempt ? comparePositions(leg, tx) < 0 : leg.role === 'front';
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
    sandwich,
  };
}

/** Groups items by key; each group keeps the order given. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
