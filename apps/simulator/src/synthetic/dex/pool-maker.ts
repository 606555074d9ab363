import { Account, type Mint } from '../account.js';
import type { Dex, Pool } from '../plan.js';
import type { Random } from '../random.js';
import { OPENBOOK_PROGRAM, RAYDIUM_CPMM_AUTHORITY, RAYDIUM_V4_AUTHORITY } from './addresses.js';
import type { Curve } from './curve.js';
import { amountOfA, amountOfB, OrcaWhirlpoolCurve, squareRoot } from './curves/orca-whirlpool-curve.js';
import { PUMP_INITIAL, PumpFunCurve, type PumpFunState } from './curves/pump-fun-curve.js';
import { PumpSwapCurve } from './curves/pump-swap-curve.js';
import { RAYDIUM_V4_FEES, RaydiumCurve } from './curves/raydium-curve.js';
import { TransferFeeCurve } from './curves/transfer-fee-curve.js';
import type { DexName } from './pool.js';
import type { PumpFun } from './programs/pump-fun.js';
import type { SharedAccounts } from './programs/shared.js';

interface CurveKit {
  random: Random;
  shared: SharedAccounts;
  pump: PumpFun;
  wrappedSol: Mint;
  newTokenAccount(owner: Account, mint: Mint, amount: bigint): Account;
}

interface PoolKit extends CurveKit {
  dexes: Readonly<Record<DexName, Dex>>;
  usdc: Mint;
  token2022: Account;
  tokenAccountOf(owner: Account, mint: Mint): Account;
}

const SOL = 1_000_000_000n;
const TOKEN_SUPPLY = 1_000_000_000_000_000n;
const USDC_PER_SOL = 150n;

interface Shape {
  baseMint: Mint;
  quoteMint: Mint;
  /** Initial reserves that determine the price. */
  base: bigint;
  quote: bigint;
}

function poolOf(
  dex: Dex,
  { baseMint, quoteMint }: Pick<Shape, 'baseMint' | 'quoteMint'>,
  account: Account,
  [baseVault, quoteVault]: readonly [Account, Account],
  curve: Curve,
  accounts: Record<string, Account>,
  form: Partial<Pick<Pool, 'variant' | 'isQuoteFirst' | 'isNative'>> = {},
): Pool {
  return {
    ...{ dex, account, baseMint, quoteMint, baseVault, quoteVault, accounts, curve },
    ...{ variant: 0, isQuoteFirst: false, isNative: false, journal: null, reservedUntilSlot: 0 },
    ...form,
  };
}

