import { type Block, decodeGeyserUpdate, pubkeyFromBase58, SlotAssembler } from '@tickscope/chain';
import { redetect } from '@tickscope/pipeline';
import type { SandwichLabel } from '@tickscope/simulator';
import { generateUpdates } from '@tickscope/simulator/synthetic/generate-updates';
import { BlockWriter } from '@tickscope/store';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';

/** A generated chain with planted sandwiches, and the generator's own account of them. */
export interface LabelledChain {
  blocks: Block[];
  labels: SandwichLabel[];
}

export function labelledChain(seed: string, slots: number): LabelledChain {
  const options = {
    ...{ seed, voteShare: 0.1, transactionsPerSlot: 40, dexShare: 0.8, sandwichesPerSlot: 3 },
    ...{ logMessages: false, pools: 60 },
  };
  const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true, expectEntries: true });
  const chain: LabelledChain = { blocks: [], labels: [] };
  for (const { update, labels } of generateUpdates(options, slots)) {
    chain.labels.push(...labels);
    if (update === null) continue;
    for (const outcome of assembler.push(decodeGeyserUpdate(update)))
      if (outcome.kind === 'block') chain.blocks.push(outcome.block);
  }
  return chain;
}

/** Stores the blocks and the decimals of their tokens, and runs detection over them. */
export async function storeLabelledChain(owner: TestConnection, { blocks }: LabelledChain): Promise<void> {
  await new BlockWriter(owner).write(blocks);
  const decimals = decimalsIn(blocks);
  const rows = [...decimals].map(([mint, count]) => {
    const hex = Buffer.from(pubkeyFromBase58(mint)).toString('hex');
    return `(unhex('${hex}'), 'T${hex.slice(0, 4)}', ${count}, 'metaplex')`;
  });
  await owner.command({
    query: `INSERT INTO tokens (mint, symbol, decimals, source) VALUES ${rows.join(', ')}`,
  });
  const [fromSlot, toSlot] = [blocks[0]!.slot, blocks.at(-1)!.slot];
  await redetect(owner, { fromSlot, toSlot, headSlot: toSlot });
  await markDetected(owner);
}

/** The decimals of mints, as the balances of transactions state them. */
export function decimalsIn(blocks: readonly Block[]): Map<string, number> {
  return new Map(
    blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ meta }) =>
        (meta?.postTokenBalances ?? []).map((it): [string, number] => [it.mint, it.decimals]),
      ),
    ),
  );
}

/** How much a transaction changed what a wallet holds of a mint, by the balances before and after it. */
export function balanceChange(
  blocks: readonly Block[],
  { slot, block_index: index }: { slot: number; block_index: number },
  owner: string,
  mint: string,
): bigint {
  const { meta } = blocks.find((block) => block.slot === slot)!.transactions[index]!;
  const held = (balances: readonly { owner: string | null; mint: string; amount: bigint }[]): bigint =>
    balances
      .filter((balance) => balance.owner === owner && balance.mint === mint)
      .reduce((sum, { amount }) => sum + amount, 0n);
  return held(meta!.postTokenBalances) - held(meta!.preTokenBalances);
}
