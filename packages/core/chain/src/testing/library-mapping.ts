import type { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { TokenBalance, Transaction, TransactionMeta } from '../block.js';
import type { GeyserBlockMeta, GeyserEntry, GeyserUpdate } from '../geyser.js';
import { hex } from './bytes.js';
import { KNOWN_ERRORS } from './library-arbitraries.js';
import type { LibraryMeta, LibraryTransactionInfo } from './library-messages.js';

/** Maps the result of the library's decoder to this package's types. */
export function mapUpdate(update: SubscribeUpdate): GeyserUpdate {
  const { block, blockMeta, transaction, entry, slot, ping, pong } = update;
  if (block !== undefined)
    return {
      kind: 'block',
      block: {
        ...mapBlockMeta(block),
        transactions: block.transactions.map(mapTransaction),
        entries: block.entries.map(mapEntry),
      },
    };
  if (blockMeta !== undefined) return { kind: 'block_meta', meta: mapBlockMeta(blockMeta) };
  if (transaction !== undefined)
    return {
      kind: 'transaction',
      slot: Number(transaction.slot),
      bankId: null,
      transaction: mapTransaction(transaction.transaction!),
    };
  if (entry !== undefined) return { kind: 'entry', entry: mapEntry(entry) };
  if (slot !== undefined)
    return {
      kind: 'slot',
      status: {
        slot: Number(slot.slot),
        bankId: null,
        parentSlot: slot.parent === undefined ? null : Number(slot.parent),
        status: slot.status,
      },
    };
  return { kind: ping !== undefined ? 'ping' : pong !== undefined ? 'pong' : 'other' };
}

function mapBlockMeta(meta: NonNullable<SubscribeUpdate['blockMeta']>): GeyserBlockMeta {
  const leader = meta.rewards?.rewards.findLast((reward) => reward.rewardType === 1);
  return {
    slot: Number(meta.slot),
    // The library's version does not know the field.
    bankId: null,
    parentSlot: Number(meta.parentSlot),
    blockhash: bs58.decode(meta.blockhash),
    parentBlockhash: meta.parentBlockhash === '' ? null : bs58.decode(meta.parentBlockhash),
    blockTime: meta.blockTime === undefined ? null : Number(meta.blockTime.timestamp),
    blockHeight: meta.blockHeight === undefined ? null : Number(meta.blockHeight.blockHeight),
    leader: leader === undefined ? null : bs58.decode(leader.pubkey),
    executedTransactionCount: Number(meta.executedTransactionCount),
    entriesCount: Number(meta.entriesCount),
  };
}

function mapEntry(entry: NonNullable<SubscribeUpdate['entry']>): GeyserEntry {
  return {
    slot: Number(entry.slot),
    bankId: null,
    index: Number(entry.index),
    numHashes: Number(entry.numHashes),
    hash: Uint8Array.from(entry.hash),
    transactionCount: Number(entry.executedTransactionCount),
  };
}

function mapTransaction({ transaction, meta, isVote, index }: LibraryTransactionInfo): Transaction {
  const { header, accountKeys, recentBlockhash, instructions, versioned, addressTableLookups, config } =
    transaction!.message!;
  const plain = (bytes: Uint8Array) => Uint8Array.from(bytes);
  return {
    index: Number(index),
    signatures: transaction!.signatures.map(plain),
    version: config !== undefined ? 1 : versioned ? 0 : 'legacy',
    isVote,
    header: {
      numRequiredSignatures: header?.numRequiredSignatures ?? 0,
      numReadonlySigned: header?.numReadonlySignedAccounts ?? 0,
      numReadonlyUnsigned: header?.numReadonlyUnsignedAccounts ?? 0,
    },
    staticKeys: accountKeys.map(plain),
    recentBlockhash: plain(recentBlockhash),
    instructions: instructions.map((ix) => ({
      programIdIndex: ix.programIdIndex,
      accounts: plain(ix.accounts),
      data: plain(ix.data),
    })),
    addressTableLookups: addressTableLookups.map((lookup) => ({
      accountKey: plain(lookup.accountKey),
      writableIndexes: plain(lookup.writableIndexes),
      readonlyIndexes: plain(lookup.readonlyIndexes),
    })),
    config:
      config === undefined
        ? null
        : {
            priorityFeeLamports: config.priorityFee === undefined ? null : BigInt(config.priorityFee),
            computeUnitLimit: config.computeUnitLimit ?? null,
            loadedAccountsDataSizeLimit: config.loadedAccountsDataSizeLimit ?? null,
            heapSize: config.heapSize ?? null,
          },
    loaded:
      meta !== undefined
        ? {
            writable: meta.loadedWritableAddresses.map(plain),
            readonly: meta.loadedReadonlyAddresses.map(plain),
          }
        : addressTableLookups.length > 0
          ? null
          : { writable: [], readonly: [] },
    meta:
      meta === undefined ? null : { ...mapMeta(meta), callLog: callLogOf(meta), failure: failureOf(meta) },
  };
}

const LOGGED = 'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms';

export const FAILED_LINE = `Program ${LOGGED} failed: custom program error: 0x1771`;

/** The lines of calls of `LOGGED` alone, up to the first that was dropped; null if none of them is data. */
function callLogOf(meta: LibraryMeta): string[] | null {
  if (meta.err !== undefined) return null;
  const cut = meta.logMessages.indexOf('Log truncated');
  const depths: string[] = [];
  const kept = (cut < 0 ? meta.logMessages : meta.logMessages.slice(0, cut)).filter((line) => {
    const [first, second = '', third, fourth, ...rest] = line.split(' ');
    if (first !== 'Program') return false;
    if (second === 'data:') return depths.at(-1) === LOGGED && !line.includes('\n');
    if (third === 'success' && fourth === undefined) return depths.pop() === LOGGED;
    if (third !== 'invoke' || fourth !== '[1]' || rest.length > 0) return false;
    depths.splice(0, depths.length, second);
    return second === LOGGED;
  });
  if (!kept.some((line) => line.startsWith('Program data: '))) return null;
  return cut < 0 ? kept : [...kept, 'Log truncated'];
}

/** The log has at most one line that reports a failure, with a number and without a name. */
function failureOf(meta: LibraryMeta): TransactionMeta['failure'] {
  const [cut, at] = ['Log truncated', FAILED_LINE].map((line) => meta.logMessages.indexOf(line)) as [
    number,
    number,
  ];
  if (meta.err === undefined || at < 0 || (cut >= 0 && cut < at)) return null;
  return { program: LOGGED, name: null };
}

function mapMeta(meta: LibraryMeta): Omit<TransactionMeta, 'callLog' | 'failure'> {
  const known = KNOWN_ERRORS.find(
    ([bincode]) => meta.err !== undefined && hex(Uint8Array.from(bincode)) === hex(meta.err.err),
  );
  const tokenBalances = (balances: LibraryMeta['preTokenBalances']): TokenBalance[] =>
    balances.map(({ accountIndex, mint, owner, programId, uiTokenAmount }) => ({
      accountIndex,
      mint,
      owner: owner === '' ? null : owner,
      programId: programId === '' ? null : programId,
      decimals: uiTokenAmount!.decimals,
      amount: BigInt(uiTokenAmount!.amount),
    }));
  return {
    error: known?.[1] ?? null,
    feeLamports: BigInt(meta.fee),
    preBalances: meta.preBalances.map(BigInt),
    postBalances: meta.postBalances.map(BigInt),
    innerInstructions: meta.innerInstructionsNone
      ? null
      : meta.innerInstructions.map(({ index, instructions }) => ({
          index,
          instructions: instructions.map((ix) => ({
            programIdIndex: ix.programIdIndex,
            accounts: Uint8Array.from(ix.accounts),
            data: Uint8Array.from(ix.data),
            stackHeight: ix.stackHeight ?? null,
          })),
        })),
    preTokenBalances: tokenBalances(meta.preTokenBalances),
    postTokenBalances: tokenBalances(meta.postTokenBalances),
    computeUnits: meta.computeUnitsConsumed === undefined ? null : Number(meta.computeUnitsConsumed),
    costUnits: meta.costUnits === undefined ? null : Number(meta.costUnits),
  };
}
