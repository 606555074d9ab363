import bs58 from 'bs58';

/**
 * Converts a `getTransaction` response from encoding `jsonParsed` to `json`. That encoding lacks the bytes of the
 * instructions it parses: system transfers and the token instructions that extraction reads are re-encoded from the
 * parsed fields, others become empty. For fixtures only.
 */
type Json = Record<string, unknown>;

interface ParsedKey {
  pubkey: string;
  writable: boolean;
  signer: boolean;
  source: string;
}

export function fromJsonParsed(row: Json): Json {
  const transaction = row['transaction'] as Json;
  const message = transaction['message'] as Json;
  const meta = row['meta'] as Json;
  const keys = message['accountKeys'] as ParsedKey[];
  const own = keys.filter(({ source }) => source === 'transaction');
  const loaded = keys.filter(({ source }) => source !== 'transaction');
  const names = keys.map(({ pubkey }) => pubkey);
  const indexOf = (name: unknown): number => names.indexOf(name as string);
  const groups = (meta['innerInstructions'] ?? []) as Json[];
  return {
    ...row,
    meta: {
      ...meta,
      innerInstructions: groups.map((group) => ({
        ...group,
        instructions: (group['instructions'] as Json[]).map((ix) => plain(ix, indexOf)),
      })),
      loadedAddresses: {
        writable: loaded.filter(({ writable }) => writable).map(({ pubkey }) => pubkey),
        readonly: loaded.filter(({ writable }) => !writable).map(({ pubkey }) => pubkey),
      },
    },
    transaction: {
      ...transaction,
      message: {
        ...message,
        accountKeys: own.map(({ pubkey }) => pubkey),
        header: {
          numRequiredSignatures: own.filter(({ signer }) => signer).length,
          numReadonlySignedAccounts: own.filter(({ signer, writable }) => signer && !writable).length,
          numReadonlyUnsignedAccounts: own.filter(({ signer, writable }) => !signer && !writable).length,
        },
        instructions: (message['instructions'] as Json[]).map((ix) => plain(ix, indexOf)),
      },
    },
  };
}

function plain(ix: Json, indexOf: (name: unknown) => number): Json {
  const programIdIndex = indexOf(ix['programId']);
  const stackHeight = ix['stackHeight'];
  const { accounts, data } =
    ix['parsed'] === undefined
      ? { accounts: ix['accounts'] as string[], data: ix['data'] as string }
      : encoded(ix['program'], ix['parsed'] as Json);
  return { programIdIndex, accounts: accounts.map(indexOf), data, stackHeight };
}

function encoded(program: unknown, parsed: Json): { accounts: string[]; data: string } {
  const info = (parsed['info'] ?? {}) as Json;
  const accounts = (...names: string[]): string[] => names.map((name) => info[name] as string);
  const bytes = (...parts: Uint8Array[]): string => bs58.encode(Buffer.concat(parts));
  switch (`${String(program)} ${String(parsed['type'])}`) {
    case 'system transfer':
      return {
        accounts: accounts('source', 'destination'),
        data: bytes(Buffer.from([2, 0, 0, 0]), u64(info['lamports'])),
      };
    case 'spl-token transferChecked': {
      const { amount, decimals } = info['tokenAmount'] as { amount: string; decimals: number };
      return {
        accounts: accounts('source', 'mint', 'destination', 'authority'),
        data: bytes(Buffer.from([12]), u64(amount), Buffer.from([decimals])),
      };
    }
    case 'spl-token transfer':
      return {
        accounts: accounts('source', 'destination', 'authority'),
        data: bytes(Buffer.from([3]), u64(info['amount'])),
      };
    case 'spl-token mintTo':
      return {
        accounts: accounts('mint', 'account', 'mintAuthority'),
        data: bytes(Buffer.from([7]), u64(info['amount'])),
      };
    case 'spl-token initializeAccount3':
      return {
        accounts: accounts('account', 'mint'),
        data: bytes(Buffer.from([18]), bs58.decode(info['owner'] as string)),
      };
    default:
      return { accounts: [], data: '' };
  }
}

function u64(value: unknown): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value as string | number));
  return bytes;
}
