import type { Schemas } from '@tickscope/sdk';
import { listText } from './unknown.js';

type Sandwich = Schemas['SandwichEvidence'] | Schemas['SandwichEvent'];
type EvidenceItem = Sandwich['evidence'][number];

type Limit = Pick<Schemas['SandwichEvidence'], 'slippage_use' | 'limit_age'>;

export interface Explained {
  text: string;
  why: string;
}

/** From here on a limit counts as used up, and then intent is proven: thresholds of the rule of intent. */
const USED_UP = 0.8;
const USED = 0.5;
/** More transactions than this are no bundle. */
const MOST_IN_BUNDLE = 5;

const EVIDENCE: Record<Exclude<EvidenceItem, 'limit_used' | 'contiguous_with_tip'>, Explained> = {
  limit_hardly_used: {
    text: 'Left most of the slippage limits',
    why: 'Less than 30 % of every known limit was used. An attacker who saw the trade would have taken more: this speaks against intent.',
  },
  next_to_victim: {
    text: 'Directly next to the victims',
    why: 'No other swap of this pool lies between the legs and the victims.',
  },
  one_leader: {
    text: 'Within the slots of one leader',
    why: 'All legs lie in the four slots of one leader.',
  },
  linked_wallets: {
    text: 'Not one wallet, but linked ones',
    why: 'The legs are linked by a token account, by passing tokens on, or by a program, not by one signer.',
  },
  private_program: {
    text: 'Through a private program',
    why: 'All legs call one program that others do not use.',
  },
  own_liquidity: {
    text: 'The attacker moved own liquidity',
    why: 'Liquidity was added before a victim and removed after it.',
  },
  tip_of_another: {
    text: 'Another wallet tipped beside it',
    why: 'A transaction of another wallet next to a leg only paid a tip. It is no cost of the attacker.',
  },
  known_bot: {
    text: 'A wallet with a record',
    why: 'The record of the attacker is that of a sandwich bot.',
  },
};

/** Says in words what a sign of intent means for this sandwich. */
export function evidenceText(item: EvidenceItem, sandwich: Sandwich): Explained {
  if (item === 'limit_used') return limitUsed(sandwich);
  return item === 'contiguous_with_tip' ? contiguous(sandwich) : EVIDENCE[item];
}

/** Holds where half or more of a limit was used that speaks (`limit_used`). */
function limitUsed(sandwich: Sandwich): Explained {
  const use = Math.max(...usesOf(sandwich));
  if (use < USED)
    return {
      text: 'Took half or more of a slippage limit',
      why: 'Not of this trade, but of another victim. Someone who reads pending trades sizes a frontrun by the limit.',
    };
  const share = `${Math.round(use * 100)} %`;
  return use < USED_UP
    ? {
        text: `Took ${share} of a slippage limit`,
        why: 'Half or more speaks for intent: someone who reads pending trades sizes a frontrun by the limit.',
      }
    : {
        text: `Took ${share} of a slippage limit`,
        why: 'The price moved close to the worst that the victim accepted: someone who reads pending trades sizes a frontrun so.',
      };
}

/** The known uses of limits that may have been made before the frontrun: of this trade, or of all victims. */
function usesOf(sandwich: Sandwich): number[] {
  const limits: readonly Limit[] = 'victims' in sandwich ? sandwich.victims : [sandwich];
  return limits.flatMap(({ slippage_use: use, limit_age: age }) =>
    use === null || age === 'after' ? [] : [use],
  );
}

function contiguous(sandwich: Sandwich): Explained {
  const legs = 'legs' in sandwich ? sandwich.legs.filter(({ success }) => success).length : 2;
  const count = sandwich.victim_count + legs;
  const order =
    'Frontrun, victims and backrun follow one another in one block, and a leg pays a tip to the builder';
  return {
    text: 'No gap between them, with a tip',
    why:
      count > MOST_IN_BUNDLE
        ? `${order}. They are too many for one bundle, which has five transactions at most.`
        : `${order}: so does a bundle, which has five transactions at most.`,
  };
}

/** Says what a verdict on intent means, by the signs that it rests on. */
export function intentText({ intent, evidence }: Pick<Sandwich, 'intent' | 'evidence'>): string {
  if (intent === 'unknown') return 'The trades may have met by chance.';
  if (intent === 'likely') return 'The evidence speaks for an attack; it does not prove one.';
  const reasons = [
    ...(evidence.includes('known_bot') ? ['the attacker is known as a sandwich bot'] : []),
    ...(evidence.includes('contiguous_with_tip') ? ['the transactions follow one another with a tip'] : []),
  ];
  return `Counts as proven, because ${listText(
    reasons.length === 0 ? ['80 % or more of a victim’s slippage limit was used'] : reasons,
  )}.`;
}

export const CONFIDENCE: Record<Schemas['SandwichEvent']['confidence'], string> = {
  exact: 'What the attacker sold is what it had bought, to 0.1 %.',
  loose: 'What the attacker sold is what it had bought, to 10 %.',
  suspected: 'The amounts match, but too little is known of the attacker to count it.',
};

/** Says what links frontrun and backrun to one attacker. */
export const LINKS: Record<string, string> = {
  same_signer: 'One wallet signed both legs',
  token_account: 'Both legs use one token account',
  token_transfer: 'Tokens went from one leg to the other',
  private_program: 'Both legs call one private program',
};

export const LOSS_METHODS: Record<string, string> = {
  replay: 'The pool was computed again without the attacker.',
  front_rate: "Computed from the frontrun's own rate: a lower bound.",
};
