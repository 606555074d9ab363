import type { PlanContext } from '../../kinds/kind.js';
import type { Pool } from '../../plan.js';
import { type Bot, newBot, newPrivateProgram } from './bot.js';
import type { Sandwich } from './sandwich.js';
import type { Setting } from './sandwich-kind.js';
import { type Find, findVictims, type Victim, type VictimWishes } from './victim-search.js';

export interface StageWishes extends VictimWishes {
  /** Whether the bot has a private program; random by default. */
  isPrivate?: boolean;
  /** A bot that has been seen before. */
  bot?: Bot;
  pool?: Pool;
}

/** The common start of most kinds: a free pool, victims worth a sandwich, and a bot. */
export interface Stage {
  sandwich: Sandwich;
  bot: Bot;
  /** The plan as of the last `look`. */
  readonly front: bigint;
  readonly gross: bigint;
  readonly victims: readonly Victim[];
  /** A position in the block with room for several more steps. */
  position: number;
  /** Recomputes the plan just before the first leg, because the pool has changed since. */
  look(now: PlanContext): void;
}

/** Null if this DEX has no free pool, or no worthwhile victims in it. */
export function stage(setting: Setting, wishes: StageWishes = {}): Stage | null {
  const { context, market } = setting;
  const pool = wishes.pool ?? setting.freePool();
  let found: Find | null = pool === null ? null : findVictims(setting, pool, wishes);
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
    position: 0.02 + 0.75 * context.random.unit(),
    look(now) {
      found = findVictims({ market, context: now }, pool, wishes) ?? found;
    },
  };
}
