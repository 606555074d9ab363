import type { Schemas } from '@tickscope/sdk';
import { solText } from '../format/sol.js';
import { plural } from '../format/text.js';

type Attacker = Pick<Schemas['Attacker'], 'summary' | 'earnings' | 'record' | 'truncated'>;

/** `A sandwich bot: it earned 3.2 SOL with 41 sandwiches in the last day.` */
export function attackerSentence({ summary, earnings, record, truncated }: Attacker, period: string): string {
  const where = `in ${period}`;
  const { sandwich_count: count, suspected_count: suspected } = summary;
  if (count === 0) return `${plural(suspected, 'suspected sandwich', 'suspected sandwiches')} ${where}.`;
  const who = record.standing === 'known_bot' ? 'A sandwich bot' : 'An attacker';
  const all = `${truncated ? 'its newest ' : ''}${plural(count, 'sandwich', 'sandwiches')}`;
  const { net_gain_sol: net, gain_unknown_count: unknown } = earnings;
  if (net === null) return `${who}: ${all} ${where}; what it earned is not known in SOL.`;
  const which = unknown === 0 ? all : `${(count - unknown).toLocaleString('en')} of ${all}`;
  const result = Number(net) < 0 ? `lost ${solText(net.slice(1))}` : `earned ${solText(net)}`;
  const others = unknown === 0 ? '' : '; the others gained another token';
  return `${who}: it ${result} with ${which} ${where}${others}.`;
}
