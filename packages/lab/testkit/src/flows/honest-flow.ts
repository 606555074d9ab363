import type { BlockTrades } from '@tickscope/sandwich';
import { findPoolPairs, scheduleArbitrage } from './honest/arbitrage.js';
import { type Crowd, makeCrowd } from './honest/crowd.js';
import { type Holders, scheduleHolder } from './honest/holders.js';
import { makeMakers, scheduleMakers } from './honest/makers.js';
import { scheduleOrdinary } from './honest/ordinary.js';
import { makeRings, scheduleRings } from './honest/rings.js';
import { scheduleRoute, scheduleTransfer } from './honest/routes.js';
import { constantProductPools } from './market.js';
import { Random } from './random.js';
import { World } from './world.js';

/** The ingredients of an attacker-free flow, beside random trades. */
export interface HonestMix {
  holders?: Holders;
  /** Rings per 1,000 swaps of a slot. */
  rings?: boolean;
  /** Market makers, arbitrage, two-hop routes, transfers between wallets. */
  professionals?: boolean;
}

export interface FlowSize {
  seed: number;
  slots: number;
  swapsPerSlot: number;
  pools: number;
  wallets: number;
}

/** The flow for which the goals are stated: 300,000 swaps. */
export const FULL_SIZE = { slots: 1_000, swapsPerSlot: 300, pools: 300, wallets: 30_000 } as const;

const holders = (share: number, medianHoldSlots: number, sigma = 1): HonestMix => ({
  holders: { share, medianHoldSlots, sigma },
});

export const FLOWS: Readonly<Record<string, HonestMix>> = {
  random: {},
  'holders 5 %, 200 slots': holders(0.05, 200),
  'holders 5 %, 50 slots': holders(0.05, 50),
  // How often a median of 50 slots yields 4 depends only on the spread of the holds.
  'holders 5 %, 50 slots, narrow': holders(0.05, 50, 0.7),
  'holders 20 %, 200 slots': holders(0.2, 200),
  'holders 20 %, 50 slots': holders(0.2, 50),
  rings: { rings: true },
  'makers, arbitrage, routes, holders': { ...holders(0.05, 200), professionals: true },
};

export const FIRST_SLOT = 300_000_000;

/** An attacker-free flow, block by block. Contains no sandwich, even where it looks like one. */
export function* honestFlow(mix: HonestMix, size: FlowSize): Generator<BlockTrades> {
  const random = new Random(size.seed);
  const pools = constantProductPools(random, size.pools);
  const world = new World(random, pools, FIRST_SLOT);
  const crowd = makeCrowd(random, pools, size.wallets);
  const schedule = honestSchedule(world, crowd, mix, size.swapsPerSlot);
  for (let slot = 0; slot < size.slots; slot += 1) {
    schedule();
    yield world.closeSlot();
  }
}

/** Returns a function that fills one slot with honest flow up to a number of swaps, including those already due. */
export function honestSchedule(
  world: World,
  crowd: Crowd,
  { holders, rings, professionals }: HonestMix,
  swapsPerSlot: number,
): () => void {
  const { random } = world;
  const allRings = rings ? makeRings(crowd, Math.ceil(swapsPerSlot / 5), world.slot) : [];
  const makers = professionals ? makeMakers(crowd, Math.ceil(swapsPerSlot / 10)) : [];
  const poolPairs = professionals ? findPoolPairs(world.pools) : [];
  return () => {
    scheduleRings(world, allRings, random);
    scheduleMakers(world, makers);
    scheduleArbitrage(world, poolPairs, 12);
    const free = swapsPerSlot - world.dueNow;
    const holderShare = holders === undefined ? 0 : (holders.share * swapsPerSlot) / Math.max(1, free);
    for (let n = 0; n < free; n += 1) {
      const kind = random.next();
      if (holders !== undefined && kind < holderShare) scheduleHolder(world, crowd, holders);
      else if (professionals && kind > 0.98) scheduleTransfer(world, crowd);
      else if (professionals && kind > 0.95) scheduleRoute(world, crowd);
      else
        scheduleOrdinary(
          crowd,
          (run) => world.at(world.slot, random.next(), run),
          (plan) => world.send(plan),
        );
    }
  };
}
