import { groupBy } from '@tickscope/chain';
import { amountOf, cleanText, counted, formatCount, formatFacts, percentOf } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import { describeUnknown } from './coverage.js';

type SandwichCheck = components['schemas']['SandwichCheck'];
type Incident = components['schemas']['SandwichIncident'];

/**
 * Describes in words whether a stored transaction was sandwiched, by whom and at what cost.
 *
 * @param window slots either side
 * @param isTickExact whether the transaction's tick is known
 */
export function describeVerdict(check: SandwichCheck, window: number, isTickExact = true): string {
  const sandwiches = groupBy(check.incidents, ({ sandwich }) => sandwich.id);
  const within = window === 0 ? 'within its slot' : `within ±${counted(window, 'slot')}`;
  const unknown = check.coverage === null ? [] : describeUnknown(check.coverage);
  if (check.verdict === 'unknown')
    return [`${whyUnknown(check, within)}${becauseOf(check)}${furtherOut(check)}`, ...unknown].join('\n');
  if (check.verdict === 'not_sandwiched')
    return [`${notSandwiched(check)} ${within}.${becauseOf(check)}${furtherOut(check)}`, ...unknown].join(
      '\n',
    );
  const count = sandwiches.size === 1 ? '' : `, ${sandwiches.size} times`;
  return [
    `Sandwiched ${within}${count}.`,
    ...[...sandwiches.values()].map((incidents) => describeSandwich(incidents, check, isTickExact)),
    ...(unknown.length === 0 ? [] : [unknown.join('\n')]),
  ].join('\n\n');
}

/** An attacker's own transaction may be a victim too, of another attacker. */
function notSandwiched({ roles }: SandwichCheck): string {
  const isAttack = roles.some(({ role }) => role !== 'victim');
  return isAttack ? 'It was not sandwiched itself' : 'Not sandwiched';
}

/** Which window has a sandwich that this one has not. */
function furtherOut({ wider_match: wider }: SandwichCheck): string {
  return wider === null ? '' : ` A sandwich lies further out: "--window ${wider.slot_range}" has it.`;
}

/** The reason why an empty result is not certain. */
function whyUnknown({ coverage }: SandwichCheck, within: string): string {
  if (coverage !== null && coverage.undetected_slots.length > 0)
    return `Not analysed yet: it is not known whether it was sandwiched ${within}.`;
  const isStored = coverage?.missing_slots.length === 0 && coverage.incomplete_slots.length === 0;
  const why = isStored ? 'its block came without metadata' : 'not all of these slots are stored';
  return `It is not known whether it was sandwiched ${within}: ${why}.`;
}

/** Why the transaction cannot have been sandwiched, where the transaction itself shows that. */
function becauseOf({ success, pools }: SandwichCheck): string {
  if (success === false) return ' It failed, so it could not be sandwiched.';
  return pools.length === 0 && success !== null ? ' No swap of a known exchange is in it.' : '';
}

/** @param incidents of one sandwich, in the chain's order */
function describeSandwich(
  incidents: readonly Incident[],
  { pools }: SandwichCheck,
  isTickExact: boolean,
): string {
  const { sandwich, pool_address: pool } = incidents[0]!;
  const label = pools.find(({ pool_address: address }) => address === pool)?.pool_label ?? pool;
  const legs = incidents.filter(({ success }) => success);
  const wallets = [...new Set(legs.map(({ attacker_signer: signer }) => signer))];
  const failed = incidents.length - legs.length;
  const { gain, net_gain: net, kept_gain: kept, loss, loss_method: method } = sandwich;
  const facts: [string, string][] = [
    ['pool', cleanText(label)],
    ['attacker', wallets.join(', ')],
    ...legs.map((leg): [string, string] => [
      leg.interaction_type === 'sandwich_frontrun' ? 'front' : 'back',
      `${leg.attacker_signature} (${isTickExact ? describeOffset(leg.poh_tick_offset) : 'ticks unknown'}, slot ${leg.slot})`,
    ]),
    ...(failed === 0 ? [] : [['failed', counted(failed, 'attempt')] as [string, string]]),
    ['confidence', describeConfidence(sandwich)],
    ['linked by', words(sandwich.link)],
    ['q', `${sandwich.quantity_ratio.toFixed(4)} (sold over bought; 1 is all of it)`],
    ['gross gain', amountOf(gain)],
    ['net gain', net === null ? 'unknown' : `${amountOf(net)}, after fees and tips`],
    ['kept', kept === null ? 'unknown' : `${amountOf(kept)}, whoever else was paid`],
    [
      sandwich.loss_side === 'paid' ? 'paid too much' : 'this trade lost',
      loss === null ? 'unknown' : describeLoss(loss, method),
    ],
    ...describeLimit(sandwich),
    ['intent', describeIntent(sandwich)],
    ['victims', formatCount(sandwich.victim_count)],
    ...(sandwich.is_final
      ? []
      : [['state', 'provisional: its slots are new, it may still change'] as [string, string]]),
  ];
  return formatFacts(facts);
}

