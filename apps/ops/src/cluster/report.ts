import { counted, formatBytes } from '@tickscope/command-line';
import type { MoveReport } from '@tickscope/store';

/** @param next what to do then */
export function describeMove({ blocks, rows, bytes, seconds, isFinished }: MoveReport, next: string): string {
  return [
    `Copied ${counted(blocks, 'block')}: ${counted(rows, 'row')} compared and equal, ${formatBytes(bytes)} sent in ${seconds.toFixed(1)} s.`,
    isFinished
      ? 'Nothing differs any more: the new servers have everything.'
      : 'What is written now is copied by the next run; the new servers are not to be used yet.',
    next,
  ].join('\n');
}
