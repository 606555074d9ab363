import bs58 from 'bs58';

/**
 * A second reader of `getBlock` JSON (base64), written for the tests alone and as plainly as possible: it shares no
 * code with the product, so that both can be wrong only in different ways.
 */
export interface NaiveTransaction {
  signature: string;
  signer: string;
  isVote: boolean;
  success: boolean;
  read: Set<string>;
  written: Set<string>;
}

interface RpcTransaction {
  transaction: [string, string];
  meta: { err: unknown; loadedAddresses?: { writable: string[]; readonly: string[] } };
}

/** From the Agave documentation of reserved accounts, by name. */
const RESERVED = new Set(
  `AddressLookupTab1e1111111111111111111111111 BPFLoader2111111111111111111111111111111111
  BPFLoader1111111111111111111111111111111111 BPFLoaderUpgradeab1e11111111111111111111111
  ComputeBudget111111111111111111111111111111 Config1111111111111111111111111111111111111
  Ed25519SigVerify111111111111111111111111111 Feature111111111111111111111111111111111111
  LoaderV411111111111111111111111111111111111 KeccakSecp256k11111111111111111111111111111
  Secp256r1SigVerify1111111111111111111111111 StakeConfig11111111111111111111111111111111
  Stake11111111111111111111111111111111111111 11111111111111111111111111111111
  Vote111111111111111111111111111111111111111 ZkE1Gama1Proof11111111111111111111111111111
  ZkTokenProof1111111111111111111111111111111 SysvarC1ock11111111111111111111111111111111
  SysvarEpochRewards1111111111111111111111111 SysvarEpochSchedu1e111111111111111111111111
  SysvarFees111111111111111111111111111111111 Sysvar1nstructions1111111111111111111111111
  SysvarLastRestartS1ot1111111111111111111111 SysvarRecentB1ockHashes11111111111111111111
  SysvarRent111111111111111111111111111111111 SysvarRewards111111111111111111111111111111
  SysvarS1otHashes111111111111111111111111111 SysvarS1otHistory11111111111111111111111111
  SysvarStakeHistory1111111111111111111111111 NativeLoader1111111111111111111111111111111
  Sysvar1111111111111111111111111111111111111`.split(/\s+/),
);

export function readNaively(rpc: RpcTransaction): NaiveTransaction {
  const bytes = [...Buffer.from(rpc.transaction[0], 'base64')];
  const take = (count: number): number[] => bytes.splice(0, count);
  const takeOne = (): number => take(1)[0]!;
  const takeLength = (): number => {
    const first = takeOne();
    if (first < 128) return first;
    const second = takeOne();
    return second < 128
      ? (first & 127) + second * 128
      : (first & 127) + (second & 127) * 128 + takeOne() * 16_384;
  };
  const takeKey = (): string => bs58.encode(Uint8Array.from(take(32)));

  const signatures = Array.from({ length: takeLength() }, () => bs58.encode(Uint8Array.from(take(64))));
  const isVersioned = bytes[0]! >= 128;
  if (isVersioned) takeOne();
  const [required, readonlySigned, readonlyUnsigned] = take(3) as [number, number, number];
  const keys = Array.from({ length: takeLength() }, takeKey);
  takeKey();
  const programs = Array.from({ length: takeLength() }, () => {
    const program = takeOne();
    take(takeLength());
    take(takeLength());
    return program;
  });

  const all: { key: string; wants: 'write' | 'read' }[] = [];
  const writableSigners = required - readonlySigned;
  const writableOthers = keys.length - required - readonlyUnsigned;
  keys.forEach((key, index) => {
    const writable = index < required ? index < writableSigners : index - required < writableOthers;
    all.push({ key, wants: writable ? 'write' : 'read' });
  });
  for (const key of rpc.meta.loadedAddresses?.writable ?? []) all.push({ key, wants: 'write' });
  for (const key of rpc.meta.loadedAddresses?.readonly ?? []) all.push({ key, wants: 'read' });

  const called = new Set(programs.map((program) => all[program]!.key));
  const mayWritePrograms = all.some(({ key }) => key === 'BPFLoaderUpgradeab1e11111111111111111111111');
  const read = new Set<string>();
  const written = new Set<string>();
  for (const { key, wants } of all) {
    const demoted = RESERVED.has(key) || (called.has(key) && !mayWritePrograms);
    (wants === 'write' && !demoted ? written : read).add(key);
  }
  return {
    signature: signatures[0]!,
    signer: keys[0]!,
    isVote:
      !isVersioned &&
      signatures.length < 3 &&
      programs.length === 1 &&
      all[programs[0]!]!.key === 'Vote111111111111111111111111111111111111111',
    success: rpc.meta.err === null,
    read,
    written,
  };
}
