import { pubkeyFromBase58 } from './base58.js';
import { addTo } from './group-by.js';

/**
 * The 31 keys that no transaction can write-lock: builtin programs and loaders, sysvars, the native loader and
 * the sysvar owner. Source: Agave `ReservedAccountKeys` (all feature gates active); ids from solana-sdk
 * `sdk-ids/src/lib.rs`.
 */
export const RESERVED_KEYS: readonly string[] = [
  'AddressLookupTab1e1111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'Feature111111111111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'StakeConfig11111111111111111111111111111111',
  '11111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'ZkE1Gama1Proof11111111111111111111111111111',
  'ZkTokenProof1111111111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarEpochRewards1111111111111111111111111',
  'SysvarEpochSchedu1e111111111111111111111111',
  'SysvarFees111111111111111111111111111111111',
  'Sysvar1nstructions1111111111111111111111111',
  'SysvarLastRestartS1ot1111111111111111111111',
  'SysvarRecentB1ockHashes11111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  'SysvarRewards111111111111111111111111111111',
  'SysvarS1otHashes111111111111111111111111111',
  'SysvarS1otHistory11111111111111111111111111',
  'SysvarStakeHistory1111111111111111111111111',
  'NativeLoader1111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
];

export const UPGRADEABLE_LOADER = pubkeyFromBase58('BPFLoaderUpgradeab1e11111111111111111111111');
export const VOTE_PROGRAM = pubkeyFromBase58('Vote111111111111111111111111111111111111111');
export const SYSTEM_PROGRAM = pubkeyFromBase58('11111111111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM = pubkeyFromBase58('ComputeBudget111111111111111111111111111111');

const isReserved = keySet(RESERVED_KEYS.map(pubkeyFromBase58));

export function isReservedKey(key: Uint8Array): boolean {
  return isReserved(key);
}

/**
 * Creates a membership test for 32-byte keys without allocations per look-up. A small table indexed by key bytes
 * rejects almost every key that is not in the set.
 */
export function keySet(keys: readonly Uint8Array[]): (key: Uint8Array) => boolean {
  const isTaken = new Uint8Array(4_096);
  const byPrefix = new Map<number, Uint8Array[]>();
  for (const key of keys) {
    isTaken[bucketOf(key)] = 1;
    const prefix = prefixOf(key);
    addTo(byPrefix, prefix, key);
  }
  return (key) => {
    if (isTaken[bucketOf(key)] === 0) return false;
    const bucket = byPrefix.get(prefixOf(key));
    if (bucket !== undefined) for (const other of bucket) if (equalBytes(key, other)) return true;
    return false;
  };
}

/** Bucket from bytes 3 and 4. */
function bucketOf(key: Uint8Array): number {
  return ((key[3] ?? 0) << 4) | ((key[4] ?? 0) >>> 4);
}

function prefixOf(key: Uint8Array): number {
  // Uses bytes 2 to 5, because related vanity keys share their first bytes.
  return ((key[2] ?? 0) << 24) | ((key[3] ?? 0) << 16) | ((key[4] ?? 0) << 8) | (key[5] ?? 0);
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false;
  return true;
}
