import { ByteReader } from './byte-reader.js';
import { type TokenNames, tokenNames } from './token-names.js';

/** `Key::MetadataV1`. */
const METADATA_V1 = 4;

/**
 * Decodes the names in a metadata account of the Metaplex program: key, update authority, mint, then name and symbol as
 * Borsh texts, which the program pads with zeros to 32 and 10 bytes (mpl-token-metadata `state/metadata.rs`).
 *
 * @param data of an account owned by the Metaplex program; the caller checks the owner
 * @param mint whose metadata is expected
 * @returns null for anything else
 */
export function decodeMetaplexMetadata(data: Uint8Array, mint: Uint8Array): TokenNames | null {
  const reader = new ByteReader(data);
  if (reader.u8() !== METADATA_V1) return null;
  if (reader.take(32) === null) return null;
  const owner = reader.take(32);
  if (owner === null || !owner.equals(mint)) return null;
  const name = reader.text();
  const symbol = reader.text();
  return name === null || symbol === null ? null : tokenNames(symbol, name);
}
