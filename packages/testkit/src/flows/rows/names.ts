import type { Sandwich, SuspicionReason } from '@tickscope/sandwich';
import { idOf, type Label } from '../label.js';

/**
 * The reason that a row's look-alikes are to have, by the row's name. A scalper's first five trips are profits taken: no
 * record knows it yet.
 */
export const ROW_NAMES: Readonly<Record<string, readonly SuspicionReason[]>> = {
  'takes a profit within 3 slots': ['profit_taking'],
  'a leader with eight copiers': ['copied_leader'],
  '40 scalps, then longer ones': ['scalping', 'profit_taking'],
  'launch sniper': ['profit_taking'],
  'volume bot at a loss, with an outsider': ['volume_bot'],
  'ring of five, with an outsider': ['wash'],
  'maker with fixed lots': ['market_making'],
  'maker with random sizes': ['market_making'],
  'arbitrage between venues, equal lots': ['arbitrage'],
  'two users of one unlisted terminal': ['link'],
  'two users of one sponsor': ['link'],
  'a gift sold at a gain': ['gift'],
};

/** The reason of each scene that is suspected: a suspected sandwich has legs of it on both sides. */
export function suspectedScenes(
  labels: readonly Label[],
  sandwiches: readonly Sandwich[],
): Map<Label, SuspicionReason> {
  const byFront = new Map(labels.flatMap((label) => label.fronts.map((front) => [front, label] as const)));
  const reasons = new Map<Label, SuspicionReason>();
  for (const { fronts, backs, reason } of sandwiches) {
    if (reason === null) continue;
    const ends = new Set(backs.map(idOf));
    for (const front of fronts) {
      const label = byFront.get(idOf(front));
      if (label?.backs.some((back) => ends.has(back))) reasons.set(label, reason);
    }
  }
  return reasons;
}
