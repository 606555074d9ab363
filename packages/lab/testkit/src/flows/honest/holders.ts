import type { World } from '../world.js';
import { type Crowd, tradeWorth } from './crowd.js';
import { ordinarySwap } from './ordinary.js';

export interface Holders {
  /** Share of swaps that are buys whose whole amount is sold later. */
  share: number;
  medianHoldSlots: number;
  /** Standard deviation of the logarithm of the hold time. */
  sigma: number;
}

/** Buys, and later sells everything it bought: quantity alone cannot distinguish this from a sandwich. */
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
