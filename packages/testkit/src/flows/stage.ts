import type { Swap } from '@tickscope/dex';
import { address } from './address.js';
import { EntityHistory } from './history.js';
import type { Crowd } from './honest/crowd.js';
import type { Label } from './label.js';
import type { OtherPools } from './market.js';
import type { FlowPool, Side } from './pool.js';
import type { Random } from './random.js';
import { Scene } from './scene.js';
import type { Cost } from './transaction.js';
import type { World } from './world.js';

/** Slots for which a pool rests after a scene, so that scenes do not mix. */
const REST_SLOTS = 3;

export interface Bot {
  wallet: string;
  /** Its own program, if it has one. */
  outer?: string;
}

/** Context for planting scenes: the world, its crowd, the free pools, and the labels so far. */
export class Stage {
  readonly world: World;
  readonly crowd: Crowd;
  readonly random: Random;
  readonly labels: Label[] = [];
  readonly history = new EntityHistory();
  readonly bots: readonly Bot[];
  readonly knownBots: readonly Bot[];
  /** Bots with several wallets, linked only by their program. */
  readonly programBots: readonly Bot[];
  readonly other: OtherPools;
  readonly #busyUntil = new Map<FlowPool, number>();
  readonly #legOf = new WeakMap<Swap, Scene>();
  #numbers = 0;

  constructor(world: World, crowd: Crowd, other: OtherPools) {
    this.world = world;
    this.crowd = crowd;
    this.random = world.random;
    this.other = other;
    const bots = (name: string, count: number, own: (index: number) => boolean): Bot[] =>
      Array.from({ length: count }, (_, index) => ({
        wallet: address(name, index),
        ...(own(index) ? { outer: address(`${name}-program`, index) } : {}),
      }));
    this.bots = bots('bot', 40, (index) => index % 2 === 0);
    this.knownBots = bots('known-bot', 20, (index) => index % 2 === 0);
    this.programBots = bots('program-bot', 10, () => true);
  }

  /** A new wallet without history. */
  fresh(): string {
    return address('fresh', this.nextNumber());
  }

  /** A unique number. */
  nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  /** Reserves a pool without another scene until `spanSlots` from now. Null if all are busy. */
  takePool(pools: readonly FlowPool[], spanSlots: number): FlowPool | null {
    for (let tries = 0; tries < 30; tries += 1) {
      const pool = this.random.pick(pools);
      if (this.take(pool, spanSlots)) return pool;
    }
    return null;
  }

  take(pool: FlowPool, spanSlots: number): boolean {
    if ((this.#busyUntil.get(pool) ?? 0) >= this.world.slot) return false;
    this.#busyUntil.set(pool, this.world.slot + spanSlots + REST_SLOTS);
    return true;
  }

  scene(kind: string, pool: FlowPool, side: Side = 'buy'): Scene {
    return new Scene(this, kind, pool, side);
  }

  /** A share of the pool's reserve of the token that the side pays with. */
  shareOf(pool: FlowPool, side: Side, low: number, high: number): bigint {
    const reserve = side === 'buy' ? pool.quote : pool.base;
    return BigInt(Math.round(Number(reserve) * this.random.between(low, high)));
  }

  /** A victim worth attacking, and a front that the victim's slippage allows. */
  sizes(pool: FlowPool, side: Side = 'buy'): { front: bigint; victim: bigint } {
    return { front: this.shareOf(pool, side, 0.01, 0.06), victim: this.shareOf(pool, side, 0.01, 0.05) };
  }

  /** A bot's bid for its position. */
  bid(): Cost {
    const price = Math.round(this.random.logNormal(400_000, 1));
    return {
      priorityLamports: BigInt(Math.ceil(price * this.random.between(0.08, 0.2))),
      computeUnitPrice: BigInt(price),
      tipLamports: 0n,
    };
  }

  /** A bid plus a tip that is a share of the sandwich's profit. */
  bidWithTip(prospect: bigint, share: number): Cost {
    const earned = prospect > 0n ? Number(prospect) : 0;
    return { ...this.bid(), tipLamports: BigInt(Math.max(1_000, Math.round(earned * share))) };
  }

  /** Runs steps in order in one slot: adjacent like a bundle, or with room for other transactions in between. */
  inOneSlot(steps: readonly (() => void)[], tight = this.random.chance(0.6)): void {
    const step = tight || steps.length > 20 ? 1e-9 : this.random.between(0.002, 0.9 / steps.length);
    const start = this.random.between(0.01, 0.97 - step * steps.length);
    steps.forEach((run, index) => {
      this.world.at(this.world.slot, start + step * index, run);
    });
  }

  /** Records the scene of a leg, for two scenes that share a pool. */
  claim(swap: Swap, scene: Scene): void {
    this.#legOf.set(swap, scene);
  }

  isOtherLeg(swap: Swap, scene: Scene): boolean {
    const owner = this.#legOf.get(swap);
    return owner !== undefined && owner !== scene;
  }
}