/** Creates the pools that a chain starts with. Every token except those of curves has pools on two DEXs. */
export function poolMaker(kit: PoolKit) {
  const { random, shared, dexes, wrappedSol, usdc } = kit;
  const book = Account.fromAddress(OPENBOOK_PROGRAM, 1_141_440);
  const v4Authority = Account.fromAddress(RAYDIUM_V4_AUTHORITY, 20_000_000_000);
  const cpmmAuthority = Account.fromAddress(RAYDIUM_CPMM_AUTHORITY, 20_000_000_000);
  const feeConfigs = [2_500n, 10_000n, 4_000n].map((trade) => ({
    account: shared.newAccount(2_533_440),
    fees: { trade, protocol: 120_000n, fund: 40_000n },
  }));
  const protocol = shared.newAccount(5_000_000_000);
  const protocolTokens = kit.newTokenAccount(protocol, wrappedSol, 20n * SOL);

  const newMint = (): Mint => ({
    account: shared.newAccount(1_461_600),
    decimals: 6,
    tokenProgram: shared.token,
  });

  const vaultsOf = (owner: Account, { baseMint, quoteMint }: Shape, base: bigint, quote: bigint) =>
    [kit.newTokenAccount(owner, baseMint, base), kit.newTokenAccount(owner, quoteMint, quote)] as const;

  const raydiumV4 = (shape: Shape): Pool => {
    // Reserves = vaults + open orders - profit to be taken, so the vaults differ from the reserves.
    const [inBook, profit] = [BigInt(random.below(40)), BigInt(random.below(20))];
    const vault = (reserve: bigint): bigint =>
      reserve - (reserve * inBook) / 1000n + (reserve * profit) / 10_000n;
    const accounts: Record<string, Account> = {
      authority: v4Authority,
      openOrders: shared.newAccount(23_357_760),
      targetOrders: shared.newAccount(16_258_560),
      bookProgram: book,
    };
    for (const name of ['market', 'bids', 'asks', 'eventQueue', 'bookSigner'])
      accounts[name] = shared.newAccount(3_591_360);
    const bookVaults = vaultsOf(accounts['bookSigner']!, shape, shape.base / 50n, shape.quote / 50n);
    [accounts['bookBaseVault'], accounts['bookQuoteVault']] = bookVaults;
    return poolOf(
      dexes.raydium_v4,
      shape,
      shared.newAccount(6_124_800),
      vaultsOf(v4Authority, shape, vault(shape.base), vault(shape.quote)),
      new RaydiumCurve(shape.base, shape.quote, RAYDIUM_V4_FEES),
      accounts,
      { variant: random.below(3), isQuoteFirst: random.chance(0.4) },
    );
  };

  const raydiumCpmm = (shape: Shape): Pool => {
    const config = random.pick(feeConfigs);
    const uncollected = (reserve: bigint): bigint => (reserve * BigInt(random.below(30))) / 10_000n;
    return poolOf(
      dexes.raydium_cpmm,
      shape,
      shared.newAccount(5_324_400),
      vaultsOf(
        cpmmAuthority,
        shape,
        shape.base + uncollected(shape.base),
        shape.quote + uncollected(shape.quote),
      ),
      new RaydiumCurve(shape.base, shape.quote, config.fees),
      { authority: cpmmAuthority, config: config.account, observation: shared.newAccount(29_000_000) },
    );
  };

  const orcaWhirlpool = (shape: Shape): Pool => {
    const { baseMint, quoteMint, base, quote } = shape;
    const baseIsA = Buffer.compare(baseMint.account.key, quoteMint.account.key) < 0;
    const [a, b] = baseIsA ? [base, quote] : [quote, base];
    const sqrtPrice = squareRoot((b << 128n) / a);
    const liquidity = squareRoot(a * b);
    // The price range: from a ninth of the present price to nine times it.
    const lowerSqrtPrice = sqrtPrice / 3n;
    const upperSqrtPrice = sqrtPrice * 3n;
    const account = shared.newAccount(5_435_760);
    const heldA = amountOfA(sqrtPrice, upperSqrtPrice, liquidity) + BigInt(random.spread(8, 24));
    const heldB = amountOfB(lowerSqrtPrice, sqrtPrice, liquidity) + BigInt(random.spread(8, 24));
    const accounts: Record<string, Account> = { oracle: shared.newAccount(2_115_840) };
    for (const name of ['ticks0', 'ticks1', 'ticks2']) accounts[name] = shared.newAccount(70_407_360);
    return poolOf(
      dexes.orca_whirlpool,
      shape,
      account,
      vaultsOf(account, shape, baseIsA ? heldA : heldB, baseIsA ? heldB : heldA),
      new OrcaWhirlpoolCurve(
        {
          liquidity,
          lowerSqrtPrice,
          upperSqrtPrice,
          feeRate: random.pick([500n, 3_000n, 10_000n]),
          baseIsA,
        },
        sqrtPrice,
      ),
      accounts,
      { variant: random.below(2), isQuoteFirst: !baseIsA },
    );
  };

  const pumpSwap = (shape: Shape): Pool => {
    const account = shared.newAccount(2_978_880);
    const creatorVault = shared.newAccount(890_880);
    return poolOf(
      dexes.pump_swap,
      shape,
      account,
      vaultsOf(account, shape, shape.base, shape.quote),
      new PumpSwapCurve(shape.base, shape.quote),
      {
        protocol,
        protocolTokenAccount: protocolTokens,
        creator: shared.newAccount(1_000_000_000),
        creatorVault,
        creatorTokenAccount: kit.newTokenAccount(creatorVault, wrappedSol, 0n),
      },
    );
  };

  /** A pool of SOL against tokens, at a price given by the value of the whole supply in lamports. */
  const against = (baseMint: Mint, capLamports: bigint): Shape => {
    const most = capLamports / 2n;
    const drawn = BigInt(random.spread(36, 41));
    const quote = drawn < most ? drawn : most;
    return { baseMint, quoteMint: wrappedSol, base: (quote * TOKEN_SUPPLY) / capLamports, quote };
  };

  return {
    solPools(count: number): Pool[] {
      const pools: Pool[] = [];
      while (pools.length < count) {
        const [first, second] = [newMint(), newMint()];
        const [firstCap, secondCap] = [BigInt(random.spread(38, 46)), BigInt(random.spread(38, 46))];
        pools.push(
          raydiumV4(against(first, firstCap)),
          raydiumCpmm(against(first, firstCap)),
          orcaWhirlpool(against(second, secondCap)),
          createPumpFunPool(kit, shared.newAccount(2_000_000_000), BigInt(random.between(2, 60)) * SOL),
          pumpSwap(against(second, secondCap)),
        );
      }
      return pools.slice(0, count);
    },
    solUsdcPools(): Pool[] {
      const shape = (): Shape => {
        const quote = BigInt(random.between(400_000, 3_000_000)) * 1_000_000n;
        return { baseMint: wrappedSol, quoteMint: usdc, base: (quote * 1_000n) / USDC_PER_SOL, quote };
      };
      return [orcaWhirlpool(shape()), raydiumV4(shape())];
    },
    transferFeePools(): Pool[] {
      return [100n, 400n, 25n].map((basisPoints) => {
        const baseMint: Mint = {
          ...newMint(),
          tokenProgram: kit.token2022,
          transferFee: { basisPoints, maximum: TOKEN_SUPPLY },
        };
        const pool = raydiumCpmm(against(baseMint, BigInt(random.spread(40, 44))));
        pool.curve = new TransferFeeCurve(pool.curve, baseMint.transferFee!);
        return pool;
      });
    },
    usdcPools(): Pool[] {
      const shape = (): Shape => {
        const quote = BigInt(random.between(50_000, 400_000)) * 1_000_000n;
        return { baseMint: newMint(), quoteMint: usdc, base: quote * BigInt(random.between(5, 900)), quote };
      };
      return [raydiumCpmm(shape()), orcaWhirlpool(shape()), raydiumV4(shape())];
    },
  };
}

