import { counted } from '@tickscope/command-line';
import type { RedetectSlotsReport } from '@tickscope/pipeline';

/** The outcome of a detection run, in a line or two; empty where nothing was done. */
export function describeRedetection({ slots, written, leftToIngester }: RedetectSlotsReport): string {
  if (slots === 0) return '';
  const lines = [
    `Sandwich detection has run over ${counted(slots, 'slot')}: ` +
      `${counted(written, 'sandwich', 'sandwiches')} stored, changed or retracted (tickscope detect shows them).`,
    ...leftToIngester.map(
      ({ fromSlot, toSlot }) =>
        `Slots ${fromSlot} to ${toSlot} are at the head of the running ingester, which detects them itself ` +
        'within two minutes.',
    ),
  ];
  return `${lines.join('\n')}\n`;
}
