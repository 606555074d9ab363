import type { Party } from '../../../plan.js';
import { got } from '../../planned-swap.js';
import { DEX_NAMES } from '../../pool.js';
import { newBot, stock } from '../bot.js';
import { handoverPlan, transferPlan } from '../link-plans.js';
import { sandwichKind } from './define.js';

/** Pump.fun accepts only the signer's own token account. */
const NOT_PUMP_FUN = DEX_NAMES.filter((name) => name !== 'pump_fun');

/** The first wallet buys into an account of the second one. */
export const linkedTokenAccount = sandwichKind('linked_token_account', {
  dexes: NOT_PUMP_FUN,
  steps({ front, victim, back }, { sandwich, bot }, setting) {
    const { market } = setting;
    const { pool } = sandwich;
    const second = newBot(setting, bot.program);
    sandwich.link = 'token_account';
    const party = (): Party => ({
      ...market.partyOf(bot.wallet, pool),
      base: market.tokenAccountOf(second.wallet, pool.baseMint),
    });
    return [front({}, 1, party), victim(0), back({}, 1_000n, { bot: second })];
  },
});

/** The first wallet buys and sends the tokens on, directly or through a third. */
const linkedByTransfers = (name: string, hops: 1 | 2) =>
  sandwichKind(name, {
    steps({ front, victim, link, back }, { sandwich, bot }, setting) {
      const second = newBot(setting, bot.program);
      sandwich.link = 'token_transfer';
      const chain = [bot, ...(hops === 2 ? [newBot(setting)] : []), second];
      const mint = sandwich.pool.baseMint;
      const transfers = chain
        .slice(1)
        .map(({ wallet: to }, index) =>
          link((now) => transferPlan(setting.market, chain[index]!, to, mint, got(sandwich.fronts), now)),
        );
      return [front(), victim(0), ...transfers, back({}, 1_000n, { bot: second })];
    },
  });
export const linkedOneTransfer = linkedByTransfers('linked_one_transfer', 1);
export const linkedTwoTransfers = linkedByTransfers('linked_two_transfers', 2);

/** The first wallet hands its whole token account over: `SetAuthority(AccountOwner)`. */
export const linkedSetAuthority = sandwichKind('linked_set_authority', {
  dexes: NOT_PUMP_FUN,
  steps({ front, victim, link, back }, { sandwich, bot }, setting) {
    const { market } = setting;
    const { pool } = sandwich;
    const second = newBot(setting, bot.program);
    // One account was filled and emptied, and both owners signed: L2 applies before L3.
    sandwich.link = 'token_account';
    const account = () => market.tokenAccountOf(bot.wallet, pool.baseMint);
    const handover = link((now) => handoverPlan(bot, second.wallet, account(), now));
    const party = (): Party => ({ ...market.partyOf(second.wallet, pool), base: account() });
    return [front(), victim(0), handover, back({}, 1_000n, { bot: second, party })];
  },
});

/** Two wallets without any token link, which share only a private program. Such a link alone does not count. */
export const privateProgram = sandwichKind('private_program', {
  wishes: { isPrivate: true },
  steps({ front, victim, back }, { sandwich, bot }, setting) {
    sandwich.link = 'private_program';
    const second = newBot(setting, bot.program);
    stock(setting, second, sandwich.pool, sandwich.pool.curve.baseReserve);
    return [front(), victim(0), back({}, 1_000n, { bot: second })];
  },
});
