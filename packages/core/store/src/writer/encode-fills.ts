import { cachedPubkey } from '@tickscope/chain';
import type { Fill, Rebate, UnknownFrame } from '@tickscope/dex';
import { encodePosition } from '../instruction-position.js';
import type { RowBuffer } from './row-buffer.js';
import {
  encodeCost,
  encodeKeys,
  encodeSwapAccount,
  encodeTransactionOf,
  nullableKey,
  type Surroundings,
} from './trade-cells.js';

export function encodeFill(rows: RowBuffer, fill: Fill, around: Surroundings): void {
  rows.fixed(cachedPubkey(fill.taker));
  encodePosition(rows, fill);
  rows.nullable(around.pohTick(fill.blockIndex), rows.uint53);
  encodeTransactionOf(rows, fill.blockIndex, around);
  rows.fixed(cachedPubkey(fill.programId));
  rows.string(fill.dexName);
  rows.bool(fill.takerSigned);
  nullableKey(rows, fill.market);
  rows.fixed(cachedPubkey(fill.maker));
  rows.fixed(cachedPubkey(fill.mintIn));
  rows.fixed(cachedPubkey(fill.mintOut));
  rows.uint64(fill.makerIn);
  rows.uint64(fill.makerOut);
  rows.uint64(fill.takerIn);
  rows.uint64(fill.takerOut);
  encodeSwapAccount(rows, fill.source);
  encodeSwapAccount(rows, fill.destination);
  rows.fixed(cachedPubkey(fill.outerProgramId));
  rows.fixed(cachedPubkey(fill.feePayer));
  encodeKeys(rows, fill.signers.slice(1));
  encodeCost(rows, fill);
  rows.uint8(around.version);
  rows.endRow();
}

export function encodeRebate(rows: RowBuffer, rebate: Rebate, around: Surroundings): void {
  rows.fixed(cachedPubkey(rebate.wallet));
  encodePosition(rows, rebate);
  encodeTransactionOf(rows, rebate.blockIndex, around);
  rows.fixed(cachedPubkey(rebate.programId));
  rows.string(rebate.dexName);
  rows.fixed(cachedPubkey(rebate.mint));
  rows.uint64(rebate.amount);
  rows.uint8(around.version);
  rows.endRow();
}

export function encodeUnknownFrame(rows: RowBuffer, frame: UnknownFrame, around: Surroundings): void {
  rows.fixed(cachedPubkey(frame.programId));
  encodePosition(rows, frame);
  encodeTransactionOf(rows, frame.blockIndex, around);
  rows.nullable(frame.firstByte, rows.uint8);
  rows.bool(frame.isInferred);
  rows.uint8(around.version);
  rows.endRow();
}
