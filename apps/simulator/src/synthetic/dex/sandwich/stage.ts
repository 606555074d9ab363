import type { PlanContext } from '../../kinds/kind.js';
import type { Pool } from '../pool.js';
import { type Bot, newBot, newPrivateProgram } from './bot.js';
import { type Find, findPrey, type PreyWishes, type Victim } from './prey.js';
import type { Sandwich } from './sandwich.js';
import type { Setting } from './sandwich-kind.js';

export interface StageWishes extends PreyWishes {
  /** Whether the bot has a program of its own; drawn unless said. */
  isPrivate?: boolean;
  /** A bot that has been seen before. */
  bot?: Bot;
  pool?: Pool;
}

/** What most kinds begin with: a free pool, something worth a sandwich in it, and somebody who makes it. */
export interface Stage {
  sandwich: Sandwich;
  bot: Bot;
  /** What to do, as of the last look. */
  readonly front: bigint;
  readonly gross: bigint;
  readonly victims: readonly Victim[];
  /** A place in the block from which some more steps fit. */
  place: number;
  /** Looks again, just before the first leg: the pool has moved on since the plan was made. */
  look(now: PlanContext): void;
}

/** `null`: no free pool of this DEX, or nothing in it is worth it. */
export function stage(setting: Setting, wishes: StageWishes = {}): Stage | null {
  const { context, market } = setting;
  const pool = wishes.pool ?? setting.freePool();
  let found: Find | null = pool === null ? null : findPrey(setting, pool, wishes);
  if (pool === null || found === null) return null;
  const isPrivate = wishes.isPrivate ?? context.random.chance(0.4);
  const bot = wishes.bot ?? newBot(setting, isPrivate ? newPrivateProgram(context) : null);
  const sandwich = setting.sandwich(pool);
  sandwich.isBuy = wishes.isBuy ?? true;
  sandwich.privateProgram = bot.program;
  return {
    sandwich,
    bot,
    get front() {
      return found!.front;
    },
    get gross() {
      return found!.gross;
    },
    get victims() {
      return found!.victims;
    },
    place: 0.02 + 0.75 * context.random.unit(),
    look(now) {
      found = findPrey({ market, context: now }, pool, wishes) ?? found;
    },
  };
}
