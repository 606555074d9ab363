import { address } from '../address.js';
import { inputFor } from '../fill.js';
import type { FlowPool } from '../pool.js';
import type { Random } from '../random.js';
import { type Cost, FREE } from '../transaction.js';
import type { World } from '../world.js';
import type { Crowd } from './crowd.js';

const LAMPORTS = 1e9;

/** Wallets of one owner that fake volume: each buys the same amount of a token and sells it again, in turn. */
interface Ring {
  pool: FlowPool;
  wallets: string[];
  /** Tokens per trade. */
  amount: bigint;
  cost: Cost;
  holding: Set<string>;
  nextBurst: number;
  burstSlots: number;
}

export function makeRings(crowd: Crowd, count: number, firstSlot: number): Ring[] {
  const { random } = crowd;
  return Array.from({ length: count }, (_, ring) => {
    const pool = crowd.pool();
    const worth = Math.min(random.logNormal(0.3, 1) * LAMPORTS, Number(pool.quote) * 0.005);
    const price = random.whole(10_000, 900_000);
    return {
      pool,
      wallets: Array.from({ length: random.whole(3, 30) }, (__, member) =>
        address('ring', ring * 100 + member),
      ),
      amount: (BigInt(Math.round(worth)) * pool.base) / pool.quote,
      // Half of them bid one explicit price; the others pay like everyone else.
      cost: random.chance(0.5)
        ? {
            priorityLamports: BigInt(Math.ceil(price * 0.12)),
            computeUnitPrice: BigInt(price),
            tipLamports: 0n,
          }
        : FREE,
      holding: new Set<string>(),
      nextBurst: firstSlot + random.whole(0, 40),
      burstSlots: 0,
    };
  });
}

/** A burst lasts 2 to 6 slots. In each, every member trades once: holders sell, the others buy. */
export function scheduleRings(world: World, rings: readonly Ring[], random: Random): void {
  for (const ring of rings) {
    if (ring.burstSlots === 0) {
      if (world.slot < ring.nextBurst) continue;
      ring.burstSlots = random.whole(2, 6);
      ring.nextBurst = world.slot + random.whole(30, 120);
    }
    ring.burstSlots -= 1;
    for (const wallet of ring.wallets) if (random.chance(0.7)) scheduleTurn(world, ring, wallet);
  }
}

function scheduleTurn(world: World, ring: Ring, wallet: string): void {
  const { pool, amount, cost } = ring;
  world.at(world.slot, world.random.next(), () => {
    const side = ring.holding.delete(wallet) ? 'sell' : 'buy';
    const amountIn = side === 'sell' ? amount : inputFor(pool.program.pricing, pool, 'buy', amount);
    if (amountIn === null) return;
    if (side === 'buy') ring.holding.add(wallet);
    world.send({ wallet, cost, actions: [{ do: 'swap', pool, side, amountIn }] });
  });
}
