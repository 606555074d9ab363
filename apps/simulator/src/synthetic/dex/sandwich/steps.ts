import type { PlanContext } from '../../kinds/kind.js';
import type { Party } from '../../plan.js';
import { got } from '../planned-swap.js';
import type { Bot } from './bot.js';
import { leg, tipOf } from './legs.js';
import type { Setting, Step } from './sandwich-kind.js';
import type { Stage } from './stage.js';
import { type Victim, victimPlan } from './victim-search.js';

/** The steps of most kinds. `position` is a share of the block; `slot` defaults to the current one. */
export interface At {
  slot?: number;
  position?: number;
}

/** Optional deviations of a back leg. */
export interface BackWishes {
  noTip?: boolean;
  /** A share of the profit by default. */
  tipLamports?: number;
  /** Another wallet of the owner that makes it, and the accounts that it uses if they are not its own. */
  bot?: Bot;
  party?: () => Party;
}

export interface StepMaker {
  /** The first look, and a front leg with a share of the best size. */
  front(at?: At, share?: number, party?: () => Party): Step;
  victim(index: number, at?: At): Step;
  /** All victims at one position. */
  victims(): Step[];
  someVictim(of: (now: PlanContext) => Victim): Step;
  /** A transaction that links two wallets. */
  link(plan: Step['plan']): Step;
  /** Sells a share, in thousandths, of the fronts' total output. */
  back(at?: At, thousandths?: bigint, wishes?: BackWishes): Step;
}

export function stepsOf({ market, context, holders }: Setting, set: Stage): StepMaker {
  const { sandwich } = set;
  const step = (plan: Step['plan'], { slot = context.slot, position = set.position }: At = {}): Step => ({
    slot,
    position,
    plan,
  });
  const someVictim = (of: (now: PlanContext) => Victim, at?: At): Step =>
    step((now) => victimPlan({ market, holders }, sandwich, of(now), now), at);
  const victim = (index: number, at?: At): Step =>
    someVictim(() => set.victims[index % set.victims.length]!, at);
  return {
    front: (at, share = 1, party) =>
      step((now) => {
        if (sandwich.fronts.length === 0) set.look(now);
        const amount = (set.front * BigInt(Math.floor(share * 10_000))) / 10_000n;
        return leg('front', market, sandwich, set.bot, amount, now, party && { party: party() });
      }, at),
    victim,
    victims: () => set.victims.map((_, index) => victim(index)),
    someVictim,
    link: (plan) =>
      step((now) => {
        const linking = plan(now);
        sandwich.linkPlans.push(linking);
        return linking;
      }),
    back: (at, thousandths = 1_000n, { noTip = false, bot = set.bot, party, ...given } = {}) =>
      step((now) => {
        const amount = (got(sandwich.fronts) * thousandths) / 1_000n;
        const tipLamports = noTip || !sandwich.isBuy ? 0 : tipOf(set.gross, now);
        return leg('back', market, sandwich, bot, amount, now, {
          tipLamports,
          ...given,
          ...(party && { party: party() }),
        });
      }, at),
  };
}
