import type { Swap } from '@tickscope/dex';
import { address } from '@tickscope/testkit/transaction-builder';
import type { BlockTrades, Sandwich } from '../model/sandwich.js';
import { decodedSwap } from './decoded-swap.js';
import { POOLS_OF_KINDS } from './pools-of-kinds.js';
import { blocksOf, swapOf, TOKEN } from './scenario.js';

/**
 * Attacks and look-alikes in pools whose price is no function of two reserves alone. What a victim lost, and the limit
 * that it set, follow from a second run of the pool's own arithmetic in which the actor never traded.
 */
export const RANGED_KINDS = ['Orca Whirlpool', 'Raydium CLMM', 'Meteora DAMM v2', 'Meteora DLMM'] as const;
export type RangedKind = (typeof RANGED_KINDS)[number];

export interface RowOfKind {
  name: string;
  isAttack: boolean;
  /** The least share that must be counted of an attack, the largest that may be of a look-alike. */
  goal: number;
  /** Slots from front to back. */
  span: readonly [number, number];
  /** Share of their limits that buyers between lose; null: they set none. */
  use: readonly [number, number] | null;
  /** Two wallets that only a program has in common: one of their own, or a public one. */
  pair?: 'private' | 'terminal';
  /** Whether the actor loses; by default it gains. */
  loses?: boolean;
}

export const ROWS_OF_KINDS: readonly RowOfKind[] = [
  attack('one wallet, one slot', 0.98, { span: [0, 0], use: [0.5, 1] }),
  attack('one wallet, spans of 1 to 4', 0.98, { span: [1, 4], use: [0.5, 1] }),
  attack('one wallet, one slot, no limit known', 0.98, { span: [0, 0], use: null }),
  attack('two wallets behind a private program', 0.95, { span: [0, 4], use: [0.5, 1], pair: 'private' }),
  lookAlike('takes a profit within 3 slots', 0.02, { span: [0, 3], use: [0.01, 0.3] }),
  lookAlike('two users of one terminal', 0.02, { span: [0, 3], use: [0.01, 1], pair: 'terminal' }),
  lookAlike('round trip at a loss', 0, { span: [0, 3], use: [0.01, 0.3], loses: true }),
];

type Play = Omit<RowOfKind, 'name' | 'isAttack' | 'goal'>;

function attack(name: string, goal: number, play: Play): RowOfKind {
  return { name, isAttack: true, goal, ...play };
}

function lookAlike(name: string, goal: number, play: Play): RowOfKind {
  return { name, isAttack: false, goal, ...play };
}

export interface SceneOfKind {
  /** In order. */
  swaps: Swap[];
  front: Swap;
  back: Swap;
  victims: { swap: Swap; trueLoss: bigint }[];
}

/** A round trip of one wallet, with buyers between. */
export interface ChainOfKind {
  blocks: BlockTrades[];
  scenes: SceneOfKind[];
}

/** @param random uniform in 0..1 */
export function chainOfKind(
  kind: RangedKind,
  row: RowOfKind,
  scenes: number,
  random: () => number,
): ChainOfKind {
  const made: SceneOfKind[] = [];
  for (let tries = 0; made.length < scenes; tries += 1) {
    if (tries > 50 * scenes) throw new Error(`${kind}: too few such round trips`);
    const scene = drawScene(kind, row, `${kind} ${made.length}`, 1_000 + SPACING * made.length, random);
    if (scene !== null) made.push(scene);
  }
  return { blocks: blocksOf({ swaps: made.flatMap(({ swaps }) => swaps) }), scenes: made };
}

/** The chain as the decoder reads it, where each swap is written as its program's transaction. */
export function decodedChain({ scenes }: ChainOfKind): ChainOfKind {
  const read = scenes.map(({ swaps, front, back, victims }): SceneOfKind => {
    const decoded = new Map(swaps.map((swap) => [swap, decodedSwap(swap)]));
    return {
      ...{ swaps: [...decoded.values()], front: decoded.get(front)!, back: decoded.get(back)! },
      victims: victims.map(({ swap, trueLoss }) => ({ swap: decoded.get(swap)!, trueLoss })),
    };
  });
  return { blocks: blocksOf({ swaps: read.flatMap(({ swaps }) => swaps) }), scenes: read };
}

/** Slots from the front of a scene to that of the next, which has another pool. */
const SPACING = 3;
const SOL = 1_000_000_000;
const FEE_LAMPORTS = 5_100n;
const OKX = '6m2CDdhRgxpH4WjvdzxAYbGxwdGUz5MziiL5jek2kBma';
/** A public program; without its own instruction it states no limit. */
const TERMINAL = 'AxiomfHaWDemCFBLBayqnEnNwE6b7B2Qz3UmzMpgbMG6';

interface Order {
  who: 'actor' | 'partner' | 'other';
  side: 'buy' | 'sell';
  paid: bigint;
  slot: number;
}

