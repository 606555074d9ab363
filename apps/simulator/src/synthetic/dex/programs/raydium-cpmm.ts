import { Account } from '../../account.js';
import type { Dex } from '../../plan.js';
import { readonly, writable } from '../../transaction-parts.js';
import { RAYDIUM_CPMM_PROGRAM } from '../addresses.js';
import { DataWriter } from '../data-writer.js';
import { authorityOf, sidesOf, swapCall, tokenTransferChecked } from '../token-calls.js';

/**
 * Raydium CPMM `swap_base_input`.
 *
 * Source: raydium-io/raydium-idl `raydium_cpmm/raydium_cp_swap.json`.
 */
export function raydiumCpmm(): Dex {
  const program = Account.fromAddress(RAYDIUM_CPMM_PROGRAM, 1_141_440);
  return {
    name: 'raydium_cpmm',
    program,
    logName: 'Instruction: SwapBaseInput',
    slippageErrorCode: () => 6005,
    computeUnits: 38_000,
    swapCall({ pool, fill, party, limit, amountIn }) {
      const { accounts } = pool;
      const authority = accounts['authority']!;
      const { mintIn, mintOut, source, destination, vaultIn, vaultOut } = sidesOf(pool, party, fill.isBuy);
      const call = swapCall(
        program,
        [
          authorityOf(party),
          readonly(authority),
          readonly(accounts['config']!),
          writable(pool.account),
          writable(source),
          writable(destination),
          writable(vaultIn),
          writable(vaultOut),
          readonly(mintIn.tokenProgram),
          readonly(mintOut.tokenProgram),
          readonly(mintIn.account),
          readonly(mintOut.account),
          writable(accounts['observation']!),
        ],
        new DataWriter().hex('8fbe5adac41e33de').u64(amountIn).u64(limit).done(),
      );
      const withheld = fill.withheld ?? 0n;
      const [keptIn, keptOut] = fill.isBuy ? [0n, withheld] : [withheld, 0n];
      tokenTransferChecked(call, mintIn, source, vaultIn, party.authority, fill.traderIn, keptIn);
      tokenTransferChecked(call, mintOut, vaultOut, destination, authority, fill.poolOut, keptOut);
      return call;
    },
  };
}
