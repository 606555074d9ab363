import bs58 from 'bs58';

/** A record of Manifest's `FillLog`. Keys are base58. */
export interface FillRecord {
  market: string;
  maker: string;
  taker: string;
  baseMint: string;
  quoteMint: string;
  baseAtoms: bigint;
  quoteAtoms: bigint;
  takerIsBuy: boolean;
  /** Quote atoms of 10¹⁸ base atoms. */
  price?: bigint;
  makerOrder?: bigint;
  takerOrder?: bigint;
  isMakerGlobal?: boolean;
}

/** Writes a record as Manifest logs it: field by field, without offsets. */
export function fillRecordBytes(record: FillRecord): Uint8Array {
  const { price = 0n, makerOrder = 0n, takerOrder = 0n, isMakerGlobal = false } = record;
  return Buffer.concat([
    Buffer.from('3ae6f2034b7104a9', 'hex'),
    ...[record.market, record.maker, record.taker, record.baseMint, record.quoteMint].map(bs58.decode),
    little(price, 16),
    ...[record.baseAtoms, record.quoteAtoms, makerOrder, takerOrder].map((value) => little(value, 8)),
    Uint8Array.of(Number(record.takerIsBuy), Number(isMakerGlobal)),
    new Uint8Array(14),
  ]);
}

function little(value: bigint, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}
