import { Account } from '../../account.js';
import type { Dex, Pool, SwapCallRequest } from '../../plan.js';
import { readonly, writable, writableSigner } from '../../transaction-parts.js';
import { PUMP_EVENT_AUTHORITY, PUMP_FEE_RECIPIENTS, PUMP_FUN_PROGRAM, PUMP_GLOBAL } from '../addresses.js';
import { PUMP_FUN_FEES, PumpFunCurve, type PumpFunState } from '../curves/pump-fun-curve.js';
import { DataWriter } from '../data-writer.js';
import { lamportCall, swapCall, tokenTransfer } from '../token-calls.js';
import type { SharedAccounts } from './shared.js';

const EVENT_TAG = 'e445a52e51cb9a1d';
const TRADE_EVENT = 'bddb7fd34ee661ee';

export interface PumpFun extends Dex {
  global: Account;
  eventAuthority: Account;
  feeRecipients: Account[];
}

/**
 * Pump.fun's `buy`, `buy_exact_sol_in` and `sell`, whose SOL legs are lamports. A buyer's go by system transfers to the
 * curve and the fee recipients. A seller's come directly from the curve's lamports, which no instruction shows. The
 * program calls itself with an event that contains all amounts.
 *
 * Source: pump-fun/pump-public-docs `idl/pump.json` (instructions, event `TradeEvent`).
 */
export function pumpFun(shared: SharedAccounts): PumpFun {
  const program = Account.fromAddress(PUMP_FUN_PROGRAM, 1_141_440);
  const global = Account.fromAddress(PUMP_GLOBAL, 6_124_800);
  const eventAuthority = Account.fromAddress(PUMP_EVENT_AUTHORITY, 1_000_000);
  const feeRecipients = PUMP_FEE_RECIPIENTS.map((address) => Account.fromAddress(address, 50_000_000_000));
  const globalVolume = shared.newAccount(4_913_520);
  const feeConfig = shared.newAccount(2_000_000);
  return {
    name: 'pump_fun',
    program,
    global,
    eventAuthority,
    feeRecipients,
    logName: 'Instruction: Buy',
    slippageErrorCode: (isBuy) => (isBuy ? 6002 : 6003),
    computeUnits: 60_000,
    swapCall(request) {
      const { pool, fill, party, limit, amountIn, isExactOut } = request;
      const { accounts, baseMint, baseVault } = pool;
      const feeRecipient = accounts['feeRecipient']!;
      const creatorVault = accounts['creatorVault']!;
      const user = party.wallet;
      const data = new DataWriter();
      if (!fill.isBuy) data.hex('33e685a4017f83ad').u64(fill.traderIn).u64(limit);
      else if (isExactOut) data.hex('66063d1201daebea').u64(fill.traderOut).u64(limit).u8(0);
      else data.hex('38fc74089edfcd5f').u64(amountIn).u64(limit).u8(0);
      const call = swapCall(
        program,
        [
          readonly(global),
          writable(feeRecipient),
          readonly(baseMint.account),
          writable(pool.account),
          writable(baseVault),
          writable(party.base),
          writableSigner(user),
          readonly(shared.system),
          ...(fill.isBuy
            ? [readonly(baseMint.tokenProgram), writable(creatorVault)]
            : [writable(creatorVault), readonly(baseMint.tokenProgram)]),
          readonly(eventAuthority),
          readonly(program),
          ...(fill.isBuy ? [readonly(globalVolume), writable(shared.volumeAccumulatorOf(user))] : []),
          readonly(feeConfig),
          readonly(shared.pumpFeeProgram),
        ],
        data.done(),
      );
      if (fill.isBuy) {
        tokenTransfer(call, baseMint, baseVault, party.base, pool.account, fill.traderOut);
        lamportCall(call, shared.system, user, pool.account, fill.poolIn);
        lamportCall(call, shared.system, user, feeRecipient, fill.protocolFee);
        lamportCall(call, shared.system, user, creatorVault, fill.creatorFee);
      } else {
        tokenTransfer(call, baseMint, party.base, baseVault, user, fill.traderIn);
        const pay = (to: Account, lamports: bigint): unknown =>
          call.lamportMoves.push({ from: pool.account, to, lamports: Number(lamports) });
        pay(user, fill.traderOut);
        pay(feeRecipient, fill.protocolFee);
        pay(creatorVault, fill.creatorFee);
      }
      call.inner.push({ program, accounts: [eventAuthority], data: tradeEvent(request) });
      return call;
    },
  };
}

function curveState({ curve }: Pool): PumpFunState {
  if (!(curve instanceof PumpFunCurve)) throw new Error('a Pump.fun pool has no PumpFunCurve');
  return curve.state;
}

function tradeEvent({ pool, fill, party, time, isExactOut }: SwapCallRequest): Buffer {
  const { accounts, baseMint } = pool;
  const { virtualSol, virtualTokens, realSol, realTokens } = curveState(pool);
  const sol = fill.isBuy ? fill.poolIn : fill.poolOut;
  const tokens = fill.isBuy ? fill.poolOut : fill.poolIn;
  const [moreSol, moreTokens] = fill.isBuy ? [sol, -tokens] : [-sol, tokens];
  return new DataWriter()
    .hex(EVENT_TAG)
    .hex(TRADE_EVENT)
    .bytes(baseMint.account.key)
    .u64(sol)
    .u64(tokens)
    .bool(fill.isBuy)
    .bytes(party.wallet.key)
    .u64(BigInt(time))
    .u64(virtualSol + moreSol)
    .u64(virtualTokens + moreTokens)
    .u64(realSol + moreSol)
    .u64(realTokens + moreTokens)
    .bytes(accounts['feeRecipient']!.key)
    .u64(PUMP_FUN_FEES.protocol)
    .u64(fill.protocolFee)
    .bytes(accounts['creator']!.key)
    .u64(PUMP_FUN_FEES.creator)
    .u64(fill.creatorFee)
    .bool(fill.isBuy)
    .u64(0n)
    .u64(0n)
    .u64(fill.isBuy ? sol : 0n)
    .u64(BigInt(time))
    .text(!fill.isBuy ? 'sell' : isExactOut ? 'buy' : 'buy_exact_sol_in')
    .bool(false)
    .u64(0n)
    .u64(0n)
    .done();
}
