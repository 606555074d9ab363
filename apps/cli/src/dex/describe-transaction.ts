import { cleanText, columnsOf, formatCount } from '@tickscope/command-line';
import type { Explanation } from '@tickscope/dex';
import { describeCalls } from './describe-calls.js';
import { describeConservation } from './describe-conservation.js';
import { describeTrades } from './describe-trades.js';
import { describeCall, describeUnknown, UNKNOWN_ROLES } from './describe-unknown.js';
import type { ExplainedTransaction } from './explained.js';
import { amountText, positionText, section } from './text.js';

/**
 * One transaction in detail.
 *
 * @param call position of a call whose accounts are listed too; null: only those that the decoder does not know
 */
export function describeTransaction(
  transaction: ExplainedTransaction,
  call: string | null,
  maxWidth: number | null,
): string {
  const { explanation } = transaction;
  const wanted = explanation.calls.find((one) => positionText(one) === call);
  return [
    header(transaction),
    ...programs(explanation, maxWidth),
    ...describeCalls(explanation, maxWidth),
    ...describeTrades(explanation, maxWidth),
    ...describeUnknown(explanation, maxWidth),
    ...(wanted === undefined || UNKNOWN_ROLES.has(wanted.role)
      ? []
      : [describeCall(wanted, null, explanation, maxWidth)]),
    ...describeConservation(explanation, maxWidth),
    ...nothingSeen(explanation),
  ].join('\n\n');
}

function header({ slot, index, isReencoded, explanation }: ExplainedTransaction): string {
  const { status, error, version, feeLamports, signers } = explanation;
  const facts = [
    slot === null ? 'slot not stated' : `slot ${slot}`,
    ...(index === null ? [] : [`index ${index}`]),
    version === 'legacy' ? 'legacy' : `version ${version}`,
    status === 'failed' ? `FAILED ${cleanText(error ?? '', 100)}` : status === 'unknown' ? 'no meta' : status,
    ...(feeLamports === null ? [] : [`fee ${amountText(feeLamports, null, explanation)}`]),
  ];
  return [
    explanation.signature,
    facts.join(' · '),
    `fee payer ${explanation.feePayer}`,
    ...signers.slice(1).map((signer) => `signer ${signer}`),
    ...warnings(isReencoded, explanation),
  ].join('\n');
}

function warnings(isReencoded: boolean, { status, ...explanation }: Explanation): string[] {
  const { hasInnerInstructions, hasStackHeights } = explanation;
  return [
    ...(isReencoded ? ['Note: from encoding jsonParsed; what the node parsed was encoded again.'] : []),
    ...(status === 'unknown'
      ? ['Note: without meta, only the outer instructions are known, and nothing can be decoded.']
      : hasInnerInstructions
        ? []
        : ['Note: inner instructions are not recorded; swaps inside other instructions are not seen.']),
    ...(hasStackHeights ? [] : ['Note: without stack heights; who called whom is not known exactly.']),
  ];
}

/** The programs that were called, except the common ones, with their whole ids. */
function programs({ calls }: Explanation, maxWidth: number | null): string[] {
  const counts = new Map<string, { name: string; calls: number }>();
  for (const { programId, programName, role } of calls) {
    if (role === 'token' || role === 'system' || role === 'utility') continue;
    const known = counts.get(programId);
    if (known === undefined) counts.set(programId, { name: programName ?? 'unknown', calls: 1 });
    else known.calls += 1;
  }
  const rows = [...counts].map(([id, { name, calls: count }]) => [name, id, formatCount(count)]);
  return section('Programs', columnsOf('program', 'id', '>calls'), rows, maxWidth);
}

function nothingSeen({ trades, isVote, calls }: Explanation): string[] {
  const { tokenLinks, ...rest } = trades;
  if (Object.values(rest).some((list) => list.length > 0)) return [];
  if (isVote) return ['A vote.'];
  if (calls.some(({ role }) => role === 'empty' || role === 'unrecognised' || role === 'route'))
    return ['Nothing decoded.'];
  return [tokenLinks.length > 0 ? 'No DEX activity besides the token links.' : 'No DEX activity.'];
}
