import { Account, TOKEN_ACCOUNT_RENT, TokenHolding } from '../../account.js';
import { instruction } from '../../kinds/common.js';
import type { PlanContext, Scenario, ScheduledTransaction } from '../../kinds/kind.js';
import type { PlannedSwap, Pool, TransactionPlan } from '../../plan.js';
import { readonly, writable, writableSigner } from '../../transaction-parts.js';
import { METADATA_PROGRAM } from '../addresses.js';
import { PUMP_INITIAL } from '../curves/pump-fun-curve.js';
import { DataWriter } from '../data-writer.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import { launchPool, type Market } from '../market.js';
import { PUMP_CURVE_RENT } from '../pool-maker.js';
import { type Bot, botPlan, newBot } from '../sandwich/bot.js';
import { dueSteps, type Step } from '../steps.js';
import { swapDirectly } from '../trade.js';

/** Probability of a launch per block. */
const RATE = 0.04;
const MINT_RENT = 1_461_600;

/**
 * A Pump.fun token is created and bought by its creator in one transaction, bought by others directly after it, and
 * sold by some of them in the following slots: round trips with buyers in between that are not sandwiches.
 */
export function launches(market: Market): Scenario {
  const later: Step[] = [];
  const accounts = launchAccounts(market);
  return {
    name: 'launches',
    schedule(context) {
      const due = dueSteps(later, context.slot);
      return context.random.chance(RATE) ? [...due, ...launch(context)] : due;
    },
  };

  function launch(context: PlanContext): ScheduledTransaction[] {
    const { random, slot } = context;
    const maker = newBot({ market, context });
    const pool = launchPool(market, maker.wallet);
    const position = 0.05 + 0.7 * random.unit();
    const steps: ScheduledTransaction[] = [
      { position, plan: (now) => createPlan(market, accounts, maker, pool, now) },
    ];
    for (let count = random.between(2, 7); count > 0; count -= 1) {
      const sniper = newBot({ market, context });
      const amountIn = BigInt(random.spread(28, 32));
      let bought: PlannedSwap | null = null;
      steps.push({
        position,
        plan(now) {
          const plan = botPlan('dex_snipe', sniper, now);
          bought = buy(market, plan, sniper, pool, amountIn, now);
          return finishPlan(plan);
        },
      });
      if (random.chance(0.6))
        later.push({
          slot: slot + random.between(1, 6),
          position: random.unit(),
          plan: (now) => sellAll(market, sniper, pool, bought, now),
        });
    }
    for (let count = random.between(2, 8); count > 0; count -= 1) {
      const wallet = random.pick(context.world.wallets);
      later.push({
        slot: slot + random.between(1, 8),
        position: random.unit(),
        plan(now) {
          const plan = swapPlan('dex_retail', wallet, now);
          if (wallet.lamports > 6_000_000_000)
            buy(market, plan, { wallet }, pool, BigInt(now.random.spread(27, 31)), now);
          return finishPlan(plan);
        },
      });
    }
    return steps;
  }
}

function buy(
  market: Market,
  plan: TransactionPlan,
  { wallet }: Pick<Bot, 'wallet'>,
  pool: Pool,
  amountIn: bigint,
  context: PlanContext,
): PlannedSwap | null {
  if (pool.curve.exactIn(true, amountIn) === null) return null;
  return swapDirectly(plan, { pool, isBuy: true, amountIn }, market.partyOf(wallet, pool), context);
}

function sellAll(
  market: Market,
  bot: Bot,
  pool: Pool,
  bought: PlannedSwap | null,
  context: PlanContext,
): TransactionPlan {
  const plan = botPlan('dex_snipe', bot, context);
  const amountIn = bought?.fill.traderOut ?? 0n;
  if (amountIn > 0n && pool.curve.exactIn(false, amountIn) !== null)
    swapDirectly(plan, { pool, isBuy: false, amountIn }, market.partyOf(bot.wallet, pool), context);
  return finishPlan(plan);
}

/** The accounts of a launch that no other transaction uses. */
export function launchAccounts({ shared }: Market) {
  return {
    metadata: Account.fromAddress(METADATA_PROGRAM, 1_141_440),
    mintAuthority: shared.newAccount(1_000_000),
  };
}

/** `create` (pump-fun/pump-public-docs `idl/pump.json`): mint, curve and its token account, all supply to the curve. */
export function createPlan(
  market: Market,
  { metadata, mintAuthority }: ReturnType<typeof launchAccounts>,
  maker: Bot,
  pool: Pool,
  context: PlanContext,
): TransactionPlan {
  const { shared, pumpFun } = market;
  const { baseMint, baseVault } = pool;
  const { world, random } = context;
  const user = maker.wallet;
  const plan = botPlan('dex_launch', maker, context);
  const mint = baseMint.account;
  const name = `Token ${random.below(100_000)}`;
  baseMint.names = { name, symbol: 'TKN' };
  const created = [
    { account: mint, lamports: MINT_RENT },
    { account: pool.account, lamports: PUMP_CURVE_RENT },
    { account: baseVault, lamports: TOKEN_ACCOUNT_RENT },
  ];
  const mintTo = new DataWriter().u8(7).u64(PUMP_INITIAL.supply).done();
  plan.instructions.push(
    instruction(
      pumpFun.program,
      [
        writableSigner(mint),
        readonly(mintAuthority),
        writable(pool.account),
        writable(baseVault),
        readonly(pumpFun.global),
        readonly(metadata),
        writable(shared.newAccount(15_616_720)),
        writableSigner(user),
        readonly(shared.system),
        readonly(baseMint.tokenProgram),
        readonly(shared.associatedToken),
        readonly(world.sysvars.rent),
        readonly(pumpFun.eventAuthority),
        readonly(pumpFun.program),
      ],
      new DataWriter()
        .hex('181ec828051c0777')
        .text(name)
        .text('TKN')
        .text('https://example.invalid/token.json')
        .bytes(user.key)
        .done(),
      [
        ...created.map(({ account, lamports }) => ({
          program: shared.system,
          accounts: [user, account],
          data: new DataWriter()
            .u32(0)
            .u64(BigInt(lamports))
            .u64(165n)
            .bytes(baseMint.tokenProgram.key)
            .done(),
          stackHeight: 2,
        })),
        {
          program: baseMint.tokenProgram,
          accounts: [mint, baseVault, mintAuthority],
          data: mintTo,
          stackHeight: 2,
        },
      ],
    ),
  );
  for (const { account, lamports } of created) plan.lamportMoves.push({ from: user, to: account, lamports });
  plan.opens = [{ account: baseVault, holding: new TokenHolding(baseMint, pool.account, 0n) }];
  plan.tokenMoves.push({ from: null, to: baseVault, amount: PUMP_INITIAL.supply });
  plan.computeUnits += 90_000;
  buy(market, plan, maker, pool, BigInt(random.spread(29, 32)), context);
  return finishPlan(plan);
}
