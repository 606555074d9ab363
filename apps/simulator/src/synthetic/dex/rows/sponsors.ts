import type { Account } from '../../account.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { Market } from '../market.js';

/** Services that pay the fees of their users' transactions. */
export interface Sponsors {
  any(context: PlanContext): Account;
  /** One with this many users so far; null if there is none yet. */
  busy(context: PlanContext, users: number): Account | null;
  /** Records that it paid for a user. */
  served(sponsor: Account, user: Account): void;
}

const COUNT = 3;
const LAMPORTS = 4_000_000_000_000;

export function createSponsors(market: Market): Sponsors {
  const users = new Map<Account, Set<Account>>();
  return {
    any({ random }) {
      if (users.size < COUNT) users.set(market.newWallet(LAMPORTS), new Set());
      return random.pick([...users.keys()]);
    },
    busy({ random }, least) {
      const busy = [...users].filter(([, served]) => served.size >= least);
      return busy.length === 0 ? null : random.pick(busy)[0];
    },
    served(sponsor, user) {
      users.get(sponsor)?.add(user);
    },
  };
}
