import { cleanText, type Paint, widthOf } from '@tickscope/command-line';
import { shortAddress } from '@tickscope/dex';
import type { FeedEvent } from '@tickscope/sdk';
import { describeLosses } from '../sandwiches/losses.js';
import type { Sandwich } from '../sandwiches/report.js';
import { formatTime } from '../time.js';

/** An event of the feed as one line. @param maxWidth of the terminal; `null`: none */
export function feedLine(event: FeedEvent, maxWidth: number | null, paint: Paint): string {
  switch (event.event) {
    case 'sandwich':
      return sandwichLine(event.data, maxWidth, paint);
    case 'status':
      return event.data.state === 'live'
        ? 'The feed is live.'
        : `The database of the API does not answer since ${formatTime(event.data.since)} UTC; nothing is lost.`;
    case 'gap':
      return `Not replayed: ${formatTime(event.data.from)} to ${formatTime(event.data.to)} UTC.`;
  }
}

function sandwichLine(sandwich: Sandwich, maxWidth: number | null, paint: Paint): string {
  const { block_time: time, pool, attackers, confidence, intent, victims, victim_count: count } = sandwich;
  const victim = victims[0]?.signature ?? null;
  const line = (signature: string): string =>
    [
      formatTime(time),
      stateOf(sandwich),
      `lost ${paint.yellow(describeLosses(sandwich))}`,
      cleanText(pool.pool_label),
      `by ${paint.red(shortAddress(attackers[0] ?? ''))}`,
      `${confidence}, ${intent}`,
      `victim ${signature}${count > 1 ? ` and ${count - 1} more` : ''}`,
    ].join('  ');
  const whole = line(victim ?? 'unknown');
  if (victim === null || maxWidth === null || widthOf(whole) <= maxWidth) return whole;
  return line(shortAddress(victim));
}

function stateOf({ retracted, is_final: isFinal, revision }: Sandwich): string {
  if (retracted) return 'retracted';
  if (revision === 1) return 'found    ';
  return isFinal ? 'final    ' : 'revised  ';
}
