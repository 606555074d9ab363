import { play } from '../play.js';
import type { Bot, Stage } from '../stage.js';

/** Short sandwiches that make a bot known, at least three of them in separate pools. */
const TRAINING = 7;
/** The slots in which bots are trained. Later scenes start when all of that is history. */
const TRAINING_SLOTS = 60;

/** Profitable same-slot sandwiches, each in one pool, over the first slots. */
export function trainBots(stage: Stage, bots: readonly Bot[]): void {
  const { world, random } = stage;
  const first = world.slot;
  for (const bot of bots)
    for (let round = 0; round < TRAINING; round += 1)
      world.at(first + random.whole(1, TRAINING_SLOTS), -1, () => {
        const pool = stage.takePool(world.pools, 0);
        if (pool === null) return;
        const { front, victim } = stage.sizes(pool);
        const own = bot.outer === undefined ? {} : { outer: bot.outer };
        play(stage, {
          kind: 'same slot, later known',
          pool,
          span: 0,
          frontAmount: front,
          victimAmounts: [victim + pool.quote / 100n],
          front: (_, amountIn) => ({ wallet: bot.wallet, amountIn, cost: stage.bid(), ...own }),
          back: (scene, amountIn) => ({
            wallet: bot.wallet,
            amountIn,
            cost: stage.bidWithTip(scene.prospect(amountIn), 0.3),
            ...own,
          }),
          ending: { attackers: [bot.wallet], programs: bot.outer === undefined ? [] : [bot.outer] },
        });
      });
}

/** Round trips of 5 to 10 slots by a known bot that sells everything, or (then only with a gain) nearly everything. */
export function plantKnownBot(stage: Stage): boolean {
  const { random } = stage;
  const span = random.whole(5, 10);
  const pool = stage.takePool(stage.world.pools, span);
  if (pool === null) return false;
  const bot = random.pick(stage.knownBots);
  const own = bot.outer === undefined ? {} : { outer: bot.outer };
  const { front } = stage.sizes(pool);
  const loose = random.chance(0.25);
  play(stage, {
    kind: loose ? 'known bot, 5 to 10 slots, q 0.95' : 'known bot, 5 to 10 slots',
    pool,
    span,
    frontAmount: front,
    victimAmounts: Array.from({ length: random.whole(1, 3) }, () => stage.sizes(pool).victim),
    soldPerMillion: loose ? 950_000 : 1_000_000,
    front: (_, amountIn) => ({ wallet: bot.wallet, amountIn, cost: stage.bid(), ...own }),
    back: (_, amountIn) => ({ wallet: bot.wallet, amountIn, cost: stage.bid(), ...own }),
    ending: { attackers: [bot.wallet], programs: bot.outer === undefined ? [] : [bot.outer] },
  });
  return true;
}
