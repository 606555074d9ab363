import type { Account } from '../../../account.js';
import { DEX_NAMES, type Party, type Pool } from '../../pool.js';
import { type Bot, newBot } from '../bot.js';
import { backLeg, frontLeg, got, tipOf } from '../legs.js';
import { handoverPlan, transferPlan } from '../link-plans.js';
import type { SandwichDraft, SandwichKind, Setting, Step } from '../sandwich-kind.js';
import { type Stage, stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** Pump.fun accepts only the signer's own token account. */
const NOT_PUMP_FUN = DEX_NAMES.filter((name) => name !== 'pump_fun');

interface Wallets {
  set: Stage;
  /** The second wallet: it makes the back leg. */
  second: Bot;
  pool: Pool;
  at: { slot: number; position: number };
}

/** Two wallets of one owner; the second uses the first one's private program, if there is one. */
function twoWallets(setting: Setting): Wallets | null {
  const set = stage(setting);
  if (set === null) return null;
  const at = { slot: setting.context.slot, position: set.position };
  return { set, second: newBot(setting, set.bot.program), pool: set.sandwich.pool, at };
}

function draft(
  setting: Setting,
  { set, second, at }: Wallets,
  { front, between = [], back }: { front?: () => Party; between?: Step[]; back?: () => Party },
): SandwichDraft[] {
  const { market } = setting;
  const { sandwich, bot } = set;
  return [
    {
      sandwich,
      steps: [
        {
          ...at,
          plan(now) {
            set.look(now);
            return frontLeg(
              market,
              sandwich,
              bot,
              set.front,
              now,
              front === undefined ? {} : { party: front() },
            );
          },
        },
        stepsOf(setting, set).victim(0),
        ...between,
        {
          ...at,
          plan: (now) =>
            backLeg(market, sandwich, second, got(sandwich.fronts), now, {
              tipLamports: tipOf(set.gross, now),
              ...(back !== undefined && { party: back() }),
            }),
        },
      ],
    },
  ];
}

/** The first wallet buys into an account of the second one. */
export const linkedTokenAccount: SandwichKind = {
  name: 'linked_token_account',
  dexes: NOT_PUMP_FUN,
  plan(setting) {
    const wallets = twoWallets(setting);
    if (wallets === null) return null;
    const { set, second, pool } = wallets;
    const { market } = setting;
    set.sandwich.link = 'token_account';
    const front = (): Party => ({
      ...market.partyOf(set.bot.wallet, pool),
      base: market.tokenAccountOf(second.wallet, pool.baseMint),
    });
    return draft(setting, wallets, { front });
  },
};

/** The first wallet buys and sends the tokens on, directly or through a third. */
function linkedByTransfers(name: string, hops: 1 | 2): SandwichKind {
  return {
    name,
    dexes: DEX_NAMES,
    plan(setting) {
      const wallets = twoWallets(setting);
      if (wallets === null) return null;
      const { set, second, at, pool } = wallets;
      const { sandwich, bot } = set;
      sandwich.link = 'token_transfer';
      const between = hops === 2 ? [newBot(setting)] : [];
      const chain = [bot, ...between, second];
      const transfers = chain.slice(1).map((to, index): Step => {
        const from = chain[index]!;
        return {
          ...at,
          plan(now) {
            const amount = got(sandwich.fronts);
            const plan = transferPlan(setting.market, from, to.wallet, pool.baseMint, amount, now);
            sandwich.linkPlans.push(plan);
            return plan;
          },
        };
      });
      return draft(setting, wallets, { between: transfers });
    },
  };
}

export const linkedOneTransfer = linkedByTransfers('linked_one_transfer', 1);
export const linkedTwoTransfers = linkedByTransfers('linked_two_transfers', 2);

/** The first wallet hands its whole token account over: `SetAuthority(AccountOwner)`. */
export const linkedSetAuthority: SandwichKind = {
  name: 'linked_set_authority',
  dexes: NOT_PUMP_FUN,
  plan(setting) {
    const wallets = twoWallets(setting);
    if (wallets === null) return null;
    const { set, second, at, pool } = wallets;
    const { market } = setting;
    const { sandwich, bot } = set;
    // One account was filled and emptied, and both owners signed: L2 applies before L3.
    sandwich.link = 'token_account';
    const account = (): Account => market.tokenAccountOf(bot.wallet, pool.baseMint);
    const handover: Step = {
      ...at,
      plan(now) {
        const plan = handoverPlan(bot, second.wallet, account(), now);
        sandwich.linkPlans.push(plan);
        return plan;
      },
    };
    const back = (): Party => ({ ...market.partyOf(second.wallet, pool), base: account() });
    return draft(setting, wallets, { between: [handover], back });
  },
};
