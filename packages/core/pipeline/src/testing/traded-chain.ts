import type { Block } from '@tickscope/chain';
import type { Sandwich } from '@tickscope/sandwich';
import { Random } from '@tickscope/testkit/random';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { type Trade, tradedBlock } from '@tickscope/testkit/traded-block';

/**
 * Builds a chain with a fixed-rate pool in which three attackers and six other wallets trade: sandwiches within one
 * slot and across several, split and suspected ones. Some slots are skipped.
 */
export function makeChain(seed: number, slots = 100, firstSlot = 2_001): Block[] {
  const random = new Random(seed);
  const blocks: Block[] = [];
  let parent = firstSlot - 1;
  for (let slot = firstSlot; slot < firstSlot + slots; slot += 1) {
    if (random.chance(1, 12)) continue;
    const trades: Trade[] = [];
    const swap = (trader: string, from: 'A' | 'B', paid: bigint, got: bigint, pool: string): void => {
      trades.push({ does: 'swap', trader, from, paid, got, pool });
    };
    for (let count = random.below(4); count > 0; count -= 1) {
      const pool = random.pick(['pool', 'other']);
      const attacker = random.pick(['mallory', 'mordred', 'morgana']);
      const size = BigInt(1_000_000 + random.below(1_000_000));
      if (random.chance(1, 2)) swap(attacker, 'A', size, 2n * size, pool);
      if (random.chance(1, 4)) trades.push({ does: 'attempt', trader: attacker, pool });
      for (let victims = random.below(3); victims > 0; victims -= 1) {
        const victim = random.pick(['alice', 'bob', 'carol', 'dave', 'erin', 'frank']);
        const paid = BigInt(10_000 + random.below(2_000_000));
        const got = paid * 2n - paid / 50n;
        // Victims get the least that they would take.
        if (random.chance(2, 3))
          trades.push({ does: 'swap', trader: victim, from: 'A', paid, got, pool, least: got });
        else swap(victim, 'B', paid, paid / 2n, pool);
      }
      if (random.chance(1, 2)) swap(attacker, 'B', 2n * size, size + size / 100n, pool);
      if (random.chance(1, 8))
        trades.push({ does: 'transfer', from: attacker, to: 'mallory', amount: 2n * size });
    }
    blocks.push(tradedBlock(slot, trades, parent));
    parent = slot;
  }
  return blocks;
}

export interface SandwichRow {
  id: string;
  /** By the record of then. */
  confidence: string;
  reason: string | null;
  final: boolean;
  q: number;
  gross: string;
  legs: string[];
  /** Records that have it as a round trip: address, slot, pool, whether it gained and was aimed. */
  records: string[];
}

/** The expected table rows: the detector's result over all blocks at once. */
export function expectedRows(sandwiches: readonly Sandwich[], head: number): SandwichRow[] {
  return sandwiches.map((sandwich) => ({
    id: sandwich.id,
    confidence: sandwich.confidence,
    reason: sandwich.reason,
    final: sandwich.lastSlot + 20 <= head,
    q: sandwich.quantityRatio,
    gross: String(sandwich.gross),
    legs: [
      ...sandwich.fronts.map((swap) => `${swap.slot}.${swap.blockIndex} front`),
      ...sandwich.victims.map(
        ({ swap, lossAmount }) => `${swap.slot}.${swap.blockIndex} victim ${lossAmount ?? '-'}`,
      ),
      ...sandwich.backs.map((swap) => `${swap.slot}.${swap.blockIndex} back`),
    ].sort(),
    records: recordsOf(sandwich),
  }));
}

/** No sandwich of these chains is by a private program. */
function recordsOf(sandwich: Sandwich): string[] {
  const { attackers, linkAddress, pool, backPool, quantityRatio, lastSlot, net, gross, isAimed } = sandwich;
  if (pool !== backPool || Math.abs(quantityRatio - 1) > 0.01) return [];
  const facts = [lastSlot, pool, (net ?? gross) > 0n, isAimed].join(' ');
  return [...new Set([...attackers, linkAddress])].map((address) => `${address} ${facts}`).sort();
}

/** The sandwiches in the tables. */
export async function storedSandwiches(client: TestConnection): Promise<SandwichRow[]> {
  const result = await client.query({
    query: `
      SELECT bracket_id AS id, any(s.confidence_then) AS confidence, any(s.reason_then) AS reason, any(is_final) AS final,
        any(quantity_ratio) AS q, toString(any(gross)) AS gross, arraySort(groupArray(leg)) AS legs,
        any(r.records) AS records
      FROM (SELECT * FROM sandwiches FINAL) AS s
      INNER JOIN
      (
        SELECT bracket_id, concat(toString(slot), '.', toString(block_index), ' ', toString(role),
          if(role = 'victim', concat(' ', ifNull(toString(loss_amount), '-')), '')) AS leg
        FROM sandwich_legs_text WHERE role IN ('front', 'victim', 'back')
      ) AS l USING bracket_id
      LEFT JOIN
      (
        SELECT bracket_id, arraySort(groupArray(concat(
          base58Encode(address), ' ', last_slot, ' ', base58Encode(pool), ' ', gained, ' ', aimed))) AS records
        FROM actor_trips FINAL
        GROUP BY bracket_id
      ) AS r USING bracket_id
      GROUP BY bracket_id, first_slot
      ORDER BY first_slot, arrayMap(x -> toUInt32(if(x = '-1', '0', x)), splitByChar('.', bracket_id))`,
    format: 'JSONEachRow',
  });
  return result.json<SandwichRow>();
}
