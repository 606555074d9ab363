import { uint64At } from '@tickscope/chain';
import type { AccountIndex } from '../layout.js';
import type { RouteLimit } from '../swap.js';

/** Where an aggregator's instruction states the limit of its route. */
export interface RouteLimitLayout {
  /** Name in the program's interface. */
  name: string;
  /** The bytes that the data begins with. */
  marker: Uint8Array;
  /** Null if the data is too short or states nothing sensible. */
  read: (data: Uint8Array) => StatedLimit | null;
  /** The account that is the mint of the amount; null if the instruction names none. */
  mint: AccountIndex | null;
}

export type StatedLimit = Pick<RouteLimit, 'kind' | 'amount' | 'quoted'>;

/** An offset in the data; negative counts from its end. */
type Offset = number;

export function routeLimit(
  name: string,
  discriminator: string,
  read: RouteLimitLayout['read'],
  mint: AccountIndex | null,
): RouteLimitLayout {
  return { name, marker: Uint8Array.from(Buffer.from(discriminator, 'hex')), read, mint };
}

/** A limit that is stated as such, beside what was quoted (null: not stated). */
export function statedLimit(kind: RouteLimit['kind'], at: Offset, quotedAt: Offset | null = null) {
  return (data: Uint8Array): StatedLimit | null => {
    const amount = amountAt(data, at);
    if (amount === null) return null;
    return { kind, amount, quoted: quotedAt === null ? null : amountAt(data, quotedAt) };
  };
}

/** The same for data of that length only, where its beginning alone does not tell the instruction. */
export function ofLength(length: number, read: RouteLimitLayout['read']): RouteLimitLayout['read'] {
  return (data) => (data.length === length ? read(data) : null);
}

const BASIS = 10_000n;

/**
 * A limit that is stated as a quote and how far the trade may slip from it, in basis points (u16). A least amount is
 * rounded up, a most amount down, as in the quotes of Jupiter's API.
 */
export function slippedLimit(kind: RouteLimit['kind'], quotedAt: Offset, slippageAt: Offset) {
  return (data: Uint8Array): StatedLimit | null => {
    const quoted = amountAt(data, quotedAt);
    const slippage = basisPointsAt(data, slippageAt);
    if (quoted === null || slippage === null || slippage > BASIS) return null;
    const room = (quoted * slippage) / BASIS;
    return { kind, amount: kind === 'least_out' ? quoted - room : quoted + room, quoted };
  };
}

function amountAt(data: Uint8Array, offset: Offset): bigint | null {
  const at = placeOf(data, offset, 8);
  return at === null ? null : uint64At(data, at);
}

function basisPointsAt(data: Uint8Array, offset: Offset): bigint | null {
  const at = placeOf(data, offset, 2);
  return at === null ? null : BigInt(data[at]! | (data[at + 1]! << 8));
}

/** Bytes of the discriminator, which a field counted from the end must not reach into. */
const DISCRIMINATOR = 8;

/** Null if the data does not hold that many bytes there. */
function placeOf(data: Uint8Array, offset: Offset, bytes: number): number | null {
  const at = offset < 0 ? data.length + offset : offset;
  return (offset < 0 && at < DISCRIMINATOR) || at + bytes > data.length ? null : at;
}
