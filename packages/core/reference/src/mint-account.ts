import { ByteReader } from './byte-reader.js';
import { type TokenNames, tokenNames } from './token-names.js';

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

export interface MintAccount {
  decimals: number;
  /** Names from its `TokenMetadata` extension; null without one. */
  names: TokenNames | null;
}

/** Mint: authority (4 + 32), supply (8), decimals, is_initialized, freeze authority (4 + 32). */
const MINT_BYTES = 82;
const DECIMALS_AT = 44;
const INITIALIZED_AT = 45;
/** A mint with extensions is padded to the size of a token account, followed by the account type and the extensions. */
const ACCOUNT_TYPE_AT = 165;
const ACCOUNT_TYPE_MINT = 1;
const EXTENSION_METADATA_POINTER = 18;
const EXTENSION_TOKEN_METADATA = 19;
const MOST_EXTENSIONS = 64;

/**
 * Decodes a mint of the Token or Token-2022 program. Layouts: spl-token `state.rs`; spl-token-2022 `extension/mod.rs`
 * (type and length as u16 each, then the value), `extension/metadata_pointer`, spl-token-metadata-interface `state.rs`.
 *
 * Names in the mint count only if its metadata pointer, if present, points to the mint itself; otherwise the creator
 * declares that they are stored elsewhere.
 *
 * @param owner base58 of the program that owns the account
 * @returns null if it is not a mint
 */
export function decodeMint(data: Uint8Array, owner: string, mint: Uint8Array): MintAccount | null {
  if (owner !== TOKEN_PROGRAM && owner !== TOKEN_2022_PROGRAM) return null;
  const isPlain = data.length === MINT_BYTES;
  const isExtended =
    owner === TOKEN_2022_PROGRAM &&
    data.length > ACCOUNT_TYPE_AT &&
    data[ACCOUNT_TYPE_AT] === ACCOUNT_TYPE_MINT;
  if ((!isPlain && !isExtended) || data[INITIALIZED_AT] !== 1) return null;
  const names = isExtended ? extensionNames(data, mint) : null;
  return { decimals: data[DECIMALS_AT]!, names };
}

function extensionNames(data: Uint8Array, mint: Uint8Array): TokenNames | null {
  const reader = new ByteReader(data, ACCOUNT_TYPE_AT + 1);
  let names: TokenNames | null = null;
  for (let count = 0; count < MOST_EXTENSIONS; count += 1) {
    const type = reader.u16();
    const size = reader.u16();
    if (type === null || size === null || type === 0) break;
    const value = reader.take(size);
    if (value === null) break;
    if (type === EXTENSION_METADATA_POINTER && !pointsTo(value, mint)) return null;
    if (type === EXTENSION_TOKEN_METADATA) names = decodeTokenMetadata(value, mint);
  }
  return names;
}

/** Authority, then the address of the metadata; zeros mean none. */
function pointsTo(pointer: Buffer, mint: Uint8Array): boolean {
  const address = pointer.subarray(32, 64);
  return address.length === 32 && (address.equals(mint) || address.every((byte) => byte === 0));
}

/** Update authority, mint, name, symbol, URI, further fields. */
function decodeTokenMetadata(value: Buffer, mint: Uint8Array): TokenNames | null {
  const reader = new ByteReader(value, 32);
  const owner = reader.take(32);
  if (owner === null || !owner.equals(mint)) return null;
  const name = reader.text();
  const symbol = reader.text();
  return name === null || symbol === null ? null : tokenNames(symbol, name);
}
