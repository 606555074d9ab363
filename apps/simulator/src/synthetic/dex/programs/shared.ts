import { Account } from '../../account.js';
import { TOKEN_PROGRAM } from '../../addresses.js';
import type { World } from '../../world.js';
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, PUMP_FEE_PROGRAM } from '../addresses.js';

/** Accounts used by several DEX programs. One object each, because the chain has one account each. */
export interface SharedAccounts {
  system: Account;
  token: Account;
  associatedToken: Account;
  memo: Account;
  pumpFeeProgram: Account;
  /** The account that tracks a wallet's volume for a Pump program; created on first use. */
  volumeAccumulatorOf(wallet: Account): Account;
  newAccount(lamports: number): Account;
}

export function sharedAccounts(world: World, newKey: () => Buffer): SharedAccounts {
  const accumulators = new WeakMap<Account, Account>();
  if (world.programs.token.text !== TOKEN_PROGRAM)
    throw new Error(`the token program of the world is not ${TOKEN_PROGRAM}`);
  return {
    system: world.programs.system,
    token: world.programs.token,
    associatedToken: Account.fromAddress(ASSOCIATED_TOKEN_PROGRAM, 731_913_600),
    memo: Account.fromAddress(MEMO_PROGRAM, 521_498_880),
    pumpFeeProgram: Account.fromAddress(PUMP_FEE_PROGRAM, 1_141_440),
    volumeAccumulatorOf(wallet) {
      let account = accumulators.get(wallet);
      if (account === undefined) {
        account = new Account(newKey(), 1_844_400);
        accumulators.set(wallet, account);
      }
      return account;
    },
    newAccount: (lamports) => new Account(newKey(), lamports),
  };
}
