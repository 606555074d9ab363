import bs58 from 'bs58';
import { ChainDataError } from './errors.js';
import { isObject, type JsonObject, listOf, objectOf } from './json-value.js';

/**
 * Converts a transaction from encoding `jsonParsed` to `json`. That encoding lacks the bytes of the instructions that
 * the node parsed: system transfers and the token instructions that extraction reads are encoded again from their
 * fields, others have no data. Nodes parse neither DEX programs nor the compute budget, so the bytes of those are the
 * original ones, and the rows of a block are the same in both encodings.
 *
 * Not encoded again: `unwrapLamports` and batches of the token program, which no node was seen to parse.
 *
 * The result still has to pass the block parser, which rejects what does not fit. Throws `ChainDataError` where a field
 * cannot be encoded.
 */
export function fromJsonParsed(row: JsonObject): JsonObject {
  const transaction = objectOf(row['transaction']) ?? {};
  const message = objectOf(transaction['message']) ?? {};
  const meta = objectOf(row['meta']);
  const keys = listOf(message['accountKeys']).map(parsedKey);
  const own = keys.filter(({ isLoaded }) => !isLoaded);
  const loaded = keys.filter(({ isLoaded }) => isLoaded);
  const signers = own.filter(({ isSigner }) => isSigner);
  const others = own.filter(({ isSigner }) => !isSigner);
  const writableLoaded = writableLookups(message) ?? loaded.length - readonlyAtEnd(loaded);
  const indexes = new Map(keys.map(({ pubkey }, index): [string, number] => [pubkey, index]));
  /** −1, which the block parser rejects, for an address that is not among the keys. */
  const indexOf = (address: unknown): number =>
    (typeof address === 'string' ? indexes.get(address) : null) ?? -1;
  const instructionsOf = (value: unknown): JsonObject[] =>
    listOf(value).map((instruction) => plainInstruction(objectOf(instruction) ?? {}, indexOf));
  return {
    ...row,
    meta: meta && {
      ...meta,
      innerInstructions:
        (meta['innerInstructions'] ?? null) === null
          ? null
          : listOf(meta['innerInstructions'])
              .filter(isObject)
              .map((group) => ({ ...group, instructions: instructionsOf(group['instructions']) })),
      loadedAddresses: {
        writable: loaded.slice(0, writableLoaded).map(({ pubkey }) => pubkey),
        readonly: loaded.slice(writableLoaded).map(({ pubkey }) => pubkey),
      },
    },
    transaction: {
      ...transaction,
      message: {
        ...message,
        accountKeys: own.map(({ pubkey }) => pubkey),
        header: {
          numRequiredSignatures: signers.length,
          numReadonlySignedAccounts: readonlyAtEnd(signers),
          numReadonlyUnsignedAccounts: readonlyAtEnd(others),
        },
        instructions: instructionsOf(message['instructions']),
      },
    },
  };
}

/** Whether a transaction is of encoding `jsonParsed`: its keys are objects, and it has no header. */
export function isJsonParsed(row: JsonObject): boolean {
  const message = objectOf(objectOf(row['transaction'])?.['message']);
  return message !== null && message['header'] === undefined && isObject(listOf(message['accountKeys'])[0]);
}

interface ParsedKey {
  pubkey: string;
  isSigner: boolean;
  isWritable: boolean;
  /** From a lookup table. */
  isLoaded: boolean;
}

function parsedKey(value: unknown): ParsedKey {
  const key = objectOf(value) ?? {};
  return {
    pubkey: String(key['pubkey']),
    isSigner: key['signer'] === true,
    isWritable: key['writable'] === true,
    isLoaded: key['source'] !== undefined && key['source'] !== 'transaction',
  };
}

/**
 * How many keys at the end are not writable. Keys stand in the order of the message, those that it requests as writable
 * first; the node calls some of those not writable, by the rule of locks (chain fact 18).
 */
function readonlyAtEnd(keys: readonly ParsedKey[]): number {
  return keys.length - 1 - keys.findLastIndex(({ isWritable }) => isWritable);
}

/** How many addresses the look-ups load as writable; null if the message lists none. */
function writableLookups(message: JsonObject): number | null {
  if (!Array.isArray(message['addressTableLookups'])) return null;
  return listOf(message['addressTableLookups']).reduce<number>(
    (sum, lookup) => sum + listOf(objectOf(lookup)?.['writableIndexes']).length,
    0,
  );
}

