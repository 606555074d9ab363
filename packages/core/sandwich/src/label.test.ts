import { existsSync, readFileSync } from 'node:fs';
import { SOL_MINT, type Swap } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './engine/detect.js';
import type { BlockTrades } from './model/sandwich.js';

const LABEL = new URL('../../../../../shared/data/sandwich-labels/371297968.json', import.meta.url);

interface LabelSwap {
  slot: number;
  tx_index: number;
  ix: number;
  inner_ix: number | null;
  wrapper_program: string | null;
  program: string;
  market: string;
  input_mint: string;
  output_mint: string;
  amount_in: string;
  amount_out: string;
  from_ata: string;
  to_ata: string;
  signature: string;
}
interface Label {
  frontrun: LabelSwap[];
  victim: LabelSwap[];
  backrun: LabelSwap[];
  txs: { signature: string; fee: number }[];
}

/**
 * The label has the pool's side of the amounts, used here for both sides; no signers: front and back, which share
 * their token accounts, get one, each victim its own.
 */
function swapOf(row: LabelSwap, { txs }: Label, trader: string): Swap {
  const amounts = { in: BigInt(row.amount_in), out: BigInt(row.amount_out) };
  const end = (account: string): Swap['source'] => ({
    account,
    owner: trader,
    balanceBefore: null,
    balanceAfter: null,
  });
  return {
    slot: row.slot,
    blockIndex: row.tx_index,
    outerIndex: row.ix,
    innerIndex: row.inner_ix,
    partIndex: 0,
    feePayer: trader,
    signers: [trader],
    feeLamports: BigInt(txs.find(({ signature }) => signature === row.signature)!.fee),
    priorityFeeLamports: null,
    computeUnitPrice: null,
    jitoTipLamports: 0n,
    programId: row.program,
    dexName: 'Pump.fun',
    poolKind: 'bonding_curve',
    pool: row.market,
    mintIn: row.input_mint,
    mintOut: row.output_mint,
    poolIn: amounts.in,
    poolOut: amounts.out,
    vaultIn: 'vault in',
    vaultOut: 'vault out',
    traderIn: amounts.in,
    traderOut: amounts.out,
    trader,
    authority: trader,
    authoritySigned: true,
    source: end(row.from_ata),
    destination: end(row.to_ata),
    outerProgramId: row.wrapper_program ?? row.program,
    limit: null,
    routeLimit: null,
    priceMove: null,
    inferred: false,
  };
}

describe.skipIf(!existsSync(LABEL))(
  'the labelled sandwich of slots 371297968 to 371297971 (skipped without ../shared/data)',
  () => {
    const label = existsSync(LABEL) ? (JSON.parse(readFileSync(LABEL, 'utf8')) as Label[])[0]! : null;

    it('is found with q = 1 and three victims, by its pool-side amounts', () => {
      const swaps = [
        ...[...label!.frontrun, ...label!.backrun].map((row) => swapOf(row, label!, 'attacker')),
        ...label!.victim.map((row, at) => swapOf(row, label!, `victim ${at}`)),
      ].sort((a, b) => a.slot - b.slot || a.blockIndex - b.blockIndex);
      const blocks = [371297968, 371297969, 371297971].map(
        (slot): BlockTrades => ({
          slot,
          blockTime: null,
          swaps: swaps.filter((swap) => swap.slot === slot),
          attempts: [],
          poolEvents: [],
          tokenLinks: [],
          tips: [],
        }),
      );
      const [sandwich, ...others] = detectSandwiches(blocks);
      expect(others).toEqual([]);
      expect(sandwich).toMatchObject({
        quantityRatio: 1,
        mintIn: SOL_MINT,
        firstSlot: 371297968,
        lastSlot: 371297971,
        // 1,056,624 − 992,451; fees of 24,500 and 11,500 lamports off.
        gross: 64_173n,
        net: 28_173n,
        // Next to its victims in one leader's slots, but no limit is known and none of them is unusually large.
        confidence: 'suspected',
        reason: 'round_trip',
        intent: 'likely',
      });
      expect(sandwich!.victims.map(({ swap }) => [swap.slot, swap.blockIndex])).toEqual([
        [371297968, 1191],
        [371297969, 10],
        [371297969, 960],
      ]);
    });
  },
);
