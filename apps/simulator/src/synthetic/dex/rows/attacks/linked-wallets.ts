import type { DexName } from '../../pool.js';
import { newPrivateProgram } from '../../sandwich/bot.js';
import { got } from '../../sandwich/legs.js';
import { handoverPlan, transferPlan } from '../../sandwich/link-plans.js';
import { attackSteps } from '../attack.js';
import { attack } from '../define.js';
import { anyBotHand, botHand, type Hand, newVault, stock } from '../hand.js';
import type { Act, Row, Stage } from '../row.js';

const GOAL = 0.95;
/** Pump.fun takes the signer's own token account only. */
const NOT_PUMP_FUN: readonly DexName[] = ['raydium_v4', 'raydium_cpmm', 'orca_whirlpool', 'pump_swap'];

/** Wallets of one owner, by what links them. */
export const linkedWallets: readonly Row[] = [
  ...[1, 2, 3, 4].map((hops) => transfers(hops, false)),
  ...[1, 2, 3, 4].map((hops) => transfers(hops, true)),
  attack('account handed over', GOAL, { actor: () => handover }),
  attack('private program with a vault', GOAL, { scenes: [1, 6], actor: behindVault }),
  attack('own gas payer', GOAL, { scenes: [3, 10], gap: [1, 8], actor: gasPayer }),
];

/** The same program, if any, and fees of their own. */
function partnerOf(stage: Stage, hand: Hand): Hand {
  return botHand(stage, hand.program);
}

function transfers(hops: number, isQuiet: boolean): Row {
  const name = `${hops} transfer${hops === 1 ? '' : 's'}${isQuiet ? ', in a slot without a swap of the token' : ''}`;
  return attack(name, GOAL, {
    actor: () => (stage) => {
      const venue = stage.venue();
      if (venue === null) return null;
      const { market } = stage;
      const mint = venue.pool.baseMint;
      const first = anyBotHand(stage);
      const last = partnerOf(stage, first);
      const between = Array.from({ length: hops - 1 }, () => botHand(stage, null));
      const chain = [first, ...between, last];
      return attackSteps(stage, venue, {
        fronts: [first],
        backs: [last],
        span: isQuiet ? [2, 4] : [0, 4],
        isQuiet,
        links: chain.slice(1).map(({ wallet: to }, index) => {
          const { wallet, price } = chain[index]!;
          const from = { wallet, program: null, computeUnitPrice: price ?? 0 };
          return (trip, now) => transferPlan(market, from, to, mint, got(trip.fronts), now);
        }),
      });
    },
  });
}

const handover: Act = (stage) => {
  const venue = stage.venue({ dexes: NOT_PUMP_FUN });
  if (venue === null) return null;
  const { market } = stage;
  const { pool } = venue;
  const first = anyBotHand(stage);
  const last = partnerOf(stage, first);
  const account = market.tokenAccountOf(first.wallet, pool.baseMint);
  const from = { wallet: first.wallet, program: null, computeUnitPrice: first.price ?? 0 };
  return attackSteps(stage, venue, {
    fronts: [first],
    backs: [last],
    span: [0, 4],
    links: [(_, now) => handoverPlan(from, last.wallet, account, now)],
    backParty: () => ({ ...market.partyOf(last.wallet, pool), base: account }),
  });
};

/** Wallets that only sign: the tokens are a program-derived address's, which the program signs for. */
function behindVault(first: Stage): Act {
  const program = newPrivateProgram(first.context);
  const vault = newVault(first);
  const wallets = Array.from({ length: first.random.between(2, 5) }, () =>
    botHand(first, program, { vault }),
  );
  return (stage) => {
    const venue = stage.venue({ dexes: NOT_PUMP_FUN });
    if (venue === null) return null;
    const start = stage.random.below(wallets.length);
    const [front, back] = [wallets[start]!, wallets[(start + 1) % wallets.length]!];
    return attackSteps(stage, venue, { fronts: [front], backs: [back], span: [0, 4] });
  };
}

/** Wallets that trade for each other, with a program of their own or none; one account pays for all. */
function gasPayer(first: Stage): Act {
  const { market, random, context } = first;
  const payer = market.newWallet(900_000_000_000);
  const program = random.chance(0.5) ? newPrivateProgram(context) : null;
  const wallets = Array.from({ length: random.between(2, 8) }, () => botHand(first, program, { payer }));
  return (stage) => {
    const venue = stage.venue();
    if (venue === null) return null;
    const start = stage.random.below(wallets.length);
    const [front, back] = [wallets[start]!, wallets[(start + 1) % wallets.length]!];
    stock(stage, back.wallet, venue.pool);
    return attackSteps(stage, venue, { fronts: [front], backs: [back], span: [0, 4] });
  };
}