/** For example `exact (known bot), suspected by what was known before it`. */
function describeConfidence({
  confidence,
  confidence_then: before,
  basis,
}: Pick<Incident['sandwich'], 'confidence' | 'confidence_then' | 'basis'>): string {
  const because = basis === null ? '' : ` (${words(basis)})`;
  return `${confidence}${because}${confidence === before ? '' : `, ${before} by what was known before it`}`;
}

const LIMIT_AGES = new Map([
  ['before', 'made before the front'],
  ['unclear', 'perhaps made after the front'],
  ['after', 'made after the front, so it says nothing about the attacker'],
]);

/** How far the attacker went towards the trade's own limit; nothing where that is not known. */
function describeLimit({
  slippage_use: use,
  limit_age: age,
}: Pick<Incident['sandwich'], 'slippage_use' | 'limit_age'>): [string, string][] {
  if (use === null || age === null) return [];
  return [['of its limit', `${Math.round(use * 100)} % used (${LIMIT_AGES.get(age) ?? age})`]];
}

const SIGNS: Record<Incident['sandwich']['evidence'][number], string> = {
  limit_used: 'took at least half of what a victim’s limit left',
  limit_hardly_used: 'took less than a third of what the victims’ limits left, which speaks against it',
  contiguous_with_tip: 'its transactions enclose the victims’ without a gap, with a tip',
  next_to_victim: 'no other swap of the pool between its own and the victims’',
  one_leader: 'all within the slots of one leader',
  linked_wallets: 'more than one wallet',
  private_program: 'a program of its own',
  own_liquidity: 'moved liquidity around the victims',
  tip_of_another: 'beside it, another wallet paid a tip',
  known_bot: 'known for sandwiches before',
};

/** For example `likely: all within the slots of one leader`. */
function describeIntent({ intent, evidence }: Pick<Incident['sandwich'], 'intent' | 'evidence'>): string {
  const signs = evidence.map((sign) => SIGNS[sign] ?? words(sign));
  return signs.length === 0 ? intent : `${intent}: ${signs.join('; ')}`;
}

/** For example `12 ticks before`. @param offset in PoH ticks, as text */
function describeOffset(offset: string): string {
  const ticks = Number(offset);
  if (ticks === 0) return 'in the same tick';
  const size = Math.abs(ticks);
  return `${counted(size, 'tick')} ${ticks < 0 ? 'before' : 'after'}`;
}

const METHODS = new Map([
  ['replay', 'by replay of the pool without the attacker'],
  ['front_rate', "at least, by the rate that the attacker's first leg got"],
]);

function describeLoss(loss: components['schemas']['Loss'], method: string | null): string {
  const { bps, sol, symbol } = loss;
  const share = bps === null ? [] : [percentOf(bps)];
  const value = sol === null || symbol === 'SOL' ? [] : [`${sol} SOL`];
  const facts = [...share, ...value];
  const how = method === null ? '' : `, ${METHODS.get(method) ?? `by ${words(method)}`}`;
  return `${amountOf(loss)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${how}`;
}

/** Turns a name such as `same_slot` into words. */
function words(name: string): string {
  return cleanText(name.replaceAll('_', ' '));
}
