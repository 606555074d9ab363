import { pubkeyFromBase58 } from './base58.js';
import type {
  AddressTableLookup,
  InnerInstruction,
  InnerInstructions,
  Instruction,
  LoadedAddresses,
  MessageHeader,
  TokenBalance,
  Transaction,
  TransactionConfig,
  TransactionMeta,
} from './block.js';
import { callsLogged, readCallLog } from './call-log.js';
import { ChainDataError } from './errors.js';
import { readLoggedFailure } from './logged-failure.js';
import { ProtoReader } from './proto-reader.js';
import { decodeTransactionError } from './transaction-error.js';
import { isSimpleVote } from './vote.js';

/**
 * The messages of `solana.storage.ConfirmedBlock` (solana-storage.proto), read directly into this package's types.
 * Unknown fields are skipped. The Geyser messages (geyser.ts) embed these.
 */
export interface WireMessage {
  header: MessageHeader;
  staticKeys: Uint8Array[];
  recentBlockhash: Uint8Array;
  instructions: Instruction[];
  isVersioned: boolean;
  addressTableLookups: AddressTableLookup[];
  config: TransactionConfig | null;
}

export interface MetaAndLoaded {
  meta: TransactionMeta;
  loaded: LoadedAddresses;
}

/**
 * Builds one transaction of a block. If `isVote` is null, it is derived. `index` is its index in the block. Throws
 * `ChainDataError('incomplete')` if the message is absent.
 */
export function toTransaction(
  index: number,
  signatures: Uint8Array[],
  message: WireMessage | null,
  status: MetaAndLoaded | null,
  isVote: boolean | null,
): Transaction {
  if (message === null) throw new ChainDataError('incomplete', `transaction ${index} has no message`);
  const { header, staticKeys, recentBlockhash, instructions, isVersioned, addressTableLookups, config } =
    message;
  // A config means v1, regardless of the flag; Triton's own client decodes it the same way.
  const version = config !== null ? 1 : isVersioned ? 0 : 'legacy';
  const tx: Transaction = {
    index,
    signatures,
    version,
    isVote: isVote ?? false,
    header,
    staticKeys,
    recentBlockhash,
    instructions,
    addressTableLookups,
    config,
    loaded: status?.loaded ?? (addressTableLookups.length === 0 ? { writable: [], readonly: [] } : null),
    meta: status?.meta ?? null,
  };
  if (isVote === null) tx.isVote = isSimpleVote(tx);
  return tx;
}

/** `Transaction`: its signatures and message. */
export function readTransaction(reader: ProtoReader): {
  signatures: Uint8Array[];
  message: WireMessage | null;
} {
  const signatures: Uint8Array[] = [];
  let message: WireMessage | null = null;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) signatures.push(reader.view());
    else if (tag === 0x12) message = reader.message(readMessage);
    else reader.skip(tag);
  }
  return { signatures, message };
}

function readMessage(reader: ProtoReader): WireMessage {
  const message: WireMessage = {
    header: { numRequiredSignatures: 0, numReadonlySigned: 0, numReadonlyUnsigned: 0 },
    staticKeys: [],
    recentBlockhash: EMPTY,
    instructions: [],
    isVersioned: false,
    addressTableLookups: [],
    config: null,
  };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) message.header = reader.message(readHeader);
    else if (tag === 0x12) message.staticKeys.push(reader.key());
    else if (tag === 0x1a) message.recentBlockhash = reader.key();
    else if (tag === 0x22) message.instructions.push(reader.message(readInstruction));
    else if (tag === 0x28) message.isVersioned = reader.bool();
    else if (tag === 0x32) message.addressTableLookups.push(reader.message(readLookup));
    else if (tag === 0x3a) message.config = reader.message(readConfig);
    else reader.skip(tag);
  }
  return message;
}

function readHeader(reader: ProtoReader): MessageHeader {
  const header = { numRequiredSignatures: 0, numReadonlySigned: 0, numReadonlyUnsigned: 0 };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) header.numRequiredSignatures = reader.uint32();
    else if (tag === 0x10) header.numReadonlySigned = reader.uint32();
    else if (tag === 0x18) header.numReadonlyUnsigned = reader.uint32();
    else reader.skip(tag);
  }
  return header;
}

