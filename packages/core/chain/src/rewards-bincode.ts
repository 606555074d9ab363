/**
 * A block's rewards in bincode, the format of old ledgers: a u64 count, then per reward the address (text, u64 length)
 * and lamports i64. Depending on the release, these follow: nothing; or balance after u64 and optional type (u32: 0
 * fee, 1 rent, 2 staking, 3 voting); or both of these and optional commission u8. Sources: anza-xyz/agave
 * `storage-proto/src/lib.rs` (`StoredExtendedReward`), rpcpool/yellowstone-faithful (6bba09db)
 * `solana-block-rewards/rewards.go`.
 */
import { pubkeyFromBase58 } from './base58.js';
import { ByteCursor } from './byte-cursor.js';
import { ChainDataError } from './errors.js';

export type RewardLayout = 'with_commission' | 'with_type' | 'lamports_only';

export const REWARD_LAYOUTS: readonly RewardLayout[] = ['with_type', 'with_commission', 'lamports_only'];

const FEE = 0;

/**
 * Whether the bytes can only be bincode: bytes 4 to 7 of the count are 0, where a protobuf reward has its address text.
 */
export function isBincodeRewards(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && bytes[4] === 0 && bytes[5] === 0 && bytes[6] === 0 && bytes[7] === 0;
}

/**
 * Returns the address (32 bytes) of the first fee reward. Null if there is none, or if rewards have no type, as in the
 * oldest format. Throws `ChainDataError('unsupported')` if no known layout fits.
 */
export function decodeBincodeRewardsLeader(bytes: Uint8Array): Uint8Array | null {
  let cause: unknown;
  for (const layout of REWARD_LAYOUTS) {
    try {
      return readLeader(new ByteCursor(bytes), layout);
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
      cause ??= error;
    }
  }
  throw new ChainDataError('unsupported', 'no known bincode layout fits the rewards', { cause });
}

/** Reads one reward; `type` is null if the layout has none. Throws `ChainDataError` if the layout does not fit. */
export function readBincodeReward(
  cursor: ByteCursor,
  layout: RewardLayout,
): { pubkey: Uint8Array; type: number | null } {
  const pubkey = pubkeyFromBase58(cursor.string());
  cursor.u64();
  if (layout === 'lamports_only') return { pubkey, type: null };
  cursor.u64();
  const type = cursor.optionTag() ? cursor.u32() : null;
  if (type !== null && type > 3) throw new ChainDataError('malformed', `reward type ${type}`);
  if (layout === 'with_commission' && cursor.optionTag()) cursor.u8();
  return { pubkey, type };
}

function readLeader(cursor: ByteCursor, layout: RewardLayout): Uint8Array | null {
  let leader: Uint8Array | null = null;
  for (let left = cursor.length(16); left > 0; left--) {
    const { pubkey, type } = readBincodeReward(cursor, layout);
    if (type === FEE) leader ??= pubkey;
  }
  cursor.expectEnd();
  return leader;
}
