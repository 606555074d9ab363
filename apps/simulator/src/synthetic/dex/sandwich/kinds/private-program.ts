import { DEX_NAMES } from '../../pool.js';
import { newBot, stock } from '../bot.js';
import { backLeg, got, tipOf } from '../legs.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** Two wallets without any token link, which share only a private program. Such a link alone does not count. */
export const privateProgram: SandwichKind = {
  name: 'private_program',
  dexes: DEX_NAMES,
  plan(setting) {
    const set = stage(setting, { isPrivate: true });
    if (set === null) return null;
    const { market, context } = setting;
    const { sandwich } = set;
    sandwich.link = 'private_program';
    const second = newBot(setting, set.bot.program);
    stock(setting, second, sandwich.pool, sandwich.pool.curve.baseReserve);
    const { front, victim } = stepsOf(setting, set);
    return [
      {
        sandwich,
        steps: [
          front(),
          victim(0),
          {
            slot: context.slot,
            position: set.position,
            plan: (now) =>
              backLeg(market, sandwich, second, got(sandwich.fronts), now, {
                tipLamports: tipOf(set.gross, now),
              }),
          },
        ],
      },
    ];
  },
};
