import type { PlanContext } from '../../kinds/kind.js';
import { newPrivateProgram } from '../sandwich/bot.js';
import type { PrivateProgram } from '../trade.js';

const COUNT = 4;

/** Trading programs that many people use and that no list names. */
export class Terminals {
  readonly #programs: PrivateProgram[] = [];

  any(context: PlanContext): PrivateProgram {
    if (this.#programs.length < COUNT) this.#programs.push(newPrivateProgram(context));
    return context.random.pick(this.#programs);
  }
}
