import { type Block, pubkeyFromBase58 } from '@tickscope/chain';
import { ChainOfTrades } from './chain-of-trades.js';
import { Random } from './random.js';
import { address, tradedBlock } from './traded-block.js';
import { got, TradingPool } from './trading-pool.js';

/** Block times are the slot plus a constant: a day has as many slots as seconds. */
export const DAY_SLOTS = 86_400;
export const NEWEST = 500_000;

/** The slots in which `alice` trades besides the busy ones: at the edges of one and of four days, and just outside. */
export const EDGE_SLOTS = [1, 4].flatMap((days) => [
  NEWEST - days * DAY_SLOTS - 1,
  NEWEST - days * DAY_SLOTS,
]);

const PAID = 100_000_000n;
const BOBS_SLOT = NEWEST - 100;

/**
 * `alice` trades in 500 transactions and `bob` in one, with six others in four pools, on 260 slots up to the
 * newest. `mallory` sandwiches them in one slot or over a few, splits legs and fails; `muriel` sometimes sells
 * for her. Leaders change every four slots; some slots were skipped, and some blocks are missing.
 */
export function makeBusyChain(): Block[] {
  const random = new Random(11);
  const chain = new ChainOfTrades();
  const pools = Array.from({ length: 4 }, (_, at) => new TradingPool(`pool ${at}`));
  const edges = [...EDGE_SLOTS]
    .sort((left, right) => left - right)
    .map((slot) => tradedBlock(slot, [pools[0]!.swap('alice', 'A', PAID)]));
  let alices = EDGE_SLOTS.length;
  const alice = (slot: number): string => {
    if (slot !== MISSING_SLOT) alices += 1;
    return 'alice';
  };
  const someone = (slot: number): string =>
    alices < 480 && random.chance(5, 6) ? alice(slot) : `trader ${random.below(6)}`;
  const holds: { slot: number; pool: TradingPool; amount: bigint }[] = [];
  const first = NEWEST - 259;
  for (let slot = first; slot <= NEWEST; slot += 1) {
    if (random.chance(1, 20) && ![first, BOBS_SLOT, NEWEST].includes(slot)) continue;
    // Adds a block even where there is no trade.
    chain.add(slot);
    const pool = pools[random.below(pools.length)]!;
    for (let trade = 0; trade < 2; trade += 1) {
      const from = random.chance(1, 2) ? 'A' : 'B';
      if (random.chance(1, 30)) {
        const trader = someone(slot);
        chain.add(slot, { does: 'attempt', trader, pool: pool.name });
      } else chain.add(slot, pool.swap(someone(slot), from, PAID + BigInt(random.below(100_000_000))));
    }
    for (const held of holds.filter((it) => it.slot <= slot)) {
      holds.splice(holds.indexOf(held), 1);
      chain.add(slot, held.pool.swap('mallory', 'B', held.amount));
    }
    if (!random.chance(1, 3) && slot !== BOBS_SLOT) continue;
    const target = pools[random.below(pools.length)]!;
    if (random.chance(1, 4)) chain.add(slot, { does: 'abort', trader: 'mallory', pool: target.name });
    const front = target.swap('mallory', 'A', PAID);
    chain.add(slot, front, target.swapToLimit(slot === BOBS_SLOT ? 'bob' : someone(slot), 'A', 3n * PAID));
    if (random.chance(1, 4)) chain.add(slot, target.swapToLimit(someone(slot), 'A', 2n * PAID));
    if (random.chance(1, 4)) chain.add(slot, { does: 'attempt', trader: 'mallory', pool: target.name });
    if (random.chance(1, 4))
      holds.push({ slot: slot + 1 + random.below(3), pool: target, amount: got(front) });
    else if (random.chance(1, 5))
      chain.add(
        slot,
        { does: 'transfer', from: 'mallory', to: 'muriel', amount: got(front) },
        target.swap('muriel', 'B', got(front)),
      );
    else chain.add(slot, target.swap('mallory', 'B', got(front)));
  }
  while (alices < 500) chain.add(NEWEST, pools[0]!.swap(alice(NEWEST), 'B', PAID));
  return [...edges, ...chain.blocks()]
    .filter(({ slot }) => slot !== MISSING_SLOT)
    .map((block) => ({ ...block, leader: pubkeyFromBase58(leaderOf(block.slot)) }));
}

/** A block of this chain that is missing. */
export const MISSING_SLOT = NEWEST - 201;

/** Base58. */
export function leaderOf(slot: number): string {
  return address(`leader ${Math.floor(slot / 4) % 3}`);
}
