import type { Block } from '@tickscope/chain';
import type { ExpectedIncident } from '@tickscope/testkit/expected-sandwiches';
import { expectedTrades } from '@tickscope/testkit/expected-trades';
import { address } from '@tickscope/testkit/traded-block';

interface Incident {
  attacker_signer: string;
  attacker_signature: string;
  slot: number;
  poh_tick_offset: string;
  interaction_type: string;
  pool_label: string;
  success: boolean;
  sandwich: { id: string; victim_loss: string | null };
}

/** The result of a wallet scan. */
export interface Scan {
  trades: {
    signature: string;
    slot: number;
    block_index: number;
    blockTime: number | null;
    success: boolean;
    pools: { pool_address: string; pool_label: string; dex_name: string }[];
    incidents: Incident[];
    sandwich_detected: boolean;
    verdict: string;
  }[];
  summary: Record<string, unknown>;
  truncated: boolean;
  covered: unknown;
  coverage: Record<string, unknown> | null;
}

/** The trades of a scan in the form of `expectedScan`. */
export function reportedTrades({ trades }: Pick<Scan, 'trades'>) {
  return trades.map(({ signature, slot, block_index, success, pools, incidents }) => ({
    signature,
    slot,
    block_index,
    success,
    pools: pools.map(({ pool_address }) => pool_address),
    incidents: incidents.map((incident) =>
      [
        incident.attacker_signature,
        incident.attacker_signer,
        incident.interaction_type,
        incident.poh_tick_offset,
        incident.success,
        incident.sandwich.id,
      ].join(' '),
    ),
  }));
}

/** Every trade of a wallet in the busy chain and every incident around it, computed from the blocks. */
export function expectedScan(blocks: readonly Block[], wallet: string, days: number, window: number) {
  return expectedTrades(blocks, address(wallet), days, window).map(({ blockIndex, incidents, ...trade }) => ({
    ...trade,
    block_index: blockIndex,
    incidents: incidents.map(line),
  }));
}

function line(incident: ExpectedIncident): string {
  return [
    incident.signature,
    incident.attacker,
    incident.isFront ? 'sandwich_frontrun' : 'sandwich_backrun',
    incident.offset,
    incident.success,
    incident.sandwich.id,
  ].join(' ');
}