/** Null where the actor would not gain, or lose, as the row has it. */
function drawScene(
  kind: RangedKind,
  { span, use, pair, loses = false }: RowOfKind,
  pool: string,
  slot: number,
  random: () => number,
): SceneOfKind | null {
  const between = (low: number, high: number): number => low * (high / low) ** random();
  const whole = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const lamports = (low: number, high: number): bigint => BigInt(Math.floor(between(low, high) * SOL));
  const tokensOf = (paid: bigint): bigint => POOLS_OF_KINDS[kind]!().swap('buy', paid).got;
  const order = (side: Order['side'], sol: bigint, at: number): Order => ({
    ...{ who: 'other', side, slot: at },
    paid: side === 'buy' ? sol : tokensOf(sol),
  });
  const last = slot + whole(...span);
  const sideOf = (): Order['side'] => (random() < 0.5 ? 'buy' : 'sell');
  const before = Array.from({ length: whole(1, 4) }, () =>
    order(sideOf(), lamports(0.3, 8), slot - whole(1, 6)),
  ).sort((one, other) => one.slot - other.slot);
  const front: Order = { who: 'actor', side: 'buy', paid: lamports(0.4, 5), slot };
  const slots = Array.from({ length: whole(1, 3) }, () => whole(slot, last)).sort((a, b) => a - b);
  const placed = whole(0, slots.length - 1);
  const size = loses ? ([0.02, 0.3] as const) : ([1.5, 8] as const);
  const others = slots.map((at, index) =>
    index === placed ? order('buy', lamports(size[0], size[1]), at) : order(sideOf(), lamports(0.05, 1), at),
  );
  const [pooled, clean] = [POOLS_OF_KINDS[kind]!(), POOLS_OF_KINDS[kind]!()];
  const scene: Pick<SceneOfKind, 'swaps' | 'victims'> = { swaps: [], victims: [] };
  let traders = 0;
  const play = ({ who, side, paid, slot: at }: Order, extra: (got: bigint) => Partial<Swap>): Swap => {
    const { got, priceMove } = pooled.swap(side, paid);
    traders += 1;
    const trader = `${pool} ${who === 'other' ? traders : who}`;
    const swap = swapOf({
      ...{ slot: at, trader, side, paid, got, pool },
      extra: {
        ...pooled.program,
        outerProgramId: pooled.program.programId,
        priceMove,
        feeLamports: FEE_LAMPORTS,
        ...extra(got),
      },
    });
    scene.swaps.push(swap);
    return swap;
  };
  for (const one of before) {
    clean.swap(one.side, one.paid);
    play(one, () => ({}));
  }
  const outerProgramId = pair === 'terminal' ? TERMINAL : address(`${pool} program`);
  const called = (): Partial<Swap> => (pair === undefined ? {} : { outerProgramId });
  const bought = play(front, called);
  for (const one of others) {
    const fill = clean.swap(one.side, one.paid).got;
    const share = use === null ? null : use[0] + (use[1] - use[0]) * random();
    const swap = play(one, (got) =>
      one.side === 'sell' || share === null || share === 0 ? {} : limited(got, fill, share, span[1] > 0),
    );
    if (one.side === 'buy') scene.victims.push({ swap, trueLoss: fill - swap.poolOut });
  }
  const seller = pair === undefined ? 'actor' : 'partner';
  const sold = play({ who: seller, side: 'sell', paid: bought.poolOut, slot: last }, called);
  const gain = sold.poolOut - bought.poolIn;
  const isWanted = loses ? gain < 0n : gain > 4n * FEE_LAMPORTS;
  return isWanted ? { ...scene, front: bought, back: sold } : null;
}

/**
 * A least output of which that share was lost, but at least half of the clean fill: the pool's own, or over several slots
 * an aggregator's with its quote.
 */
function limited(got: bigint, clean: bigint, share: number, isQuoted: boolean): Partial<Swap> {
  const room = BigInt(Math.ceil(Number(clean - got) / share));
  const limit = { kind: 'least_out', amount: clean - (room < clean / 2n ? room : clean / 2n) } as const;
  return isQuoted
    ? { routeLimit: { ...limit, mint: TOKEN, quoted: clean, moved: got, ...ROUTE }, outerProgramId: OKX }
    : { limit };
}

const ROUTE = { programId: OKX, outerIndex: 0, innerIndex: null } as const;

export interface TallyOfKind {
  /** Scenes, and those of them that were counted. */
  all: Share;
  /** Those in which the loss of every victim is known by replay, or nothing was found. */
  replayed: Share;
  /** Victims, and those of them whose loss is known by replay. */
  victims: Share;
  /** Largest error of a known loss, as a part of the true one; ten units are rounding. */
  worst: number;
}

export interface Share {
  of: number;
  count: number;
}

/** @param sandwiches those that the detector found in the chain */
export function tallyOfKind({ scenes }: ChainOfKind, sandwiches: readonly Sandwich[]): TallyOfKind {
  const none = (): Share => ({ of: 0, count: 0 });
  const tally: TallyOfKind = { all: none(), replayed: none(), victims: none(), worst: 0 };
  const add = (share: Share, isOne: boolean): void => {
    share.of += 1;
    if (isOne) share.count += 1;
  };
  for (const { front, back, victims } of scenes) {
    const found = sandwiches.find(({ fronts, backs }) => fronts.includes(front) && backs.includes(back));
    const isCounted = found !== undefined && found.confidence !== 'suspected';
    add(tally.all, isCounted);
    let isReplayed = true;
    for (const { swap, trueLoss } of victims) {
      const victim = found?.victims.find((one) => one.swap === swap);
      if (victim === undefined) continue;
      const loss = victim.lossMethod === 'replay' ? victim.lossAmount : null;
      add(tally.victims, loss !== null);
      if (loss === null) isReplayed = false;
      else {
        const error = Math.max(0, Math.abs(Number(loss - trueLoss)) - 10);
        tally.worst = Math.max(tally.worst, error / Math.max(1, Number(trueLoss)));
      }
    }
    if (isReplayed) add(tally.replayed, isCounted);
  }
  return tally;
}
