import type { Schemas } from '@tickscope/sdk';
import { plural } from '../format/text.js';

type Backfill = Pick<Schemas['Backfill'], 'fetched_slots' | 'missing_slots'>;

/** Says what a backfill brought: `Fetched 18 slots; 2 could not be fetched: the node does not have it.` */
export function fetchedText({ fetched_slots: fetched, missing_slots: missing }: Backfill): string {
  const [first] = missing;
  const brought = fetched.length === 0 ? 'No slot was fetched' : `Fetched ${plural(fetched.length, 'slot')}`;
  if (first === undefined) return `${brought}.`;
  return `${brought}; ${missing.length.toLocaleString('en')} could not be fetched: ${first.reason.replace(/\.$/, '')}.`;
}
