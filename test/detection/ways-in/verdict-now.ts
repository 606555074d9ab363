import { isTrip, privateProgram, type Sandwich } from '@tickscope/sandwich';

const HOUR = 9_000;

/** A sandwich as answers give it, once all of some sandwiches are stored. */
export interface JudgedNow extends Sandwich {
  confidenceThen: Sandwich['confidence'];
}

/**
 * Rule 11, "then and now", word for word: what the round trips of the hour of the front, and of the 24 hours on both sides
 * of it, make of the actor, the sandwich itself left out.
 */
export function judgedNow(sandwich: Sandwich, all: readonly Sandwich[]): JudgedNow {
  const names = namesOf(sandwich);
  const standings = [...names].map((name) => {
    const trips = all.filter(
      (other) =>
        other !== sandwich &&
        other.pool === other.backPool &&
        isTrip(other.quantityRatio, 0.01) &&
        namesOf(other).has(name) &&
        Math.abs(Math.floor(other.lastSlot / HOUR) - Math.floor(sandwich.firstSlot / HOUR)) <= 24,
    );
    const share = (holds: (trip: Sandwich) => boolean): number => trips.filter(holds).length / trips.length;
    if (trips.length < 5) return 'unknown';
    const aimed = share(({ isAimed }) => isAimed);
    const gained = share(({ net, gross }) => (net ?? gross) > 0n);
    if (new Set(trips.map(({ pool }) => pool)).size >= 3 && gained >= 0.7 && aimed >= 0.5) return 'bot';
    return aimed <= 0.2 ? 'scalper' : 'unknown';
  });
  const { unknown, knownBot, scalper } = sandwich.verdicts;
  const isBot = standings.includes('bot') && knownBot !== null;
  const verdict = isBot ? knownBot : ((standings.includes('scalper') ? scalper : null) ?? unknown);
  const signs = sandwich.evidence.signs.filter((sign) => sign !== 'known_bot');
  return {
    ...sandwich,
    ...verdict,
    evidence: { ...sandwich.evidence, signs: isBot ? [...signs, 'known_bot'] : signs },
    victims:
      verdict.confidence === 'suspected'
        ? sandwich.victims
        : sandwich.victims.filter(({ lossAmount }) => lossAmount === null || lossAmount > 0n),
    confidenceThen: sandwich.confidence,
  };
}

function namesOf({ attackers, linkAddress, fronts, backs }: Sandwich): Set<string> {
  const program = privateProgram([...fronts, ...backs]);
  return new Set([...attackers, linkAddress, ...(program === null ? [] : [program])]);
}
