import { decodeTransactionError, encodeTransactionWire, type WireTransaction } from '@tickscope/chain';
import { SubscribeUpdateTransactionInfo } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { StoredTransaction } from '../chain/chain.js';
import { decimalText } from '../synthetic/encode-transaction.js';
import { u64 } from './exact-json.js';
import { unsupportedVersion } from './rpc-error.js';

export type RpcEncoding = 'json' | 'base64' | 'base58';

export const RPC_ENCODINGS: readonly RpcEncoding[] = ['json', 'base64', 'base58'];

type Decoded = Required<Pick<SubscribeUpdateTransactionInfo, 'transaction' | 'meta'>>;
type Message = NonNullable<NonNullable<Decoded['transaction']>['message']>;
type Meta = NonNullable<Decoded['meta']>;

/**
 * Formats a transaction for `getBlock` and `getTransaction`. Throws -32015 if its version is newer than the client
 * accepts. A client that names no version accepts only legacy transactions, and gets no `version`.
 */
export function transactionJson(
  stored: StoredTransaction,
  encoding: RpcEncoding,
  maxVersion: number | null,
  showRewards: boolean,
): Record<string, unknown> {
  const { transaction, meta } = SubscribeUpdateTransactionInfo.decode(stored.info);
  if (transaction?.message === undefined)
    throw new TypeError(`slot ${stored.slot}: a transaction without message`);
  const { message, signatures } = transaction;
  const version = versionOf(message);
  if (version !== 'legacy' && (maxVersion === null || version > maxVersion))
    throw unsupportedVersion(version);
  const wire = wireOf(signatures, message, version);
  return {
    transaction:
      encoding === 'json'
        ? messageJson(wire)
        : [encodeBytes(encodeTransactionWire(wire), encoding), encoding],
    meta: meta === undefined ? null : metaJson(meta, showRewards),
    ...(maxVersion !== null && { version }),
  };
}

function encodeBytes(bytes: Uint8Array, encoding: 'base64' | 'base58'): string {
  return encoding === 'base64' ? Buffer.from(bytes).toString('base64') : bs58.encode(bytes);
}

function versionOf({ versioned, config }: Message): WireTransaction['version'] {
  if (!versioned) return 'legacy';
  return config === undefined ? 0 : 1;
}

function wireOf(
  signatures: Uint8Array[],
  message: Message,
  version: WireTransaction['version'],
): WireTransaction {
  const { header, config } = message;
  return {
    signatures,
    version,
    header: {
      numRequiredSignatures: header?.numRequiredSignatures ?? 0,
      numReadonlySigned: header?.numReadonlySignedAccounts ?? 0,
      numReadonlyUnsigned: header?.numReadonlyUnsignedAccounts ?? 0,
    },
    staticKeys: message.accountKeys,
    recentBlockhash: message.recentBlockhash,
    instructions: message.instructions,
    addressTableLookups: message.addressTableLookups,
    config:
      config === undefined
        ? null
        : {
            priorityFeeLamports: config.priorityFee === undefined ? null : BigInt(config.priorityFee),
            computeUnitLimit: config.computeUnitLimit ?? null,
            loadedAccountsDataSizeLimit: config.loadedAccountsDataSizeLimit ?? null,
            heapSize: config.heapSize ?? null,
          },
  };
}

/** Encoding `json`: keys and data in base58, indexes as they are. */
function messageJson(wire: WireTransaction): Record<string, unknown> {
  const { header, config } = wire;
  return {
    signatures: wire.signatures.map((signature) => bs58.encode(signature)),
    message: {
      header: {
        numRequiredSignatures: header.numRequiredSignatures,
        numReadonlySignedAccounts: header.numReadonlySigned,
        numReadonlyUnsignedAccounts: header.numReadonlyUnsigned,
      },
      accountKeys: wire.staticKeys.map((key) => bs58.encode(key)),
      recentBlockhash: bs58.encode(wire.recentBlockhash),
      instructions: wire.instructions.map((instruction) => ({
        ...instructionJson(instruction),
        // Agave has reported it for outer instructions since 2.3; 1 is the transaction's own level.
        stackHeight: 1,
      })),
      ...(wire.version === 0 && {
        addressTableLookups: wire.addressTableLookups.map((lookup) => ({
          accountKey: bs58.encode(lookup.accountKey),
          writableIndexes: [...lookup.writableIndexes],
          readonlyIndexes: [...lookup.readonlyIndexes],
        })),
      }),
      ...(config !== null && {
        config: {
          priorityFee: config.priorityFeeLamports === null ? null : u64(String(config.priorityFeeLamports)),
          computeUnitLimit: config.computeUnitLimit,
          loadedAccountsDataSizeLimit: config.loadedAccountsDataSizeLimit,
          heapSize: config.heapSize,
        },
      }),
    },
  };
}

function instructionJson(instruction: { programIdIndex: number; accounts: Uint8Array; data: Uint8Array }) {
  return {
    programIdIndex: instruction.programIdIndex,
    accounts: [...instruction.accounts],
    data: bs58.encode(instruction.data),
  };
}

/** `null`: it succeeded. */
export function errorJson(bytes: Uint8Array | null | undefined): unknown {
  return bytes === undefined || bytes === null ? null : JSON.parse(decodeTransactionError(bytes));
}

/** `UiTransactionStatusMeta`, in its order of fields. What a node leaves out when it is not known is left out. */
function metaJson(meta: Meta, showRewards: boolean): Record<string, unknown> {
  const err = errorJson(meta.err?.err);
  const { returnData } = meta;
  return {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee: u64(meta.fee),
    preBalances: meta.preBalances.map(u64),
    postBalances: meta.postBalances.map(u64),
    innerInstructions: meta.innerInstructionsNone
      ? null
      : meta.innerInstructions.map(({ index, instructions }) => ({
          index,
          instructions: instructions.map((instruction) => ({
            ...instructionJson(instruction),
            stackHeight: instruction.stackHeight ?? null,
          })),
        })),
    logMessages: meta.logMessagesNone ? null : meta.logMessages,
    preTokenBalances: meta.preTokenBalances.map(tokenBalanceJson),
    postTokenBalances: meta.postTokenBalances.map(tokenBalanceJson),
    ...(showRewards && { rewards: [] }),
    loadedAddresses: {
      writable: meta.loadedWritableAddresses.map((key) => bs58.encode(key)),
      readonly: meta.loadedReadonlyAddresses.map((key) => bs58.encode(key)),
    },
    ...(returnData !== undefined &&
      !meta.returnDataNone && {
        returnData: {
          programId: bs58.encode(returnData.programId),
          data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
        },
      }),
    ...(meta.computeUnitsConsumed !== undefined && { computeUnitsConsumed: u64(meta.computeUnitsConsumed) }),
    ...(meta.costUnits !== undefined && { costUnits: u64(meta.costUnits) }),
  };
}

function tokenBalanceJson(balance: Meta['preTokenBalances'][number]): Record<string, unknown> {
  const { uiTokenAmount, owner, programId } = balance;
  const amount = BigInt(uiTokenAmount?.amount ?? '0');
  const decimals = uiTokenAmount?.decimals ?? 0;
  const uiAmountString = decimalText(amount, decimals);
  return {
    accountIndex: balance.accountIndex,
    mint: balance.mint,
    uiTokenAmount: {
      uiAmount: amount === 0n ? null : Number(uiAmountString),
      decimals,
      amount: amount.toString(),
      uiAmountString,
    },
    ...(owner !== '' && { owner }),
    ...(programId !== '' && { programId }),
  };
}
