import bs58 from 'bs58';
import type { Mint } from '../../synthetic/account.js';
import { DataWriter } from '../../synthetic/dex/data-writer.js';
import type { ClusterValidator } from './validators.js';

/*
 * Accounts in their programs' formats. Implemented independently from the programs' layouts, because the readers are
 * tested against it.
 */

export interface TokenTitle {
  name: string;
  symbol: string;
}

const MINT_ACCOUNT_PADDED = 165;
const ACCOUNT_TYPE_MINT = 1;
const TRANSFER_FEE_CONFIG = 1;
const METADATA_POINTER = 18;
const TOKEN_METADATA = 19;
const URI = 'https://example.invalid/token.json';

/** spl-token `Mint`, 82 bytes: no authorities, the supply, decimals, initialized. */
export function encodeMint({ decimals }: Mint, supply: bigint): Buffer {
  return new DataWriter()
    .u32(0)
    .bytes(Buffer.alloc(32))
    .u64(supply)
    .u8(decimals)
    .u8(1)
    .u32(0)
    .bytes(Buffer.alloc(32))
    .done();
}

/** A mint of Token-2022 with its extensions, each a type and a length as u16 and the value. */
export function encodeMint2022(mint: Mint, supply: bigint, title: TokenTitle | null): Buffer {
  const parts = [encodeMint(mint, supply)];
  const extensions: Buffer[] = [];
  if (mint.transferFee !== undefined)
    extensions.push(extension(TRANSFER_FEE_CONFIG, transferFee(mint.transferFee)));
  if (title !== null) {
    const pointer = Buffer.concat([Buffer.alloc(32), mint.account.key]);
    const metadata = Buffer.concat([
      Buffer.alloc(32),
      mint.account.key,
      ...[title.name, title.symbol, URI].map((text) => borshText(text, 0)),
      Buffer.alloc(4),
    ]);
    extensions.push(extension(METADATA_POINTER, pointer), extension(TOKEN_METADATA, metadata));
  }
  if (extensions.length > 0)
    parts.push(
      Buffer.alloc(MINT_ACCOUNT_PADDED - parts[0]!.length),
      Buffer.of(ACCOUNT_TYPE_MINT),
      ...extensions,
    );
  return Buffer.concat(parts);
}

function extension(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** Two authorities, what is withheld, then the older and the newer fee: epoch, maximum, basis points. */
function transferFee({ basisPoints, maximum }: NonNullable<Mint['transferFee']>): Buffer {
  const fee = new DataWriter().u64(0n).u64(maximum).done();
  const points = Buffer.alloc(2);
  points.writeUInt16LE(Number(basisPoints));
  return Buffer.concat([Buffer.alloc(64), Buffer.alloc(8), fee, points, fee, points]);
}

/** Metaplex `Metadata` V1, with texts padded to the program's sizes, then fee and flags. */
export function encodeMetaplexMetadata(mint: Uint8Array, { name, symbol }: TokenTitle): Buffer {
  return Buffer.concat([
    Buffer.of(4),
    Buffer.alloc(32, 7),
    mint,
    borshText(name, 32),
    borshText(symbol, 10),
    borshText(URI, 200),
    // Seller fee, no creators, primary sale, mutable; no edition nonce, standard, collection, uses, details, rules.
    Buffer.from([0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]),
  ]);
}

function borshText(text: string, padTo: number): Buffer {
  const bytes = Buffer.from(text);
  const padded = Buffer.alloc(Math.max(padTo, bytes.length));
  bytes.copy(padded);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(padded.length);
  return Buffer.concat([size, padded]);
}

const VALIDATOR_INFO = bs58.decode('Va1idator1nfo111111111111111111111111111111');
/** `ValidatorInfo::max_space` plus the two keys: accounts have their maximum size from the start. */
const INFO_ACCOUNT_BYTES = 1 + 2 * 33 + 576;

/** The number of keys, two keys each with a flag for whether it signs, then the length as u64 and the JSON. */
export function encodeValidatorInfo({ identity, info }: ClusterValidator): Buffer {
  const json = Buffer.from(JSON.stringify(info));
  const account = Buffer.alloc(INFO_ACCOUNT_BYTES);
  Buffer.concat([
    Buffer.of(2),
    VALIDATOR_INFO,
    Buffer.of(0),
    bs58.decode(identity),
    Buffer.of(1),
    new DataWriter().u64(BigInt(json.length)).done(),
    json,
  ]).copy(account);
  return account;
}
