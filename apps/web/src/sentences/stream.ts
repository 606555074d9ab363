import type { Schemas } from '@tickscope/sdk';
import { durationText } from './period.js';
import { isAdvancing } from './unknown.js';

/** Whether blocks come now, or since when none has. */
export function streamText({ head }: Pick<Schemas['DataStatus'], 'head'>): string {
  if (head === null) return 'no block has come yet';
  if (isAdvancing({ head })) return 'blocks come';
  return head.age_seconds === null ? 'not known' : `no new block for ${durationText(head.age_seconds)}`;
}
