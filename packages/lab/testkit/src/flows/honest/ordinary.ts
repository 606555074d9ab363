import { address, tokenAccount } from '../address.js';
import type { FlowPool, Side } from '../pool.js';
import type { TransactionPlan } from '../transaction.js';
import { mintsOf } from '../world.js';
import { type Crowd, honestCost, honestSide, inputOf, tradeWorth } from './crowd.js';

export const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const OKX = '6m2CDdhRgxpH4WjvdzxAYbGxwdGUz5MziiL5jek2kBma';
const TERMINALS = [
  'BSfD6SHZigAfDWSjzD5Q41jw8LmKwtmjskPH9XW1mrRW',
  'BANANAjs7FJiPQqJTGFzkZJndT9o7UmKiYYGaJz6frGu',
];

/** Jupiter's program-owned authorities, which swap for all users out of shared accounts. */
const SHARED_AUTHORITIES = Array.from({ length: 8 }, (_, index) => address('jupiter-authority', index));

/** One swap as users send it: directly, through an aggregator (with shared accounts or not), or through a terminal. */
export function ordinarySwap(
  crowd: Crowd,
  wallet: string,
  pool: FlowPool,
  side: Side,
  amountIn: bigint,
): TransactionPlan {
  const { random } = crowd;
  const action = { do: 'swap', pool, side, amountIn } as const;
  const plan = { wallet, cost: honestCost(random), actions: [action] };
  const way = random.next();
  if (way < 0.45) return plan;
  if (way < 0.7) return { ...plan, outer: JUPITER };
  if (way < 0.76) return { ...plan, outer: OKX };
  if (way < 0.88) return { ...plan, outer: random.pick(TERMINALS) };
  return {
    ...plan,
    outer: JUPITER,
    actions: [{ ...action, ...sharedAccounts(random.pick(SHARED_AUTHORITIES), pool, side) }],
  };
}

export function sharedAccounts(authority: string, pool: FlowPool, side: Side) {
  const { mintIn, mintOut } = mintsOf({ pool, side });
  return {
    authority,
    source: { account: tokenAccount(authority, mintIn), owner: authority },
    destination: { account: tokenAccount(authority, mintOut), owner: authority },
  };
}

/** Schedules a random trade of a random wallet. */
export function scheduleOrdinary(
  crowd: Crowd,
  at: (run: () => void) => void,
  send: (plan: TransactionPlan) => void,
): void {
  const wallet = crowd.wallet();
  const pool = crowd.pool();
  at(() => {
    const side = honestSide(crowd.random, pool);
    send(ordinarySwap(crowd, wallet, pool, side, inputOf(pool, side, tradeWorth(crowd.random, pool))));
  });
}
