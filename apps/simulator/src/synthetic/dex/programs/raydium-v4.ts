import { Account } from '../../account.js';
import type { Dex } from '../../plan.js';
import { readonly, writable } from '../../transaction-parts.js';
import { RAYDIUM_V4_PROGRAM } from '../addresses.js';
import { DataWriter } from '../data-writer.js';
import { authorityOf, sidesOf, swapCall, tokenTransfer } from '../token-calls.js';
import type { SharedAccounts } from './shared.js';

/**
 * Raydium AMM v4 `swap_base_in` (9): 18 accounts, or 17 without the target orders (variant 1), and variant 2,
 * `swap_base_in_v2` (16), without the order book's eight.
 *
 * Source: raydium-io/raydium-amm `program/src/instruction.rs`.
 */
export function raydiumV4(shared: SharedAccounts): Dex {
  const program = Account.fromAddress(RAYDIUM_V4_PROGRAM, 1_141_440);
  return {
    name: 'raydium_v4',
    program,
    logName: 'ray_log',
    slippageErrorCode: () => 30,
    computeUnits: 32_000,
    swapCall({ pool, fill, party, limit, amountIn }) {
      const { accounts, baseVault, quoteVault, variant } = pool;
      const authority = accounts['authority']!;
      const { mintIn, mintOut, source, destination, vaultIn, vaultOut } = sidesOf(pool, party, fill.isBuy);
      const vaults = pool.isQuoteFirst ? [quoteVault, baseVault] : [baseVault, quoteVault];
      const isV2 = variant === 2;
      const call = swapCall(
        program,
        [
          readonly(shared.token),
          writable(pool.account),
          readonly(authority),
          ...(isV2 ? [] : [writable(accounts['openOrders']!)]),
          ...(variant === 0 ? [writable(accounts['targetOrders']!)] : []),
          writable(vaults[0]!),
          writable(vaults[1]!),
          ...(isV2
            ? []
            : [
                readonly(accounts['bookProgram']!),
                writable(accounts['market']!),
                writable(accounts['bids']!),
                writable(accounts['asks']!),
                writable(accounts['eventQueue']!),
                writable(accounts['bookBaseVault']!),
                writable(accounts['bookQuoteVault']!),
                readonly(accounts['bookSigner']!),
              ]),
          writable(source),
          writable(destination),
          authorityOf(party),
        ],
        new DataWriter()
          .u8(isV2 ? 16 : 9)
          .u64(amountIn)
          .u64(limit)
          .done(),
      );
      tokenTransfer(call, mintIn, source, vaultIn, party.authority, fill.traderIn);
      tokenTransfer(call, mintOut, vaultOut, destination, authority, fill.traderOut);
      return call;
    },
  };
}
