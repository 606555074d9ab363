import type { World } from '../world.js';
import { type Crowd, tradeWorth } from './crowd.js';
import { ordinarySwap } from './ordinary.js';

export interface Holders {
  /** Share of swaps that are buys later sold whole. */
  share: number;
  medianHoldSlots: number;
  /** Spread of the hold's logarithm. */
  sigma: number;
}

/** Buys, and later sells all that it bought: quantity alone cannot tell this from a sandwich. */
export function scheduleHolder(world: World, crowd: Crowd, { medianHoldSlots, sigma }: Holders): void {
  const { random } = crowd;
  const wallet = crowd.wallet();
  const pool = crowd.pool();
  const hold = Math.max(1, Math.round(random.logNormal(medianHoldSlots, sigma)));
  world.at(world.slot, random.next(), () => {
    const [bought] = world.send(ordinarySwap(crowd, wallet, pool, 'buy', tradeWorth(random, pool)));
    world.at(world.slot + hold, random.next(), () => {
      world.send(ordinarySwap(crowd, wallet, pool, 'sell', bought!.traderOut));
    });
  });
}
