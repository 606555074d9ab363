import { Account } from '../../account.js';
import type { Dex, Pool } from '../../plan.js';
import { type AccountUse, readonly, writable } from '../../transaction-parts.js';
import { ORCA_WHIRLPOOL_PROGRAM } from '../addresses.js';
import type { Fill } from '../curve.js';
import { DataWriter } from '../data-writer.js';
import { authorityOf, swapCall, tokenTransfer, tokenTransferChecked } from '../token-calls.js';
import type { SharedAccounts } from './shared.js';

/** `MIN_SQRT_PRICE_X64`, `MAX_SQRT_PRICE_X64`: no limit of the trader's own. */
const LOWEST_SQRT_PRICE = 4_295_048_016n;
const HIGHEST_SQRT_PRICE = 79_226_673_515_401_279_992_447_579_055n;
/** The protocol's share of the fee, in hundredths of a percent; each pool has its own. */
const PROTOCOL_FEE_RATE = 1_300n;

/**
 * Orca Whirlpool `swap` (variant 0) and `swap_v2`.
 *
 * Source: orca-so/whirlpools `programs/whirlpool/src/instructions/swap.rs`, `v2/swap.rs`.
 */
export function orcaWhirlpool(shared: SharedAccounts): Dex {
  const program = Account.fromAddress(ORCA_WHIRLPOOL_PROGRAM, 1_141_440);
  return {
    name: 'orca_whirlpool',
    program,
    logName: 'Instruction: Swap',
    slippageErrorCode: () => 6036,
    computeUnits: 52_000,
    swapCall({ pool, fill, party, limit, amountIn }) {
      const { accounts, baseMint, quoteMint, baseVault, quoteVault } = pool;
      const baseIsA = !pool.isQuoteFirst;
      const quote = party.quote!;
      const a = { mint: baseMint, owner: party.base, vault: baseVault };
      const b = { mint: quoteMint, owner: quote, vault: quoteVault };
      const [first, second] = baseIsA ? [a, b] : [b, a];
      const aToB = fill.isBuy !== baseIsA;
      const [paid, got] = aToB ? [first, second] : [second, first];
      const authority = authorityOf(party);
      const ticks: AccountUse[] = [
        writable(accounts['ticks0']!),
        writable(accounts['ticks1']!),
        writable(accounts['ticks2']!),
      ];
      const isV2 = pool.variant !== 0;
      const data = new DataWriter()
        .hex(isV2 ? '2b04ed0b1ac91e62' : 'f8c69e91e17587c8')
        .u64(amountIn)
        .u64(limit)
        .u128(aToB ? LOWEST_SQRT_PRICE : HIGHEST_SQRT_PRICE)
        .bool(true)
        .bool(aToB);
      if (isV2) data.u8(0);
      const call = swapCall(
        program,
        isV2
          ? [
              readonly(first.mint.tokenProgram),
              readonly(second.mint.tokenProgram),
              readonly(shared.memo),
              authority,
              writable(pool.account),
              readonly(first.mint.account),
              readonly(second.mint.account),
              writable(first.owner),
              writable(first.vault),
              writable(second.owner),
              writable(second.vault),
              ...ticks,
              writable(accounts['oracle']!),
            ]
          : [
              readonly(shared.token),
              authority,
              writable(pool.account),
              writable(first.owner),
              writable(first.vault),
              writable(second.owner),
              writable(second.vault),
              ...ticks,
              readonly(accounts['oracle']!),
            ],
        data.done(),
      );
      const transfer = isV2 ? tokenTransferChecked : tokenTransfer;
      transfer(call, paid.mint, paid.owner, paid.vault, party.authority, fill.traderIn);
      transfer(call, got.mint, got.vault, got.owner, pool.account, fill.traderOut);
      call.logged = tradedEvent(pool, fill, aToB);
      return call;
    },
  };
}

/** Event `Traded`: its input contains what the mint withheld. Source: `programs/whirlpool/src/events.rs`. */
function tradedEvent(pool: Pool, fill: Fill, aToB: boolean): Buffer {
  const { before, after, fee } = fill.priceMove!;
  const withheld = fill.withheld ?? 0n;
  const [withheldIn, withheldOut] = fill.isBuy ? [0n, withheld] : [withheld, 0n];
  const protocolFee = (fee * PROTOCOL_FEE_RATE) / 10_000n;
  return new DataWriter()
    .hex('e1ca49af932ba096')
    .bytes(pool.account.key)
    .bool(aToB)
    .u128(before)
    .u128(after)
    .u64(fill.traderIn)
    .u64(fill.poolOut)
    .u64(withheldIn)
    .u64(withheldOut)
    .u64(fee - protocolFee)
    .u64(protocolFee)
    .done();
}
