import type { Swap } from '@tickscope/dex';
import type { BlockTrades } from '../sandwich.js';
import { blocksOf, type Events, swapOf, TruePool } from './scenario.js';

export interface TradeOptions {
  slot?: number;
  blockIndex?: number;
  extra?: Partial<Swap>;
}

const SOL = 1_000_000_000n;

/** Consecutive trades in one pool, each in its own transaction, with amounts that the true pool pays. */
export class Story {
  readonly swaps: Swap[] = [];
  readonly pool: TruePool;
  readonly #name: string;
  #slot = 100;
  #blockIndex = 0;

  constructor(name = 'pool', pool = new TruePool(1_000n * SOL, 1_000_000n * SOL)) {
    this.#name = name;
    this.pool = pool;
  }

  at(slot: number): this {
    this.#slot = slot;
    return this;
  }

  buy(trader: string, lamports: bigint, options: TradeOptions = {}): Swap {
    return this.#trade(trader, 'buy', lamports, this.pool.buy(lamports), options);
  }

  sell(trader: string, tokens: bigint, options: TradeOptions = {}): Swap {
    return this.#trade(trader, 'sell', tokens, this.pool.sell(tokens), options);
  }

  blocks(events: Omit<Events, 'swaps'> = {}): BlockTrades[] {
    return blocksOf({ swaps: this.swaps, ...events });
  }

  #trade(trader: string, side: 'buy' | 'sell', paid: bigint, got: bigint, options: TradeOptions): Swap {
    const { slot = this.#slot, blockIndex = this.#blockIndex, extra = {} } = options;
    this.#blockIndex = blockIndex + 1;
    const swap = swapOf({ slot, blockIndex, trader, side, paid, got, pool: this.#name, extra });
    this.swaps.push(swap);
    return swap;
  }
}

/** Front, victim and back in one slot, the attack by one wallet: buys for 10, for 5, then sells everything. */
export function plainSandwich(story = new Story(), attacker = 'mallory', victim = 'victim'): Story {
  const front = story.buy(attacker, 10n * SOL);
  story.buy(victim, 5n * SOL);
  story.sell(attacker, front.traderOut);
  return story;
}
