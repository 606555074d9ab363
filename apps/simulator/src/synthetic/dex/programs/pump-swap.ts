import { Account } from '../../account.js';
import type { Dex, SwapCallRequest } from '../../plan.js';
import { readonly, writable, writableSigner } from '../../transaction-parts.js';
import { PUMP_SWAP_EVENT_AUTHORITY, PUMP_SWAP_GLOBAL, PUMP_SWAP_PROGRAM } from '../addresses.js';
import { PUMP_SWAP_FEES } from '../curves/pump-swap-curve.js';
import { DataWriter } from '../data-writer.js';
import { swapCall, tokenTransferChecked } from '../token-calls.js';
import type { SharedAccounts } from './shared.js';

/**
 * PumpSwap's `buy`, `buy_exact_quote_in` and `sell`, and the events to itself.
 *
 * Source: pump-fun/pump-public-docs `idl/pump_amm.json` (instructions, `BuyEvent`, `SellEvent`).
 */
export function pumpSwap(shared: SharedAccounts): Dex {
  const program = Account.fromAddress(PUMP_SWAP_PROGRAM, 1_141_440);
  const global = Account.fromAddress(PUMP_SWAP_GLOBAL, 5_000_000);
  const eventAuthority = Account.fromAddress(PUMP_SWAP_EVENT_AUTHORITY, 1_000_000);
  const globalVolume = shared.newAccount(4_913_520);
  const feeConfig = shared.newAccount(2_000_000);
  return {
    name: 'pump_swap',
    program,
    logName: 'Instruction: Buy',
    slippageErrorCode: () => 6004,
    computeUnits: 75_000,
    swapCall(request) {
      const { pool, fill, party, limit, amountIn, isExactOut } = request;
      const { accounts, baseMint, quoteMint, baseVault, quoteVault } = pool;
      const quote = party.quote!;
      const protocolAccount = accounts['protocolTokenAccount']!;
      const creatorAccount = accounts['creatorTokenAccount']!;
      const data = new DataWriter();
      if (!fill.isBuy) data.hex('33e685a4017f83ad').u64(fill.traderIn).u64(limit);
      else if (isExactOut) data.hex('66063d1201daebea').u64(fill.traderOut).u64(limit).u8(0);
      else data.hex('c62e1552b4d9e870').u64(amountIn).u64(limit).u8(0);
      const { authority } = party;
      const user = party.isAuthoritySigner ? writableSigner(authority) : writable(authority);
      const call = swapCall(
        program,
        [
          writable(pool.account),
          user,
          readonly(global),
          readonly(baseMint.account),
          readonly(quoteMint.account),
          writable(party.base),
          writable(quote),
          writable(baseVault),
          writable(quoteVault),
          readonly(accounts['protocol']!),
          writable(protocolAccount),
          readonly(baseMint.tokenProgram),
          readonly(quoteMint.tokenProgram),
          readonly(shared.system),
          readonly(shared.associatedToken),
          readonly(eventAuthority),
          readonly(program),
          writable(creatorAccount),
          readonly(accounts['creatorVault']!),
          ...(fill.isBuy
            ? [readonly(globalVolume), writable(shared.volumeAccumulatorOf(party.authority))]
            : []),
          readonly(feeConfig),
          readonly(shared.pumpFeeProgram),
        ],
        data.done(),
      );
      if (fill.isBuy) {
        tokenTransferChecked(call, baseMint, baseVault, party.base, pool.account, fill.traderOut);
        tokenTransferChecked(call, quoteMint, quote, quoteVault, party.authority, fill.poolIn);
        tokenTransferChecked(call, quoteMint, quote, protocolAccount, party.authority, fill.protocolFee);
        tokenTransferChecked(call, quoteMint, quote, creatorAccount, party.authority, fill.creatorFee);
      } else {
        tokenTransferChecked(call, baseMint, party.base, baseVault, party.authority, fill.traderIn);
        tokenTransferChecked(call, quoteMint, quoteVault, quote, pool.account, fill.traderOut);
        tokenTransferChecked(call, quoteMint, quoteVault, protocolAccount, pool.account, fill.protocolFee);
        tokenTransferChecked(call, quoteMint, quoteVault, creatorAccount, pool.account, fill.creatorFee);
      }
      call.inner.push({ program, accounts: [eventAuthority], data: tradeEvent(request) });
      return call;
    },
  };
}

function tradeEvent({ pool, fill, party, limit, time }: SwapCallRequest): Buffer {
  const { accounts } = pool;
  const { liquidity, protocol, creator } = PUMP_SWAP_FEES;
  // On a buy the pool gains the quote and the liquidity fee; on a sell it loses the quote less that fee.
  const quote = fill.isBuy ? fill.poolIn - fill.liquidityFee : fill.poolOut + fill.liquidityFee;
  const base = fill.isBuy ? fill.poolOut : fill.poolIn;
  const writer = new DataWriter()
    .hex('e445a52e51cb9a1d')
    .hex(fill.isBuy ? '67f4521f2cf57777' : '3e2f370aa503dc2a')
    .u64(BigInt(time))
    .u64(base)
    .u64(limit)
    .u64(party.base.token!.amount)
    // An account that the transaction makes itself is not there yet.
    .u64(party.quote?.token?.amount ?? 0n)
    .u64(pool.baseVault.token!.amount)
    .u64(pool.quoteVault.token!.amount)
    .u64(quote)
    .u64(liquidity)
    .u64(fill.liquidityFee)
    .u64(protocol)
    .u64(fill.protocolFee)
    .u64(fill.isBuy ? fill.poolIn : fill.poolOut)
    .u64(fill.isBuy ? fill.traderIn : fill.traderOut)
    .bytes(pool.account.key)
    .bytes(party.authority.key)
    .bytes(party.base.key)
    .bytes(party.quote!.key)
    .bytes(accounts['protocol']!.key)
    .bytes(accounts['protocolTokenAccount']!.key)
    .bytes(accounts['creator']!.key)
    .u64(creator)
    .u64(fill.creatorFee);
  if (fill.isBuy) writer.bool(true).u64(0n).u64(0n).u64(quote).u64(BigInt(time));
  return writer.done();
}