function readInstruction(reader: ProtoReader): Instruction {
  let programIdIndex = 0;
  let accounts = EMPTY;
  let data = EMPTY;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) programIdIndex = reader.uint32();
    else if (tag === 0x12) accounts = reader.view();
    else if (tag === 0x1a) data = reader.view();
    else reader.skip(tag);
  }
  return { programIdIndex, accounts, data };
}

function readLookup(reader: ProtoReader): AddressTableLookup {
  const lookup = { accountKey: EMPTY, writableIndexes: EMPTY, readonlyIndexes: EMPTY };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) lookup.accountKey = reader.key();
    else if (tag === 0x12) lookup.writableIndexes = reader.view();
    else if (tag === 0x1a) lookup.readonlyIndexes = reader.view();
    else reader.skip(tag);
  }
  return lookup;
}

function readConfig(reader: ProtoReader): TransactionConfig {
  const config: TransactionConfig = {
    priorityFeeLamports: null,
    computeUnitLimit: null,
    loadedAccountsDataSizeLimit: null,
    heapSize: null,
  };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) config.priorityFeeLamports = reader.uint64();
    else if (tag === 0x10) config.computeUnitLimit = reader.uint32();
    else if (tag === 0x18) config.loadedAccountsDataSizeLimit = reader.uint32();
    else if (tag === 0x20) config.heapSize = reader.uint32();
    else reader.skip(tag);
  }
  return config;
}

/** Reads `TransactionStatusMeta`, without return data and rewards; of log messages only what `callLog` and `failure` keep. */
export function readMeta(reader: ProtoReader): MetaAndLoaded {
  const meta: TransactionMeta = {
    error: null,
    feeLamports: 0n,
    preBalances: [],
    postBalances: [],
    innerInstructions: [],
    preTokenBalances: [],
    postTokenBalances: [],
    computeUnits: null,
    costUnits: null,
    callLog: null,
    failure: null,
  };
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  const inner: InnerInstructions[] = [];
  let innerMissing = false;
  let logAt = -1;
  let keepsLog = false;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    switch (tag) {
      case 0x0a:
        meta.error = reader.message(readError);
        break;
      case 0x10:
        meta.feeLamports = reader.uint64();
        break;
      case 0x1a:
      case 0x18:
        readAmounts(reader, tag, meta.preBalances);
        break;
      case 0x22:
      case 0x20:
        readAmounts(reader, tag, meta.postBalances);
        break;
      case 0x2a:
        inner.push(reader.message(readInnerInstructions));
        break;
      case 0x50:
        innerMissing = reader.bool();
        break;
      case 0x32:
        if (logAt < 0) logAt = reader.pos;
        keepsLog ||= callsLogged(reader.bytes, reader.pos);
        reader.skip(tag);
        break;
      case 0x3a:
        meta.preTokenBalances.push(reader.message(readTokenBalance));
        break;
      case 0x42:
        meta.postTokenBalances.push(reader.message(readTokenBalance));
        break;
      case 0x62:
        loaded.writable.push(reader.key());
        break;
      case 0x6a:
        loaded.readonly.push(reader.key());
        break;
      case 0x80:
        meta.computeUnits = reader.uint53();
        break;
      case 0x88:
        meta.costUnits = reader.uint53();
        break;
      default:
        reader.skip(tag);
    }
  }
  meta.innerInstructions = innerMissing ? null : inner;
  if (keepsLog && meta.error === null) meta.callLog = readCallLog(reader.bytes, logAt, reader.end);
  if (logAt >= 0 && meta.error !== null) meta.failure = readLoggedFailure(reader.bytes, logAt, reader.end);
  return { meta, loaded };
}

/** Reads `repeated uint64`: packed by the canonical encoders, unpacked by others. */
function readAmounts(reader: ProtoReader, tag: number, amounts: bigint[]): void {
  if ((tag & 7) === 0) {
    amounts.push(reader.uint64());
    return;
  }
  const outer = reader.enter();
  while (reader.pos < reader.end) amounts.push(reader.uint64());
  reader.leave(outer);
}

function readError(reader: ProtoReader): string {
  let bytes = EMPTY;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) bytes = reader.view();
    else reader.skip(tag);
  }
  return decodeTransactionError(bytes);
}

