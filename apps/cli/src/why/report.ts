import { cleanSentence, type Paint } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import { formatTime } from '../time.js';

type Explanation = components['schemas']['TransactionExplanation'];

/** The output of `tickscope why SIGNATURE`. */
export function describeExplanation(explanation: Explanation, _: number | null, paint: Paint): string {
  const { slot, block_index: index, block_time: time, also_in: others = [] } = explanation;
  const when = time === null ? '' : `, ${formatTime(time)} UTC`;
  return [
    paint.bold(cleanSentence(headline(explanation))),
    [
      `slot ${slot}, index ${index}${when}`,
      ...facts(explanation),
      ...others.map(
        (other) => `also in slot ${other.slot}${other.success === false ? ', where it failed' : ''}`,
      ),
    ].join('\n'),
  ].join('\n\n');
}

function headline({ success, error, reason }: Explanation): string {
  if (error !== null) return error.sentence;
  return success === true ? 'It succeeded.' : (reason ?? 'Not known.');
}

function facts({ error, outcome, reason }: Explanation): string[] {
  if (error === null) return [];
  const { program, label, instruction, kind } = error;
  const where = instruction === null ? [] : [`in instruction ${instruction}`];
  const of =
    program === null ? [] : [`program ${program}${label === null ? '' : ` (${cleanSentence(label)})`}`];
  const what = kind === null ? 'kind unknown' : `kind ${kind}`;
  return [
    [...of, ...where, what].join(', '),
    ...(outcome === 'unknown' && reason !== null ? [cleanSentence(reason)] : []),
  ];
}
