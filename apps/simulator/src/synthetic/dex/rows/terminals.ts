import type { PlanContext } from '../../kinds/kind.js';
import { newPrivateProgram } from '../sandwich/bot.js';
import type { PrivateProgram } from '../trade.js';

/** Trading programs that many people use and that no list names. */
export interface Terminals {
  any(context: PlanContext): PrivateProgram;
}

const COUNT = 4;

export function createTerminals(): Terminals {
  const programs: PrivateProgram[] = [];
  return {
    any(context) {
      if (programs.length < COUNT) programs.push(newPrivateProgram(context));
      return context.random.pick(programs);
    },
  };
}
