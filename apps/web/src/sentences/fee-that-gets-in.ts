import type { Schemas } from '@tickscope/sdk';
import { plural } from '../format/text.js';

type Fees = Schemas['EstimateFeesResponse']['data'];

/** `62,500`: exact, though it may exceed 2^53. */
export function priceText(microLamports: string): string {
  return BigInt(microLamports).toLocaleString('en');
}

/** Says in one sentence what got in, and how many it is about. */
export function feeSentence({
  landed_count: landed,
  without_price_count: without,
  compute_unit_price: prices,
  priced_count: priced,
}: Schemas['AccountFees']): string {
  if (landed === 0) return 'No transaction wrote it and succeeded in these slots.';
  const none = without === 0 ? '' : ` ${plural(without, 'more transaction')} got in without a price.`;
  if (prices === null) return `None of the ${plural(landed, 'transaction')} that got in set a price.`;
  return `Of ${plural(priced, 'transaction')} that got in with a price, three of four paid ${priceText(prices.p75)} or less, half ${priceText(prices.p50)} or less.${none}`;
}

/** Which slots these are, and how many of them are not known. */
export function missingText({ slot_range: { min, max }, block_count: blocks, coverage }: Fees): string {
  if (min === null || max === null) return '';
  const unknown = (coverage?.missing_slots.length ?? 0) + (coverage?.incomplete_slots.length ?? 0);
  const holes = unknown === 0 ? '' : `; ${plural(unknown, 'slot')} of them not stored, or in part`;
  return `Slots ${min.toLocaleString('en')} to ${max.toLocaleString('en')}, ${plural(blocks, 'block')}${holes}.`;
}
