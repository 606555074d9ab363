import type { PlanContext } from '../../kinds/kind.js';
import { backLeg, frontLeg, got, type LegWishes, tipOf } from './legs.js';
import { type Victim, victimPlan } from './prey.js';
import type { Setting, Step } from './sandwich-kind.js';
import type { Stage } from './stage.js';

/** The steps of most kinds. `position` is a share of the block; `slot` defaults to the current one. */
export interface At {
  slot?: number;
  position?: number;
}

export interface StepMaker {
  /** The first look, and a front leg with a share of the best size. */
  front(at?: At, share?: number): Step;
  victim(index: number, at?: At): Step;
  /** All victims at one position. */
  victims(at?: At): Step[];
  someVictim(of: (now: PlanContext) => Victim, at?: At): Step;
  /** Sells a share, in thousandths, of the fronts' total output. */
  back(at?: At, thousandths?: bigint, wishes?: LegWishes & { noTip?: boolean }): Step;
}

export function stepsOf({ market, context, holders }: Setting, set: Stage, count = 1): StepMaker {
  const { sandwich, bot } = set;
  const at = (where: At = {}) => ({
    slot: where.slot ?? context.slot,
    position: where.position ?? set.position,
  });
  const maker: StepMaker = {
    front: (where, share = 1) => ({
      ...at(where),
      plan(now) {
        if (sandwich.fronts.length === 0) set.look(now);
        const amount = (set.front * BigInt(Math.floor(share * 10_000))) / 10_000n;
        return frontLeg(market, sandwich, bot, amount, now);
      },
    }),
    victim: (index, where) => ({
      ...at(where),
      plan: (now) => victimPlan({ market, holders }, sandwich, set.victims[index % set.victims.length]!, now),
    }),
    victims: (where) => Array.from({ length: count }, (_, index) => maker.victim(index, where)),
    someVictim: (of, where) => ({
      ...at(where),
      plan: (now) => victimPlan({ market, holders }, sandwich, of(now), now),
    }),
    back: (where, thousandths = 1_000n, { noTip = false, ...wishes } = {}) => ({
      ...at(where),
      plan(now) {
        const amount = (got(sandwich.fronts) * thousandths) / 1_000n;
        const tipLamports = noTip || !sandwich.isBuy ? 0 : tipOf(set.gross, now);
        return backLeg(market, sandwich, bot, amount, now, { tipLamports, ...wishes });
      },
    }),
  };
  return maker;
}
