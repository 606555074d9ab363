import type { Mint } from '../../../account.js';
import type { PlanContext } from '../../../kinds/kind.js';
import { liquidityPlan } from '../../flow/jit-liquidity.js';
import { attackSteps } from '../attack.js';
import { attack } from '../define.js';
import { anyBotHand, type Hand } from '../hand.js';
import type { Act, Row } from '../row.js';

const GOAL = 0.9;

/** Sandwiches of more than one front and one back. */
export const shapes: readonly Row[] = [
  row('two fronts and three backs', 2, 3),
  row('ten backs', 1, 10),
  attack('two pools at once', GOAL, {
    lanes: 6,
    scenes: [1, 4],
    actor(first) {
      const hand = anyBotHand(first);
      return (stage) => {
        const one = stage.venue();
        const other = one && stage.venue({ not: one });
        if (one === null || other === null) return null;
        const wishes = { fronts: [hand], backs: [hand], span: [0, 4] } as const;
        const steps = attackSteps(stage, one, { ...wishes, fronts: [hand], backs: [hand] });
        if (steps === null) return null;
        // Where the second pool has no victim worth it, the first is a sandwich of its own.
        const more = attackSteps(stage, other, { ...wishes, fronts: [hand], backs: [hand] }) ?? [];
        return [...steps, ...more];
      };
    },
  }),
  attack('liquidity on top', GOAL, { scenes: [1, 3], actor: (first) => withLiquidity(anyBotHand(first)) }),
];

function row(name: string, fronts: number, backs: number): Row {
  return attack(name, GOAL, {
    scenes: [1, 3],
    actor(first) {
      const hand = anyBotHand(first);
      return (stage) => {
        const venue = stage.venue();
        if (venue === null) return null;
        return attackSteps(stage, venue, {
          fronts: Array.from({ length: fronts }, () => hand),
          backs: Array.from({ length: backs }, () => hand),
          span: [0, 4],
          victims: stage.random.between(1, 3),
        });
      };
    },
  });
}

/** It swaps, puts liquidity in, lets the victim trade with both, takes it out and swaps back. */
function withLiquidity(hand: Hand): Act {
  return (stage) => {
    const venue = stage.venue({ dexes: ['raydium_cpmm'] });
    if (venue === null) return null;
    const { market, random } = stage;
    const { pool } = venue;
    const lpMint: Mint = {
      account: market.shared.newAccount(1_461_600),
      decimals: 9,
      tokenProgram: pool.baseMint.tokenProgram,
    };
    market.fundedAccountOf(hand.wallet, pool.baseMint, pool.curve.baseReserve);
    const share = BigInt(random.between(20, 250));
    const bot = { wallet: hand.wallet, program: null, computeUnitPrice: hand.price ?? 0 };
    const put = (now: PlanContext) => {
      const { baseReserve, quoteReserve } = pool.curve;
      const held = { base: (baseReserve * share) / 1_000n, quote: (quoteReserve * share) / 1_000n };
      return liquidityPlan(market, bot, pool, lpMint, held, true, now);
    };
    const taken = (now: PlanContext) => {
      const { baseReserve, quoteReserve } = pool.curve;
      const total = 1_000n + share;
      const held = { base: (baseReserve * share) / total, quote: (quoteReserve * share) / total };
      return liquidityPlan(market, bot, pool, lpMint, held, false, now);
    };
    return attackSteps(stage, venue, { fronts: [hand], backs: [hand], span: [0, 3], inner: [put, taken] });
  };
}
