import { Account } from '../../account.js';
import { readonly, readonlySigner, writable } from '../../plan.js';
import { RAYDIUM_CPMM_PROGRAM } from '../addresses.js';
import { DataWriter } from '../data-writer.js';
import type { Dex, SwapCall } from '../pool.js';
import { tokenTransferChecked } from '../token-calls.js';

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
      const { accounts, baseMint, quoteMint, baseVault, quoteVault } = pool;
      const authority = accounts['authority']!;
      const quote = party.quote!;
      const [source, destination] = fill.isBuy ? [quote, party.base] : [party.base, quote];
      const [vaultIn, vaultOut] = fill.isBuy ? [quoteVault, baseVault] : [baseVault, quoteVault];
      const [mintIn, mintOut] = fill.isBuy ? [quoteMint, baseMint] : [baseMint, quoteMint];
      const call: SwapCall = {
        program,
        uses: [
          party.isAuthoritySigner ? readonlySigner(party.authority) : readonly(party.authority),
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
        data: new DataWriter().hex('8fbe5adac41e33de').u64(amountIn).u64(limit).done(),
        inner: [],
        tokenMoves: [],
        lamportMoves: [],
      };
      const withheld = fill.withheld ?? 0n;
      const [keptIn, keptOut] = fill.isBuy ? [0n, withheld] : [withheld, 0n];
      tokenTransferChecked(call, mintIn, source, vaultIn, party.authority, fill.traderIn, keptIn);
      tokenTransferChecked(call, mintOut, vaultOut, destination, authority, fill.poolOut, keptOut);
      return call;
    },
  };
}
