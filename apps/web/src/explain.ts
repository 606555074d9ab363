import type { Schemas } from '@tickscope/sdk';

type Sandwich = Schemas['SandwichEvidence'] | Schemas['SandwichEvent'];
type EvidenceItem = Sandwich['evidence'][number];

interface Explained {
  text: string;
  why: string;
}

export const EVIDENCE: Record<EvidenceItem, Explained> = {
  limit_used: {
    text: 'Took what the slippage limit allowed',
    why: 'The price moved close to the worst that the victim accepted: someone who reads pending trades sizes a frontrun so.',
  },
  limit_hardly_used: {
    text: 'Left most of the slippage limit',
    why: 'An attacker who saw the trade would have taken more. This speaks against intent.',
  },
  contiguous_with_tip: {
    text: 'One block of transactions, with a tip',
    why: 'Frontrun, victims and backrun follow one another without a gap and a leg tips the block builder: a bundle.',
  },
  next_to_victim: {
    text: 'Directly next to the victim',
    why: 'No other transaction of this pool lies between a leg and a victim.',
  },
  one_leader: {
    text: 'Within the slots of one leader',
    why: 'All parts lie in blocks of the same leader.',
  },
  linked_wallets: {
    text: 'Two wallets, linked on chain',
    why: 'The legs are signed by different wallets that are linked, by funding or by passing tokens on.',
  },
  private_program: {
    text: 'Through a private program',
    why: 'The legs call a program that few others use.',
  },
  own_liquidity: {
    text: 'The attacker moved own liquidity',
    why: 'Liquidity was added or removed around the trade.',
  },
  known_bot: {
    text: 'A wallet with a record',
    why: 'The same entity made other sandwiches.',
  },
};

export const CONFIDENCE: Record<Schemas['SandwichEvent']['confidence'], string> = {
  exact: 'What the attacker sold is what it had bought, to 0.1 %.',
  loose: 'What the attacker sold is what it had bought, to 10 %.',
  suspected: 'The amounts match, but too little is known of the attacker to count it.',
};

export const INTENT: Record<Schemas['SandwichEvent']['intent'], string> = {
  proven: 'The evidence leaves no other explanation than an attack.',
  likely: 'The evidence speaks for an attack.',
  unknown: 'The trades may have met by chance.',
};

/** What links frontrun and backrun to one attacker. */
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
