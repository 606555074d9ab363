import { Account, type Mint } from '../account.js';
import type { GeneratorOptions } from '../options.js';
import type { Dex, Party, Pool } from '../plan.js';
import { Random, zipfSampler } from '../random.js';
import type { World } from '../world.js';
import { JUPITER_EVENT_AUTHORITY, JUPITER_PROGRAM, USDC_MINT, WRAPPED_SOL_MINT } from './addresses.js';
import { addLookupTables } from './lookup-tables.js';
import type { DexName } from './pool.js';
import { createPumpFunPool, poolMaker } from './pool-maker.js';
import { orcaWhirlpool } from './programs/orca-whirlpool.js';
import { type PumpFun, pumpFun } from './programs/pump-fun.js';
import { pumpSwap } from './programs/pump-swap.js';
import { raydiumCpmm } from './programs/raydium-cpmm.js';
import { raydiumV4 } from './programs/raydium-v4.js';
import { type SharedAccounts, sharedAccounts } from './programs/shared.js';
import { createTokenAccounts, type TokenAccounts } from './token-accounts.js';

/** Everything that swaps of the generated chain use besides the world. */
export interface Market extends TokenAccounts {
  world: World;
  shared: SharedAccounts;
  /** Randomness for everything outside blocks: keys, pool sizes. */
  random: Random;
  dexes: Readonly<Record<DexName, Dex>>;
  pumpFun: PumpFun;
  wrappedSol: Mint;
  usdc: Mint;
  /** Quoted in SOL, ordered by traffic; launched curves are appended. */
  pools: Pool[];
  /** Quoted in USDC: middle hops of routes. */
  usdcPools: Pool[];
  solUsdcPools: Pool[];
  /** Pools of tokens with a transfer fee; traded directly only. */
  transferFeePools: Pool[];
  /** Mints of the newest launched curves, for account queries. */
  launchedMints: Mint[];
  jupiter: { program: Account; eventAuthority: Account; authorities: Account[] };
  /** Creates pools that no drawn transaction trades in. Before the first block only. */
  quietPools(count: number): { sol: Pool[]; usdc: Pool[] };
  busyPool(random: Random): Pool;
  /** Another pool of the same two tokens; null if there is none. */
  sameTokensPoolOf(pool: Pool): Pool | null;
  newWallet(lamports: number): Account;
  /** A wallet that trades with its own accounts, or with those of a program-derived address. */
  partyOf(wallet: Account, pool: Pool, authority?: Account): Party;
}

const SHARED_AUTHORITIES = 4;

export function createMarket(world: World, options: GeneratorOptions): Market {
  const random = new Random(`${options.seed}/dex`);
  const shared = sharedAccounts(world, () => random.key());
  const pump = pumpFun(shared);
  const dexes: Record<DexName, Dex> = {
    raydium_v4: raydiumV4(shared),
    raydium_cpmm: raydiumCpmm(),
    orca_whirlpool: orcaWhirlpool(shared),
    pump_fun: pump,
    pump_swap: pumpSwap(shared),
  };
  const token = world.programs.token;
  const mintAt = (address: string, decimals: number): Mint => ({
    account: Account.fromAddress(address, 1_461_600),
    decimals,
    tokenProgram: token,
  });
  const wrappedSol: Mint = { ...mintAt(WRAPPED_SOL_MINT, 9), isNative: true };
  const usdc = mintAt(USDC_MINT, 6);

  const tokenAccounts = createTokenAccounts(random, wrappedSol, world.wallets);
  const make = poolMaker({
    random,
    shared,
    dexes,
    wrappedSol,
    usdc,
    pump,
    token2022: world.programs.token2022,
    ...tokenAccounts,
  });
  const pools = make.solPools(options.pools);
  const solUsdcPools = make.solUsdcPools();
  const usdcPools = make.usdcPools();
  const transferFeePools = make.transferFeePools();
  addLookupTables([...pools, ...solUsdcPools, ...usdcPools, ...transferFeePools], [wrappedSol, usdc], random);
  const authorities = Array.from(
    { length: SHARED_AUTHORITIES },
    () => new Account(random.bytes(32), 10_000_000),
  );
  // A resumed chain has the same pools, but must not launch the same tokens or create the same wallets again.
  if (options.parent !== null) random.restart(`${options.seed}/dex/from ${options.firstSlot}`);
  const sample = zipfSampler(pools.length);
  const sameTokensPools = pairSameTokensPools(pools);

  return {
    world,
    shared,
    random,
    dexes,
    pumpFun: pump,
    wrappedSol,
    usdc,
    pools,
    usdcPools,
    solUsdcPools,
    transferFeePools,
    launchedMints: [],
    jupiter: {
      program: Account.fromAddress(JUPITER_PROGRAM, 1_141_440),
      eventAuthority: Account.fromAddress(JUPITER_EVENT_AUTHORITY, 1_000_000),
      authorities,
    },
    quietPools(count) {
      const sol = make.solPools(count);
      const usdc = Array.from({ length: Math.ceil(count / 24) }, () => make.usdcPools()).flat();
      addLookupTables([...sol, ...usdc], [], random);
      return { sol, usdc };
    },
    busyPool: (from) => pools[sample(from)]!,
    sameTokensPoolOf: (pool) => sameTokensPools.get(pool) ?? null,
    newWallet: (lamports) => new Account(random.key(), lamports),
    ...tokenAccounts,
    partyOf: (wallet, pool, authority = wallet) => ({
      wallet,
      authority,
      isAuthoritySigner: authority === wallet,
      base: tokenAccounts.tokenAccountOf(authority, pool.baseMint),
      quote: pool.isNative ? null : tokenAccounts.tokenAccountOf(authority, pool.quoteMint),
    }),
  };
}

function pairSameTokensPools(pools: readonly Pool[]): Map<Pool, Pool> {
  const byMint = new Map<Mint, Pool>();
  const pairs = new Map<Pool, Pool>();
  for (const pool of pools) {
    const other = byMint.get(pool.baseMint);
    if (other === undefined) byMint.set(pool.baseMint, pool);
    else {
      pairs.set(pool, other);
      pairs.set(other, pool);
    }
  }
  return pairs;
}

/** Creates a curve with a new mint while the chain runs. */
export function launchPool(market: Market, creator: Account): Pool {
  const { random, shared, pumpFun: pump, wrappedSol, newTokenAccount, launchedMints } = market;
  const pool = createPumpFunPool({ random, shared, pump, wrappedSol, newTokenAccount }, creator, null);
  launchedMints.push(pool.baseMint);
  if (launchedMints.length > MOST_LAUNCHED_MINTS) launchedMints.shift();
  return pool;
}

/** About 14 hours of launches. Older ones are no longer traded, and each keeps its accounts in memory. */
const MOST_LAUNCHED_MINTS = 2_000;
