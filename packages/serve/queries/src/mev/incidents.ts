import { comparePositions, groupBy, type TxPosition } from '@tickscope/chain';
import type { RowOf } from '@tickscope/store';
import { victimLossOf } from '../amounts/loss.js';
import { reportedTick } from '../transactions/reported-tick.js';
import type { KnownSandwich } from './sandwich-evidence.js';
import type { LEG_COLUMNS, VICTIM_COLUMNS } from './sandwich-rows.js';

export type Incident = ReturnType<typeof incidentOf>;

/** A sandwich that has a transaction as victim. */
export interface VictimLeg extends TxPosition, RowOf<typeof VICTIM_COLUMNS> {
  sandwichId: string;
}

/** An attacker's action: a leg of a sandwich, or a failed attempt around it. */
export interface AttackLeg extends RowOf<typeof LEG_COLUMNS> {
  sandwichId: string;
  role: 'front' | 'back' | 'front_attempt' | 'back_attempt';
}

/** The legs and the evidence of some sandwiches, by id. */
export interface Sandwiches {
  legs: ReadonlyMap<string, readonly AttackLeg[]>;
  evidence: ReadonlyMap<string, KnownSandwich>;
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
  const seen = new Set<string>();
  for (const [sandwichId, swaps] of groupBy(victims, (victim) => victim.sandwichId)) {
    const sandwich = evidence.get(sandwichId);
    if (sandwich === undefined) continue;
    const whole = withHarm(sandwich, swaps);
    for (const leg of legs.get(sandwichId) ?? []) {
      const key = [sandwichId, leg.role, leg.slot, leg.blockIndex].join('/');
      if (Math.abs(leg.slot - tx.slot) > window || seen.has(key)) continue;
      seen.add(key);
      incidents.push({ incident: incidentOf(tx, leg, whole), leg });
    }
  }
  return incidents.sort((a, b) => comparePositions(a.leg, b.leg));
}

/** A transaction that swaps twice may be a victim of the same sandwich twice: it lost the sum. */
function withHarm({ evidence, tokenOf }: KnownSandwich, swaps: readonly VictimLeg[]) {
  const pair = { mintIn: evidence.mint_in, mintOut: evidence.mint_out };
  const { slippageUse, limitAge } = swaps[0]!;
  // A sum with a lower bound in it is one.
  const { lossMethod } = swaps.find(({ lossMethod: method }) => method === 'front_rate') ?? swaps[0]!;
  return {
    ...evidence,
    ...victimLossOf(swaps, pair, tokenOf),
    loss_method: lossMethod,
    slippage_use: slippageUse,
    limit_age: limitAge,
  };
}

export function sideOf(isFront: boolean): 'frontrun' | 'backrun' {
  return isFront ? 'frontrun' : 'backrun';
}

function incidentOf(
  tx: TxPosition & { pohTick: number | null },
  leg: AttackLeg,
  sandwich: ReturnType<typeof withHarm>,
) {
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
    interaction_type: `sandwich_${sideOf(isFront)}` as const,
    pool_address: leg.pool,
    success: !isAttempt,
    sandwich,
  };
}