/** A curve and its mint. `boughtFor`: what its buyers have paid so far; null if its mint is not created yet. */
export function createPumpFunPool(
  { random, shared, pump, wrappedSol, newTokenAccount }: CurveKit,
  creator: Account,
  boughtFor: bigint | null,
): Pool {
  const baseMint: Mint = {
    account: shared.newAccount(boughtFor === null ? 0 : 1_461_600),
    decimals: 6,
    tokenProgram: shared.token,
  };
  const { virtualSol, virtualTokens, realTokens, supply } = PUMP_INITIAL;
  const sol = boughtFor ?? 0n;
  const sold = virtualTokens - (virtualSol * virtualTokens) / (virtualSol + sol);
  const state: PumpFunState = {
    virtualSol: virtualSol + sol,
    virtualTokens: virtualTokens - sold,
    realSol: sol,
    realTokens: realTokens - sold,
  };
  const account = shared.newAccount(boughtFor === null ? 0 : Number(sol) + PUMP_CURVE_RENT);
  const baseVault = newTokenAccount(account, baseMint, boughtFor === null ? 0n : supply - sold);
  if (boughtFor === null) {
    // Neither exists yet.
    baseVault.lamports = 0;
    baseVault.token = null;
  }
  const accounts = {
    creator,
    creatorVault: shared.newAccount(890_880),
    feeRecipient: random.pick(pump.feeRecipients),
  };
  const mints = { baseMint, quoteMint: wrappedSol };
  return poolOf(pump, mints, account, [baseVault, account], new PumpFunCurve(state), accounts, {
    isNative: true,
  });
}

export const PUMP_CURVE_RENT = 1_691_280;
