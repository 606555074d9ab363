import { Account, type Mint } from './account.js';
import {
  CLOCK_SYSVAR,
  COMPUTE_BUDGET_PROGRAM,
  JITO_TIP_ACCOUNTS,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from './addresses.js';
import { createValidators, leaderSchedule, type Validator } from './leaders.js';
import { fillLookupTables } from './lookup-tables.js';
import type { GeneratorOptions } from './options.js';
import { Random, zipfSampler } from './random.js';
import { walletTokenAccounts } from './wallet-token-accounts.js';

/** An invented trading program's market: state and two vaults, written by everyone who trades there. */
export interface Market {
  program: Account;
  state: Account;
  authority: Account;
  baseMint: Mint;
  quoteMint: Mint;
  baseVault: Account;
  quoteVault: Account;
}

/** All accounts and validators that transactions of the generated chain can use. */
export interface World {
  programs: {
    system: Account;
    computeBudget: Account;
    vote: Account;
    token: Account;
    token2022: Account;
    upgradeableLoader: Account;
    /** Invented programs that markets belong to. */
    trading: Account[];
  };
  sysvars: { clock: Account; rent: Account };
  validators: Validator[];
  leaderOf(slot: number): Validator;
  wallets: Account[];
  mints: Mint[];
  markets: Market[];
  jitoTipAccounts: Account[];
  /** Few of each get most of the traffic (Zipf). */
  busyWallet(random: Random): Account;
  busyMint(random: Random): Mint;
  busyMarket(random: Random): Market;
  /** The wallet's token account of a mint; created on first use, and recreated after long disuse. */
  tokenAccountOf(wallet: Account, mint: Mint, random: Random): Account;
}

const TABLE_SIZE = 200;

export function createWorld(options: GeneratorOptions): World {
  const random = new Random(`${options.seed}/world`);
  const programs = {
    system: Account.fromAddress(SYSTEM_PROGRAM),
    computeBudget: Account.fromAddress(COMPUTE_BUDGET_PROGRAM),
    vote: Account.fromAddress(VOTE_PROGRAM),
    token: Account.fromAddress(TOKEN_PROGRAM, 5_299_606_121),
    token2022: Account.fromAddress(TOKEN_2022_PROGRAM, 1_141_440),
    upgradeableLoader: Account.fromAddress(UPGRADEABLE_LOADER),
    trading: Array.from({ length: 6 }, () => new Account(random.bytes(32), 1_141_440)),
  };
  const validators = createValidators(options.leaders, random);
  const wallets = Array.from(
    { length: options.wallets },
    () => new Account(random.bytes(32), random.spread(34, 43)),
  );
  const mints = Array.from(
    { length: options.mints },
    (_, index): Mint => ({
      account: new Account(random.bytes(32), 1_461_600),
      decimals: random.pick([6, 6, 6, 8, 9]),
      tokenProgram: index % 5 === 4 ? programs.token2022 : programs.token,
    }),
  );
  const markets = Array.from({ length: options.markets }, () =>
    createMarket(programs.trading, mints, random),
  );
  fillLookupTables(
    [
      ...markets.flatMap(({ state, baseVault, quoteVault, authority }) => [
        state,
        baseVault,
        quoteVault,
        authority,
      ]),
      ...mints.map(({ account }) => account),
      programs.token,
      programs.token2022,
    ],
    TABLE_SIZE,
    random,
  );

  const walletSampler = zipfSampler(wallets.length);
  const mintSampler = zipfSampler(mints.length);
  const marketSampler = zipfSampler(markets.length);
  return {
    programs,
    sysvars: {
      clock: Account.fromAddress(CLOCK_SYSVAR, 1_169_280),
      rent: Account.fromAddress(RENT_SYSVAR, 1_009_200),
    },
    validators,
    leaderOf: leaderSchedule(options.seed, validators),
    wallets,
    mints,
    markets,
    jitoTipAccounts: JITO_TIP_ACCOUNTS.map((address) => Account.fromAddress(address, 1_000_000_000)),
    busyWallet: (from) => wallets[walletSampler(from)]!,
    busyMint: (from) => mints[mintSampler(from)]!,
    busyMarket: (from) => markets[marketSampler(from)]!,
    tokenAccountOf: walletTokenAccounts((wallet, mint, from) =>
      accountOf(mint, wallet, from.spread(20, 45), from),
    ),
  };
}

function accountOf(mint: Mint, owner: Account, amount: number, random: Random): Account {
  return Account.ofTokens(random.key(), mint, owner, BigInt(amount));
}

function createMarket(trading: Account[], mints: Mint[], random: Random): Market {
  const authority = new Account(random.bytes(32), 1_000_000);
  const baseMint = random.pick(mints);
  let quoteMint = random.pick(mints);
  while (quoteMint === baseMint) quoteMint = random.pick(mints);
  return {
    program: random.pick(trading),
    state: new Account(random.bytes(32), 6_124_800),
    authority,
    baseMint,
    quoteMint,
    baseVault: accountOf(baseMint, authority, random.spread(45, 52), random),
    quoteVault: accountOf(quoteMint, authority, random.spread(45, 52), random),
  };
}