function plainInstruction(instruction: JsonObject, indexOf: (address: unknown) => number): JsonObject {
  const parsed = objectOf(instruction['parsed']);
  const { accounts, data } =
    instruction['parsed'] === undefined
      ? { accounts: listOf(instruction['accounts']), data: instruction['data'] }
      : encoded(`${String(instruction['program'])} ${String(parsed?.['type'])}`, parsed ?? {});
  return {
    programIdIndex: indexOf(instruction['programId']),
    accounts: accounts.map(indexOf),
    data,
    stackHeight: instruction['stackHeight'],
  };
}

interface Encoded {
  accounts: readonly unknown[];
  /** Base58. */
  data: string;
}

/** Sources of the layouts: `token-instruction.ts`, `transfers.ts`; of the fields: Agave, `transaction-status/src/`. */
function encoded(kind: string, parsed: JsonObject): Encoded {
  const info = objectOf(parsed['info']) ?? {};
  const checked = objectOf(info['tokenAmount']) ?? {};
  const authority = info['authority'] ?? info['multisigAuthority'];
  const of = (accounts: readonly unknown[], ...parts: (number | Uint8Array)[]): Encoded => ({
    accounts,
    data: bs58.encode(
      Buffer.concat(parts.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part))),
    ),
  });
  switch (kind.replace('spl-token-2022', 'spl-token')) {
    case 'system transfer':
      return of([info['source'], info['destination']], Uint8Array.of(2, 0, 0, 0), u64(info['lamports']));
    case 'spl-token transfer':
      return of([info['source'], info['destination'], authority], 3, u64(info['amount']));
    case 'spl-token transferChecked':
      return of(
        [info['source'], info['mint'], info['destination'], authority],
        ...[12, u64(checked['amount']), decimalsOf(checked)],
      );
    case 'spl-token transferCheckedWithFee': {
      const fee = objectOf(info['feeAmount']) ?? {};
      return of(
        [info['source'], info['mint'], info['destination'], authority],
        ...[26, 1, u64(checked['amount']), decimalsOf(checked), u64(fee['amount'])],
      );
    }
    case 'spl-token mintTo':
      return of([info['mint'], info['account'], mintAuthority(info)], 7, u64(info['amount']));
    case 'spl-token mintToChecked':
      return of(
        [info['mint'], info['account'], mintAuthority(info)],
        ...[14, u64(checked['amount']), decimalsOf(checked)],
      );
    case 'spl-token burn':
      return of([info['account'], info['mint'], authority], 8, u64(info['amount']));
    case 'spl-token burnChecked':
      return of(
        [info['account'], info['mint'], authority],
        ...[15, u64(checked['amount']), decimalsOf(checked)],
      );
    case 'spl-token initializeAccount':
      return of([info['account'], info['mint'], info['owner']], 1);
    case 'spl-token initializeAccount2':
      return of([info['account'], info['mint']], 16, pubkey(info['owner']));
    case 'spl-token initializeAccount3':
      return of([info['account'], info['mint']], 18, pubkey(info['owner']));
    case 'spl-token setAuthority':
      return info['authorityType'] === 'accountOwner' && typeof info['newAuthority'] === 'string'
        ? of([info['account'], authority], 6, 2, 1, pubkey(info['newAuthority']))
        : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

const UNKNOWN: Encoded = { accounts: [], data: '' };

function mintAuthority(info: JsonObject): unknown {
  return info['mintAuthority'] ?? info['multisigMintAuthority'];
}

function decimalsOf(amount: JsonObject): number {
  const decimals = amount['decimals'];
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 255)
    throw bad('decimals');
  return decimals;
}

function u64(value: unknown): Uint8Array {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text) || BigInt(text) >= 2n ** 64n)
    throw bad('an amount');
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(text));
  return bytes;
}

function pubkey(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' && value.length <= 44 ? bs58.decodeUnsafe(value) : undefined;
  if (bytes?.length !== 32) throw bad('an address');
  return bytes;
}

function bad(what: string): ChainDataError {
  return new ChainDataError('malformed', `a parsed instruction lacks ${what}`);
}
