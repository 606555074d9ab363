import { type Block, toBase58 } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches, type Sandwich, victimsAtWindow } from '@tickscope/sandwich';
import { signatureAt } from './chain-of-trades.js';

/** An expected incident, computed by the detector over the whole chain and from the blocks themselves. */
export interface ExpectedIncident {
  victim: { slot: number; blockIndex: number; trader: string };
  sandwich: Sandwich;
  attacker: string;
  slot: number;
  blockIndex: number;
  signature: string;
  isFront: boolean;
  success: boolean;
  /** In these blocks all transactions come before their slot's own ticks. */
  offset: number;
}

const ATTEMPTS_WITHIN = 10;

/**
 * The incidents of every victim at a window, in the chain's order; each leg of a sandwich once per victim
 * transaction.
 */
export function expectedIncidents(blocks: readonly Block[], window: number): ExpectedIncident[] {
  const sandwiches = detectSandwiches(blocks.map(extractBlockTrades)).filter(
    ({ confidence }) => confidence !== 'suspected',
  );
  const incidents = sandwiches.flatMap((sandwich) => {
    const { fronts, backs, victims } = sandwich;
    const failures = failedTransactions(blocks, sandwich);
    const [from, to] = [victims[0]!.swap.slot - ATTEMPTS_WITHIN, victims.at(-1)!.swap.slot + ATTEMPTS_WITHIN];
    return victimsAtWindow(sandwich, window).flatMap(({ swap: victim }): ExpectedIncident[] => {
      const made = (
        { slot, blockIndex, feePayer }: { slot: number; blockIndex: number; feePayer: string },
        isFront: boolean,
        success: boolean,
      ): ExpectedIncident => ({
        victim,
        sandwich,
        attacker: feePayer,
        slot,
        blockIndex,
        signature: signatureAt(blocks, slot, blockIndex),
        isFront,
        success,
        offset: (slot - victim.slot) * 64,
      });
      return [
        ...fronts.map((leg) => made(leg, true, true)),
        ...backs.map((leg) => made(leg, false, true)),
        ...failures
          .filter(({ slot }) => slot >= from && slot <= to && Math.abs(slot - victim.slot) <= window)
          .map((failed) => made(failed, isBefore(failed, victim), false)),
      ];
    });
  });
  return incidents.sort((a, b) => a.slot - b.slot || a.blockIndex - b.blockIndex);
}

/** The failed transactions of a sandwich's attackers that name its pool. */
function failedTransactions(blocks: readonly Block[], { pool, attackers }: Sandwich) {
  return blocks.flatMap(({ slot, transactions }) =>
    transactions
      .filter(({ meta }) => meta?.error != null)
      .map(({ index, staticKeys }) => ({ slot, blockIndex: index, keys: staticKeys.map(toBase58) }))
      .filter(({ keys }) => attackers.includes(keys[0]!) && keys.includes(pool))
      .map(({ keys, ...position }) => ({ ...position, feePayer: keys[0]! })),
  );
}

export function isBefore(
  left: { slot: number; blockIndex: number },
  right: { slot: number; blockIndex: number },
): boolean {
  return left.slot < right.slot || (left.slot === right.slot && left.blockIndex < right.blockIndex);
}
