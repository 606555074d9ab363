import type { Schemas } from '@tickscope/sdk';

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
  const legs = sandwich.legs
    .filter(({ success }) => success)
    .map((leg) =>
      pointOf(sandwich, {
        kind: leg.interaction_type === 'sandwich_frontrun' ? 'frontrun' : 'backrun',
        signature: leg.attacker_signature,
        wallet: leg.attacker_wallet,
        loss: null,
        ...leg,
      }),
    );
  const victims = sandwich.victims.map((victim) => pointOf(sandwich, { kind: 'victim', ...victim }));
  return [...legs, ...victims]
    .filter((point) => point !== null)
    .sort((left, right) => left.slot - right.slot || left.blockIndex - right.blockIndex);
}

interface Part {
  kind: PricePoint['kind'];
  signature: string | null;
  wallet: string;
  slot: number;
  block_index: number;
  poh_tick: string | null;
  paid: Amount | null;
  received: Amount | null;
  loss: Schemas['Loss'] | null;
}

function pointOf({ mint_in: mintIn, mint_out: mintOut }: Sandwich, part: Part): PricePoint | null {
  const { paid, received, loss } = part;
  if (paid === null || received === null) return null;
  const [given, taken] = [Number(paid.amount), Number(received.amount)];
  if (!(given > 0 && taken > 0)) return null;
  const isForward = paid.mint === mintIn && received.mint === mintOut;
  const isBack = paid.mint === mintOut && received.mint === mintIn;
  if (!isForward && !isBack) return null;
  const fairTaken = loss !== null && loss.mint === received.mint ? taken + Number(loss.amount) : null;
  const priceOf = (out: number): number => (isForward ? given / out : out / given);
  return {
    kind: part.kind,
    signature: part.signature,
    wallet: part.wallet,
    slot: part.slot,
    blockIndex: part.block_index,
    pohTick: part.poh_tick === null ? null : BigInt(part.poh_tick),
    paid,
    received,
    loss,
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
