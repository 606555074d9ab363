import type { Account, Mint } from '../account.js';
import { TOKEN_PROGRAM } from '../addresses.js';
import { transferCheckedCall } from '../dex/token-calls.js';
import { callLines, encodeLogs } from '../log-messages.js';
import type { TransactionPlan } from '../plan.js';
import { type PlannedInstruction, readonly, readonlySigner, writable } from '../transaction-parts.js';
import type { Market } from '../world.js';
import { basePlan, instruction, maybeFail, maybeTip } from './common.js';
import { fundedWallet, type PlanContext, type TransactionKind } from './kind.js';

const DISCRIMINATOR = Buffer.from('f8c69e91e17587c8', 'hex');

/**
 * A trade on an invented program's market, or a route over two: two inner token transfers each, with the market's state
 * and vaults written by every trader. These are the hot accounts; no decoder should know the program.
 */
export const marketTradeKind: TransactionKind = {
  name: 'market_trade',
  weight: 55,
  isUnlisted: true,
  plan(context) {
    const { random, world, options } = context;
    const trader = fundedWallet(context);
    const plan = basePlan('market_trade', trader, context);
    const hops = random.chance(0.3) ? 2 : 1;
    const markets: Market[] = [];
    while (markets.length < hops) {
      const market = world.busyMarket(random);
      if (!markets.includes(market)) markets.push(market);
    }
    for (const market of markets) plan.instructions.push(trade(plan, context, trader, market));
    plan.labels = { trades: hops };
    plan.computeUnits = random.between(25_000, 90_000) * hops;
    if (plan.computeUnitLimit !== null)
      plan.computeUnitLimit = Math.max(plan.computeUnitLimit, plan.computeUnits);
    if (options.logMessages) plan.logs = logsOf(markets[0]!.program, hops);
    maybeFail(plan, context, hops - 1);
    maybeTip(plan, context, 0.12);
    return plan;
  },
};

function trade(
  plan: TransactionPlan,
  context: PlanContext,
  trader: Account,
  market: Market,
): PlannedInstruction {
  const { random, world } = context;
  const { program, state, authority, baseMint, quoteMint, baseVault, quoteVault } = market;
  const traderBase = world.tokenAccountOf(trader, baseMint, random);
  const traderQuote = world.tokenAccountOf(trader, quoteMint, random);
  const isBuy = random.chance(0.5);
  const [mintIn, from, vaultIn] = isBuy
    ? [quoteMint, traderQuote, quoteVault]
    : [baseMint, traderBase, baseVault];
  const [mintOut, to, vaultOut] = isBuy
    ? [baseMint, traderBase, baseVault]
    : [quoteMint, traderQuote, quoteVault];

  const held = from.token!.amount;
  const reserveIn = vaultIn.token!.amount;
  const limit = reserveIn / 1000n < held ? reserveIn / 1000n : held;
  const amountIn = limit / BigInt(random.between(2, 500));
  const amountOut = (vaultOut.token!.amount * amountIn) / (reserveIn + amountIn);
  plan.tokenMoves.push({ from, to: vaultIn, amount: amountIn }, { from: vaultOut, to, amount: amountOut });

  const data = Buffer.alloc(24);
  DISCRIMINATOR.copy(data);
  data.writeBigUInt64LE(amountIn, 8);
  data.writeBigUInt64LE((amountOut * 99n) / 100n, 16);
  return instruction(
    program,
    [
      readonlySigner(trader),
      writable(state),
      readonly(authority),
      writable(baseVault),
      writable(quoteVault),
      writable(traderBase),
      writable(traderQuote),
      readonly(baseMint.account),
      readonly(quoteMint.account),
      readonly(baseMint.tokenProgram),
      readonly(quoteMint.tokenProgram),
    ],
    data,
    [inner(mintIn, from, vaultIn, trader, amountIn), inner(mintOut, vaultOut, to, authority, amountOut)],
  );
}

function inner(mint: Mint, from: Account, to: Account, authority: Account, amount: bigint) {
  return { ...transferCheckedCall(mint, from, to, authority, amount), stackHeight: 2 };
}

const cachedLogs = new Map<string, Buffer>();

function logsOf(program: Account, hops: number): Buffer {
  const cacheKey = `${program.text}/${hops}`;
  let logs = cachedLogs.get(cacheKey);
  if (logs === undefined) {
    const transfer = { program: TOKEN_PROGRAM, lines: ['Instruction: TransferChecked'], inner: [] };
    const call = { program: program.text, lines: ['Instruction: Trade'], inner: [transfer, transfer] };
    logs = encodeLogs(Array.from({ length: hops }, () => callLines(call)).flat());
    cachedLogs.set(cacheKey, logs);
  }
  return logs;
}
