import type { Address } from '@tickscope/chain';
import type { SymbolOf } from '@tickscope/dex';
import type { Database, QueryContext } from '../../database.js';
import { readValidatorsAt, type ValidatorAt } from '../../reference/validator-snapshots.js';
import { readStoredSlots } from '../../transactions/stored-slots.js';
import type { TracedIncident } from '../incidents.js';
import { type Pool, poolOf } from '../pools.js';
import { percentOf, placeCounts } from '../tally.js';
import { timingOf } from '../timing.js';
import type { Scan, ScannedTrade } from '../wallet/scan-wallet.js';

/** Profiles what one wallet did to the trades of another, from a scan of the victim. */
export async function profileAttacker(
  database: Database,
  scan: Scan,
  attacker: Address,
  context: QueryContext,
) {
  const isOwn = ({ leg }: TracedIncident): boolean => leg.signer === attacker || leg.trader === attacker;
  const attacked = scan.trades
    .map((trade) => ({ trade, reported: incidentsWith(trade, isOwn) }))
    .filter(({ reported }) => reported.length > 0);
  const sandwiched = attacked.filter(({ reported }) => reported.some(({ incident }) => incident.success));
  const slots = sandwiched.map(({ trade }) => trade.slot);
  const leaders = await readStoredSlots(database, slots, context);
  const validatorAt = await readValidatorsAt(database, leaders.values(), context);
  const leaderAt = (slot: number): Address | null => leaders.get(slot) ?? null;
  const sandwiches = sandwichesOf(sandwiched, scan.symbolOf, leaderAt, validatorAt);
  const incidents = attacked.flatMap(({ reported }) => reported.map(({ incident }) => incident));
  const successful = scan.trades.filter(({ success }) => success);
  return {
    summary: {
      total_sandwiches: sandwiches.length,
      total_victim_dex_trades: scan.trades.length,
      victim_trades_sandwiched_pct: percentOf(sandwiched.length, successful.length),
      total_incidents: incidents.length,
    },
    timing: timingOf(
      incidents.filter(({ success }) => success).map(({ poh_tick_offset: offset }) => Number(offset)),
    ),
    ...placeCounts(sandwiches),
    trades: attacked.map(({ trade, reported }) => ({
      signature: trade.signature,
      slot: trade.slot,
      blockTime: trade.blockTime,
      incidents: reported.map(({ incident, leg }) => ({
        interaction_type: incident.interaction_type,
        poh_tick_offset: incident.poh_tick_offset,
        success: incident.success,
        attacker_signature: incident.attacker_signature,
        linked_wallet: isOwn({ incident, leg }) ? null : leg.trader,
        slot: incident.slot,
        pool_address: incident.pool_address,
        sandwich: incident.sandwich,
      })),
    })),
    linked_wallets: linkedWallets(sandwiches, attacker),
    truncated: scan.isTruncated,
    covered: scan.covered,
    coverage: scan.coverage,
  };
}

/**
 * The incidents around a trade that involve a wallet. For a sandwich with a leg of that wallet, these are all
 * of its incidents, including those of linked wallets, so that frontrun, backrun and their distance are
 * visible. For other sandwiches, they are the wallet's own failed attempts, which do not make it part of the
 * sandwich.
 */
function incidentsWith(trade: ScannedTrade, isOwn: (incident: TracedIncident) => boolean): TracedIncident[] {
  const own = trade.incidents.filter(isOwn);
  const sandwiches = new Set(own.filter(({ incident }) => incident.success).map(({ leg }) => leg.sandwichId));
  return trade.incidents.filter((it) => sandwiches.has(it.leg.sandwichId) || own.includes(it));
}

interface ProfiledSandwich {
  pool: Pool;
  /** The leader of the slot of its first victim here. */
  leader: Address | null;
  /** The leader's client at that slot. */
  client: string | null;
  /** The signers of its legs. */
  signers: string[];
}

/** Each sandwich once, at the victim's first trade in it. */
function sandwichesOf(
  attacked: readonly { trade: ScannedTrade; reported: TracedIncident[] }[],
  symbolOf: SymbolOf,
  leaderAt: (slot: number) => Address | null,
  validatorAt: ValidatorAt,
): ProfiledSandwich[] {
  const sandwiches = new Map<string, ProfiledSandwich>();
  // Trades come newest first.
  for (const { trade, reported } of [...attacked].reverse())
    for (const { incident, leg } of reported) {
      if (!incident.success || sandwiches.has(leg.sandwichId)) continue;
      const market = trade.markets.find(({ pool }) => pool === leg.pool);
      const leader = leaderAt(trade.slot);
      const all = trade.incidents.filter((other) => other.leg.sandwichId === leg.sandwichId);
      sandwiches.set(leg.sandwichId, {
        pool: poolOf(market ?? { pool: leg.pool, programId: '', mints: [] }, symbolOf),
        leader,
        client: validatorAt(leader, trade.slot).client,
        signers: all.flatMap((other) => (other.incident.success ? [other.leg.signer, other.leg.trader] : [])),
      });
    }
  return [...sandwiches.values()];
}

function linkedWallets(sandwiches: readonly ProfiledSandwich[], attacker: Address): string[] {
  return [...new Set(sandwiches.flatMap(({ signers }) => signers))].filter((it) => it !== attacker).sort();
}
