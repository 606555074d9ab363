import { address } from '../address.js';
import { play } from '../play.js';
import type { Stage } from '../stage.js';

/** L4 with history: a known bot buys, and a wallet linked to it only by its private program sells the same amount. */
export function plantPrivateProgram(stage: Stage): boolean {
  const { random } = stage;
  const span = random.whole(0, 6);
  const pool = stage.takePool(stage.world.pools, span);
  if (pool === null) return false;
  const bot = random.pick(stage.programBots);
  const seller = stage.fresh();
  const outer = bot.outer!;
  const { front, victim } = stage.sizes(pool);
  play(stage, {
    kind: 'linked by a known private program',
    pool,
    span,
    frontAmount: front,
    victimAmounts: [victim, victim],
    soldPerMillion: random.chance(0.7) ? 1_000_000 : 995_000,
    front: (_, amountIn) => ({ wallet: bot.wallet, amountIn, cost: stage.bid(), outer }),
    back: (_, amountIn) => ({ wallet: seller, amountIn, cost: stage.bid(), outer }),
    ending: { attackers: [bot.wallet, seller], programs: [outer], onlyProgram: true },
  });
  return true;
}

/** L4 without history: the program may be a bot for hire that is missing from the list of public programs. */
export function plantUnknownProgram(stage: Stage): boolean {
  const { random } = stage;
  const span = random.whole(0, 4);
  const pool = stage.takePool(stage.world.pools, span);
  if (pool === null) return false;
  const [buyer, seller] = [stage.fresh(), stage.fresh()];
  const outer = address('unknown-program', random.whole(0, 1_000_000));
  const { front, victim } = stage.sizes(pool);
  play(stage, {
    kind: 'linked by an unknown private program (suspected)',
    pool,
    span,
    frontAmount: front,
    victimAmounts: [victim, victim],
    front: (_, amountIn) => ({ wallet: buyer, amountIn, cost: stage.bid(), outer }),
    back: (_, amountIn) => ({ wallet: seller, amountIn, cost: stage.bid(), outer }),
    ending: { attackers: [buyer, seller], programs: [outer], onlyProgram: true },
  });
  return true;
}
