import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeConfirmedBlock, parseExactJson, parseGetBlock } from '@tickscope/chain';
import { SubscribeUpdateBlock } from '@triton-one/yellowstone-grpc';
import type { Logger } from 'pino';
import type { StoredBlock } from '../chain/chain.js';
import type { SlotSource } from '../chain/live-chain.js';
import { lengthField, wireFields } from '../chain/wire.js';
import { toStoredBlock } from './stored-block.js';

type BlockRewards = Parameters<typeof toStoredBlock>[1];

/**
 * Reads a block from a file: a `getBlock` result (`.json`) or a `ConfirmedBlock` (any other name). Neither contains its
 * own slot, so the file name must begin with it. Throws the decoders' errors, and a `RangeError` for a name without a
 * slot.
 */
export async function readBlockFile(path: string): Promise<StoredBlock> {
  const slot = Number(/^\d+/.exec(basename(path))?.[0] ?? 'NaN');
  if (!Number.isSafeInteger(slot))
    throw new RangeError(`${path}: the file's name must begin with the block's slot`);
  const bytes = await readFile(path);
  if (path.endsWith('.json')) {
    const json = parseExactJson(bytes.toString('utf8'));
    return toStoredBlock(parseGetBlock(json, slot), jsonRewards(json));
  }
  return toStoredBlock(decodeConfirmedBlock(bytes, slot), protobufRewards(bytes));
}

/** Serves blocks of files as a chain's source, in slot order; slots between linked blocks count as skipped. */
export async function blockFilesSource(paths: readonly string[], log: Logger): Promise<SlotSource> {
  const blocks: StoredBlock[] = [];
  for (const path of paths) {
    const block = await readBlockFile(path);
    log.warn(
      { path, slot: block.slot, entries: block.entries.length },
      'the block has no entries: serving synthetic ones',
    );
    blocks.push(block);
  }
  blocks.sort((left, right) => left.slot - right.slot);
  let next = 0;
  return {
    next() {
      const block = blocks[next];
      next += 1;
      return block === undefined ? null : { slot: block.slot, block };
    },
    leaderAt: () => null,
  };
}

const REWARD_TYPES = ['Unspecified', 'Fee', 'Rent', 'Staking', 'Voting'];

function jsonRewards(json: unknown): BlockRewards {
  const block = (json as { result?: unknown }).result ?? json;
  const rewards = (block as { rewards?: unknown }).rewards;
  if (!Array.isArray(rewards)) return [];
  return rewards.map((reward: Record<string, unknown>) => ({
    pubkey: String(reward['pubkey']),
    lamports: String(reward['lamports']),
    postBalance: String(reward['postBalance']),
    rewardType: Math.max(0, REWARD_TYPES.indexOf(String(reward['rewardType']))),
    commission:
      reward['commission'] === null || reward['commission'] === undefined ? '' : String(reward['commission']),
    commissionBps: '',
  }));
}

/** `ConfirmedBlock.rewards` (5) are the same messages as `Rewards.rewards` (1) inside a block update (3). */
function protobufRewards(bytes: Uint8Array): BlockRewards {
  const rewards = Array.from(wireFields(bytes))
    .filter(({ number }) => number === 5)
    .map((field) => lengthField(1, field.bytes));
  return SubscribeUpdateBlock.decode(lengthField(3, ...rewards)).rewards?.rewards ?? [];
}
