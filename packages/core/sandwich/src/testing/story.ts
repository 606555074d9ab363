import type { Swap } from '@tickscope/dex';
import type { BlockTrades } from '../model/sandwich.js';
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
  readonly #start: { sol: bigint; token: bigint };
  #slot = 100;
  #blockIndex = 0;

  constructor(name = 'pool', pool = new TruePool(1_000n * SOL, 1_000_000n * SOL)) {
    this.#name = name;
    this.pool = pool;
    this.#start = { sol: pool.sol, token: pool.token };
  }

  at(slot: number): this {
    this.#slot = slot;
    return this;
  }

  buy(trader: string, lamports: bigint, options: TradeOptions = {}): Swap {
    return this.#trade(trader, 'buy', lamports, this.pool.buy(lamports), options);
  }

  /**
   * A buy through an aggregator that promised what the pool pays when no one trades before, and that got the least it
   * would take: a buyer before it used up its limit.
   */
  buyToLimit(trader: string, lamports: bigint): Swap {
    const swap = this.buy(trader, lamports);
    const { outerIndex, mintOut, traderOut } = swap;
    swap.routeLimit = {
      kind: 'least_out',
      amount: traderOut,
      quoted: new TruePool(this.#start.sol, this.#start.token).buy(lamports),
      mint: mintOut,
      moved: null,
      programId: 'Aggregator',
      outerIndex,
      innerIndex: null,
    };
    return swap;
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