function readInnerInstructions(reader: ProtoReader): InnerInstructions {
  let index = 0;
  const instructions: InnerInstruction[] = [];
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) index = reader.uint32();
    else if (tag === 0x12) instructions.push(reader.message(readInnerInstruction));
    else reader.skip(tag);
  }
  return { index, instructions };
}

function readInnerInstruction(reader: ProtoReader): InnerInstruction {
  const instruction: InnerInstruction = {
    programIdIndex: 0,
    accounts: EMPTY,
    data: EMPTY,
    stackHeight: null,
  };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) instruction.programIdIndex = reader.uint32();
    else if (tag === 0x12) instruction.accounts = reader.view();
    else if (tag === 0x1a) instruction.data = reader.view();
    else if (tag === 0x20) instruction.stackHeight = reader.uint32();
    else reader.skip(tag);
  }
  return instruction;
}

function readTokenBalance(reader: ProtoReader): TokenBalance {
  const balance: TokenBalance = {
    accountIndex: 0,
    mint: '',
    owner: null,
    programId: null,
    decimals: 0,
    amount: 0n,
  };
  let hasAmount = false;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) balance.accountIndex = reader.uint32();
    else if (tag === 0x12) balance.mint = reader.address();
    else if (tag === 0x1a) {
      const outer = reader.enter();
      hasAmount = readTokenAmount(reader, balance);
      reader.leave(outer);
    } else if (tag === 0x22) balance.owner = reader.address() || null;
    else if (tag === 0x2a) balance.programId = reader.address() || null;
    else reader.skip(tag);
  }
  // Validators always write the amount, even 0 as "0". Without it the balance is unknown.
  if (!hasAmount) throw new ChainDataError('incomplete', 'a token balance without an amount');
  return balance;
}

/** @returns whether the amount was present */
function readTokenAmount(reader: ProtoReader, balance: TokenBalance): boolean {
  let hasAmount = false;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x10) balance.decimals = reader.uint32();
    else if (tag === 0x1a) {
      balance.amount = reader.digits() ?? parseAmount(reader.ascii());
      hasAmount = true;
    } else reader.skip(tag);
  }
  return hasAmount;
}

/** A token amount in text, as meta carries it: an unsigned 64-bit integer. */
export function parseAmount(text: string): bigint {
  if (!/^\d{1,20}$/.test(text))
    throw new ChainDataError('bad_value', `not a token amount: "${text.slice(0, 40)}"`);
  const amount = BigInt(text);
  if (amount > 0xffff_ffff_ffff_ffffn) throw new ChainDataError('bad_value', 'token amount beyond 64 bits');
  return amount;
}

const REWARD_TYPE_FEE = 1;

/** Returns the key of a `Reward` of type Fee (the block's leader or its fee collector), otherwise null. */
export function readFeeRewardKey(reader: ProtoReader): Uint8Array | null {
  let pubkey = '';
  let type = 0;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) pubkey = reader.ascii();
    else if (tag === 0x20) type = reader.uint32();
    else reader.skip(tag);
  }
  return type === REWARD_TYPE_FEE ? pubkeyFromBase58(pubkey) : null;
}

/** Returns the leader named by a `Rewards` message. */
export function readRewardsLeader(reader: ProtoReader): Uint8Array | null {
  let leader: Uint8Array | null = null;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) leader = reader.message(readFeeRewardKey) ?? leader;
    else reader.skip(tag);
  }
  return leader;
}

/** Reads `UnixTimestamp` (int64) or `BlockHeight` (uint64): both hold their number in field 1. */
export function readTimestamp(reader: ProtoReader): number {
  let seconds = 0;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) seconds = reader.int53();
    else reader.skip(tag);
  }
  return seconds;
}

/** Decodes a `TransactionStatusMeta` message. */
export function decodeMeta(bytes: Uint8Array): MetaAndLoaded {
  return readMeta(new ProtoReader(bytes));
}

/** Decodes the leader from a `Rewards` message. */
export function decodeRewardsLeader(bytes: Uint8Array): Uint8Array | null {
  return readRewardsLeader(new ProtoReader(bytes));
}

const EMPTY: Uint8Array = new Uint8Array(0);
