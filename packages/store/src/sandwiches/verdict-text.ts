import {
  CONFIDENCES,
  INTENTS,
  QUANTITY_BASES,
  SUSPICION_REASONS,
  type Verdict,
  type Verdicts,
} from '@tickscope/sandwich';

/** The columns of the verdicts by what the record of the actor may say (migration 0022). */
export interface VerdictTexts {
  ifUnknown: string;
  ifKnownBot: string;
  ifScalper: string;
}

export function verdictTexts({ unknown, knownBot, scalper }: Verdicts): VerdictTexts {
  return { ifUnknown: textOf(unknown), ifKnownBot: textOf(knownBot), ifScalper: textOf(scalper) };
}

/** Returns null for the columns of a row that an earlier version stored. */
export function parseVerdicts({ ifUnknown, ifKnownBot, ifScalper }: VerdictTexts): Verdicts | null {
  const unknown = parse(ifUnknown);
  return unknown === null ? null : { unknown, knownBot: parse(ifKnownBot), scalper: parse(ifScalper) };
}

function textOf(verdict: Verdict | null): string {
  if (verdict === null) return '';
  const { confidence, reason, basis, intent } = verdict;
  return [confidence, reason ?? '-', basis ?? '-', intent].join(' ');
}

function parse(text: string): Verdict | null {
  if (text === '') return null;
  const [confidence, reason, basis, intent] = text.split(' ');
  return {
    confidence: oneOf(CONFIDENCES, confidence, text),
    reason: reason === '-' ? null : oneOf(SUSPICION_REASONS, reason, text),
    basis: basis === '-' ? null : oneOf(QUANTITY_BASES, basis, text),
    intent: oneOf(INTENTS, intent, text),
  };
}

function oneOf<T extends string>(choices: readonly T[], word: string | undefined, text: string): T {
  const choice = choices.find((one) => one === word);
  if (choice === undefined) throw new RangeError(`not a verdict: "${text}"`);
  return choice;
}
