import { txEncode } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { accountLocks } from './account-locks.js';
import type { Block } from './block.js';
import { decodeConfirmedBlock } from './confirmed-block.js';
import { parseExactJson } from './exact-json.js';
import { parseGetBlock } from './get-block.js';
import {
  type LibraryTransactionInfo,
  transactionOfGetBlock,
  transactionsOfConfirmedBlock,
} from './testing/library-messages.js';
import { hasSharedData, readGetBlockJson, readGetBlockText, readSharedData } from './testing/shared-data.js';

interface Source {
  name: string;
  block: () => Block;
  infos: () => LibraryTransactionInfo[];
}

function confirmedBlock(slot: number): Source {
  const bytes = () => readSharedData(`full-blocks/${slot}.confirmedblock.pb`);
  return {
    name: `ConfirmedBlock ${slot}`,
    block: () => decodeConfirmedBlock(bytes(), slot),
    infos: () => transactionsOfConfirmedBlock(bytes()),
  };
}

const sources: Source[] = [
  {
    name: 'getBlock 254170887',
    block: () => parseGetBlock(parseExactJson(readGetBlockText()), 254_170_887),
    infos: () => readGetBlockJson().transactions.map(transactionOfGetBlock),
  },
  confirmedBlock(18_144_001),
  confirmedBlock(43_200_000),
];

// Written out a second time, from solana-sdk `reserved-account-keys/src/lib.rs` by its own names.
const reserved = new Set(
  [
    'AddressLookupTab1e1111111111111111111111111 BPFLoader2111111111111111111111111111111111',
    'BPFLoader1111111111111111111111111111111111 BPFLoaderUpgradeab1e11111111111111111111111',
    'ComputeBudget111111111111111111111111111111 Config1111111111111111111111111111111111111',
    'Ed25519SigVerify111111111111111111111111111 Feature111111111111111111111111111111111111',
    'LoaderV411111111111111111111111111111111111 KeccakSecp256k11111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111 StakeConfig11111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111 11111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111 ZkE1Gama1Proof11111111111111111111111111111',
    'ZkTokenProof1111111111111111111111111111111 SysvarC1ock11111111111111111111111111111111',
    'SysvarEpochRewards1111111111111111111111111 SysvarEpochSchedu1e111111111111111111111111',
    'SysvarFees111111111111111111111111111111111 Sysvar1nstructions1111111111111111111111111',
    'SysvarLastRestartS1ot1111111111111111111111 SysvarRecentB1ockHashes11111111111111111111',
    'SysvarRent111111111111111111111111111111111 SysvarRewards111111111111111111111111111111',
    'SysvarS1otHashes111111111111111111111111111 SysvarS1otHistory11111111111111111111111111',
    'SysvarStakeHistory1111111111111111111111111 NativeLoader1111111111111111111111111111111',
    'Sysvar1111111111111111111111111111111111111',
  ].flatMap((line) => line.split(' ')),
);

/** `rw+` and the like for each key: the sets of the message first, demotions taken out of them after. */
function locksByName({ transaction, meta }: LibraryTransactionInfo): string[] {
  const { header, accountKeys, instructions } = transaction!.message!;
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header!;
  const fixed = accountKeys.map((key) => bs58.encode(key));
  const signers = fixed.slice(0, numRequiredSignatures);
  const others = fixed.slice(numRequiredSignatures);
  const loadedWritable = meta!.loadedWritableAddresses.map((key) => bs58.encode(key));
  const all = [...fixed, ...loadedWritable, ...meta!.loadedReadonlyAddresses.map((key) => bs58.encode(key))];
  const writable = new Set([
    ...signers.slice(0, signers.length - numReadonlySignedAccounts),
    ...others.slice(0, others.length - numReadonlyUnsignedAccounts),
    ...loadedWritable,
  ]);
  for (const name of reserved) writable.delete(name);
  if (!all.includes('BPFLoaderUpgradeab1e11111111111111111111111'))
    for (const { programIdIndex } of instructions) writable.delete(all[programIdIndex]!);
  return all.map(
    (name) => `${name} ${writable.has(name) ? 'write' : 'read'}${signers.includes(name) ? ' signer' : ''}`,
  );
}

/** Locks by the validator's own code (Triton's native encoder): the flags of encoding `jsonParsed`. */
function locksByValidator(info: LibraryTransactionInfo): string[] {
  const encoded = txEncode.encode(info, 4, 1, false) as {
    transaction: {
      message: { accountKeys: readonly { pubkey: string; writable: boolean; signer: boolean }[] };
    };
  };
  return encoded.transaction.message.accountKeys.map(
    ({ pubkey, writable, signer }) => `${pubkey} ${writable ? 'write' : 'read'}${signer ? ' signer' : ''}`,
  );
}

describe.skipIf(!hasSharedData).each(sources)(
  'account locks of $name (skipped without shared/data)',
  (source) => {
    const block = hasSharedData ? source.block() : null!;
    const infos = hasSharedData ? source.infos() : [];
    const ours = block?.transactions.map((tx) =>
      accountLocks(tx).map(
        ({ account, isWrite, isSigner }) =>
          `${bs58.encode(account)} ${isWrite ? 'write' : 'read'}${isSigner ? ' signer' : ''}`,
      ),
    );

    it('equal those of a second implementation on every transaction', () => {
      expect(ours).toHaveLength(infos.length);
      expect(ours).toEqual(infos.map(locksByName));
    });

    it("equal those that the validator's own code flags on every transaction", () => {
      expect(ours).toEqual(infos.map(locksByValidator));
    });
  },
);
