import type { Schemas } from '@tickscope/sdk';
import { partsOf, type SandwichPart } from '../../sandwich-parts.js';
import { isLeast } from '../../sentences/loss.js';

type Sandwich = Pick<Schemas['SandwichEvent'], 'mint_in' | 'mint_out' | 'legs' | 'victims'>;
type Amount = Schemas['TokenAmount'];

export interface PricePoint {
  kind: 'frontrun' | 'backrun' | 'victim';
  signature: string | null;
  wallet: string;
  slot: number;
  blockIndex: number;
  pohTick: bigint | null;
  paid: Amount;
  received: Amount;
  loss: Schemas['Loss'] | null;
  /** The loss is a lower bound. */
  isLeast: boolean;
  /** `mint_in` for one `mint_out`, on average over the swap, in raw units. */
  price: number;
  /** The price of a victim's swap without the attacker; null where the loss is not known, and for legs. */
  fairPrice: number | null;
}

/**
 * The successful swaps of a sandwich in the order of the chain, each with the price that it paid. All prices are in the
 * direction of the frontrun, so that a higher price is worse for anyone who follows it.
 */
export function pricePath(sandwich: Sandwich): PricePoint[] {
  return partsOf(sandwich).flatMap((part) => pointOf(sandwich, part) ?? []);
}

function pointOf({ mint_in: mintIn, mint_out: mintOut }: Sandwich, part: SandwichPart): PricePoint | null {
  const { role: kind, paid, received, loss } = part;
  if (kind === 'frontrun_attempt' || kind === 'backrun_attempt') return null;
  if (paid === null || received === null) return null;
  const [given, taken] = [Number(paid.amount), Number(received.amount)];
  if (!(given > 0 && taken > 0)) return null;
  const isForward = paid.mint === mintIn && received.mint === mintOut;
  const isBack = paid.mint === mintOut && received.mint === mintIn;
  if (!isForward && !isBack) return null;
  const fairTaken = loss !== null && loss.mint === received.mint ? taken + Number(loss.amount) : null;
  const priceOf = (out: number): number => (isForward ? given / out : out / given);
  return {
    ...{ kind, signature: part.signature, wallet: part.wallet, slot: part.slot },
    blockIndex: part.block_index,
    pohTick: part.poh_tick === null ? null : BigInt(part.poh_tick),
    ...{ paid, received, loss, isLeast: isLeast(part) },
    price: priceOf(taken),
    fairPrice: fairTaken === null ? null : priceOf(fairTaken),
  };
}

/**
 * The price that the others are measured by: what this victim would have paid without the attacker, else the first
 * victim whose loss is known, else the frontrun's.
 */
export function basePrice(points: readonly PricePoint[], signature: string | null): number | null {
  const own = points.find((point) => point.signature === signature && point.fairPrice !== null);
  const other = points.find(({ fairPrice }) => fairPrice !== null);
  return own?.fairPrice ?? other?.fairPrice ?? points[0]?.price ?? null;
}
