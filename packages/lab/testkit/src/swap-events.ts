import { createHash } from 'node:crypto';
import bs58 from 'bs58';

/** Events of swaps as the programs write them: field by field, in their published order. Keys are base58. */

interface Whirlpool {
  pool: string;
  aToB: boolean;
  /** Roots of prices, times 2^64. */
  before: bigint;
  after: bigint;
  /** With what the mint withholds, and with both fees. */
  input: bigint;
  output: bigint;
  withheldIn?: bigint;
  withheldOut?: bigint;
  lpFee: bigint;
  protocolFee: bigint;
}

export function whirlpoolTraded(event: Whirlpool): Uint8Array {
  const { before, after, input, output, withheldIn = 0n, withheldOut = 0n, lpFee, protocolFee } = event;
  return Buffer.concat([
    tagOf('Traded'),
    bs58.decode(event.pool),
    flag(event.aToB),
    ...[before, after].map((value) => little(value, 16)),
    ...[input, output, withheldIn, withheldOut, lpFee, protocolFee].map((value) => little(value, 8)),
  ]);
}

interface Clmm {
  pool: string;
  zeroForOne: boolean;
  /** Token 0 and token 1, without what the mints withhold. */
  amounts: readonly [bigint, bigint];
  withheld?: readonly [bigint, bigint];
  after: bigint;
  liquidity: bigint;
  /** In token 0 and token 1; only newer events have them. */
  fees?: readonly [bigint, bigint];
}

export function clmmSwap(event: Clmm): Uint8Array {
  const { amounts, withheld = [0n, 0n], fees = [] } = event;
  return Buffer.concat([
    tagOf('SwapEvent'),
    bs58.decode(event.pool),
    new Uint8Array(3 * 32),
    ...[amounts[0], withheld[0], amounts[1], withheld[1]].map((value) => little(value, 8)),
    flag(event.zeroForOne),
    ...[event.after, event.liquidity].map((value) => little(value, 16)),
    new Uint8Array(4),
    ...fees.map((value) => little(value, 8)),
  ]);
}

interface DammV2 {
  pool: string;
  aToB: boolean;
  /** 0: fees are of the output; 1: of token b; 2: partly added to the reserves. */
  feeMode?: number;
  input: bigint;
  inputWithoutFee: bigint;
  output: bigint;
  after: bigint;
  /** Those of the pool, the protocol, the partner and the referral. */
  fees: readonly [bigint, bigint, bigint, bigint];
}

export function dammV2Swap(event: DammV2): Uint8Array {
  const { aToB, feeMode = 0, input, inputWithoutFee, output, after, fees } = event;
  return Buffer.concat([
    SELF_CALL,
    tagOf('EvtSwap2'),
    bs58.decode(event.pool),
    Uint8Array.of(aToB ? 0 : 1, feeMode, 0),
    ...[input, 0n].map((value) => little(value, 8)),
    Uint8Array.of(0),
    ...[input, inputWithoutFee, 0n, output].map((value) => little(value, 8)),
    little(after, 16),
    ...fees.map((value) => little(value, 8)),
    new Uint8Array(6 * 8),
  ]);
}

interface Dlmm {
  pool: string;
  xToY: boolean;
  bins: readonly [number, number];
  input: bigint;
  output: bigint;
  fee: bigint;
}

export function dlmmSwap({ pool, xToY, bins, input, output, fee }: Dlmm): Uint8Array {
  return Buffer.concat([
    SELF_CALL,
    tagOf('Swap'),
    bs58.decode(pool),
    new Uint8Array(32),
    ...bins.map((bin) => little(BigInt.asUintN(32, BigInt(bin)), 4)),
    ...[input, output].map((value) => little(value, 8)),
    flag(xToY),
    ...[fee, 0n].map((value) => little(value, 8)),
    new Uint8Array(16 + 8),
  ]);
}

/** Tag of an event that Anchor writes as a call of the program to itself. */
const SELF_CALL = Buffer.from(hashOf('anchor:event').subarray(0, 8)).reverse();

/** Anchor's tag of an event: the first eight bytes of a hash of its name. */
function tagOf(name: string): Uint8Array {
  return hashOf(`event:${name}`).subarray(0, 8);
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

function flag(value: boolean): Uint8Array {
  return Uint8Array.of(value ? 1 : 0);
}

function little(value: bigint, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}
