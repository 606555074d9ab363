import type { Account } from '../../account.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { Market } from '../market.js';

const COUNT = 3;
const LAMPORTS = 4_000_000_000_000;

/** Services that pay the fees of their users' transactions. */
export class Sponsors {
  readonly #market: Market;
  readonly #users = new Map<Account, Set<Account>>();

  constructor(market: Market) {
    this.#market = market;
  }

  any({ random }: PlanContext): Account {
    if (this.#users.size < COUNT) this.#users.set(this.#market.newWallet(LAMPORTS), new Set());
    return random.pick([...this.#users.keys()]);
  }

  /** One with this many users so far; null if there is none yet. */
  busy({ random }: PlanContext, users: number): Account | null {
    const busy = [...this.#users].filter(([, served]) => served.size >= users);
    return busy.length === 0 ? null : random.pick(busy)[0];
  }

  /** Records that it paid for a user. */
  served(sponsor: Account, user: Account): void {
    this.#users.get(sponsor)?.add(user);
  }
}
