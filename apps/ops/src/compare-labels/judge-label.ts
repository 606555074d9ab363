import { positionKey, type Signature } from '@tickscope/chain';
import type { Swap } from '@tickscope/dex';
import type { Database, QueryContext } from '@tickscope/queries';
import type { SandwichEvent } from '@tickscope/queries/feed';
import type { FoundTransaction } from '@tickscope/queries/transactions';
import { LIVE_MAX_SPAN } from '@tickscope/sandwich';
import type { ReadConnection } from '@tickscope/store';
import { explainAbsence, whyNoVictim } from './explain-absence.js';
import { type Label, LEG_ROLES, type LegRole, signaturesOf } from './label.js';
import { isCounted, partsOf, type Relatives, relativesOf } from './match-sandwich.js';
import { type Difference, type Outcome, ruleOfReason } from './outcome.js';
import { contentsOf, MOST_SPAN, type StoredFacts, slotsOf, swapsOf } from './stored-facts.js';
import { whyNotStored } from './why-not-stored.js';

export interface JudgeDeps {
  read: ReadConnection;
  database: Database;
  context: QueryContext;
}

export interface Judgement {
  outcome: Outcome;
  /** The stored sandwiches that the label means: several where its legs trade in several pools. */
  sandwichIds: string[];
}

/** Holds one label against the store. */
export async function judgeLabel(label: Label, facts: StoredFacts, deps: JudgeDeps): Promise<Judgement> {
  const relatives = relativesOf(label, facts);
  const found = relatives.sameLegs[0];
  const difference = await differenceOf(label, facts, relatives, deps);
  const outcome: Outcome = {
    ...{ line: label.line, label: label.name },
    outcome: difference === null ? 'agrees' : 'differs',
    ...{ cause: null, rule: null, detail: '', sandwichId: found?.id ?? null },
    slot: label.slots?.fromSlot ?? found?.slot_range.from ?? null,
    ...difference,
  };
  const meant = relatives.sameLegs.filter(
    (sandwich) => label.victims.length === 0 || hasOneOf(sandwich, label.victims),
  );
  const ids = new Set(meant.map(({ id }) => id));
  if (outcome.sandwichId !== null) ids.add(outcome.sandwichId);
  return { outcome, sandwichIds: [...ids] };
}

function hasOneOf(sandwich: SandwichEvent, victims: readonly Signature[]): boolean {
  const own = partsOf(sandwich).victims;
  return victims.some((victim) => own.has(victim));
}

async function differenceOf(
  label: Label,
  facts: StoredFacts,
  relatives: Relatives,
  deps: JudgeDeps,
): Promise<Difference | null> {
  const [found] = relatives.sameLegs;
  const missing = missingOf(label, facts);
  if (missing !== null && (found === undefined || missing.role === 'victims')) {
    const why = await whyNotStored(deps.database, slotsOf(label, facts), missing, deps.context);
    return { ...why, sandwichId: found?.id ?? null };
  }
  if (found !== undefined)
    return isCounted(found)
      ? ofCounted(label, facts, relatives.sameLegs.filter(isCounted), deps)
      : ofSuspected(found);
  const [other] = relatives.sameVictim.filter(isCounted);
  if (other !== undefined) return ofOther(label, facts, other);
  return ofAbsent(label, facts, relatives, deps);
}

/** A transaction that is not stored; a leg before a victim. */
function missingOf(label: Label, { transactions }: StoredFacts) {
  for (const role of ['fronts', 'backs', 'victims'] as const)
    for (const signature of label[role]) if (!transactions.has(signature)) return { signature, role };
  return null;
}

/** The legs are those of sandwiches that count: of one, or of one in each of several pools. */
async function ofCounted(
  label: Label,
  facts: StoredFacts,
  sandwiches: readonly SandwichEvent[],
  { read }: JudgeDeps,
): Promise<Difference | null> {
  const sandwich = sandwiches[0]!;
  const parts = partsOf(sandwich);
  const { id: sandwichId, slot_range: slots } = sandwich;
  if (label.attackers.length > 0 && !label.attackers.some((wallet) => parts.attackers.has(wallet)))
    return {
      ...{ cause: 'different_attacker', rule: null, sandwichId, slot: slots.from },
      detail: `the label names ${label.attackers[0]}, the store ${sandwich.attackers[0]}`,
    };
  const other = label.victims.find((signature) => !sandwiches.some((one) => hasOneOf(one, [signature])));
  if (other === undefined) return null;
  const victim = facts.transactions.get(other)!;
  const difference = { cause: 'other_victims', sandwichId, slot: victim.slot } as const;
  if (victim.slot < slots.from || victim.slot > slots.to)
    return { ...difference, rule: 4, detail: `${other} lies outside of the legs` };
  const legs = [...parts.fronts, ...parts.backs].map((one) => facts.transactions.get(one as Signature));
  const swaps = await swapsOf(read, [victim, ...legs.filter((leg) => leg !== undefined)]);
  return { ...difference, ...victimText(other, victim, swaps, sandwich) };
}

function victimText(
  signature: Signature,
  victim: FoundTransaction,
  swaps: readonly Swap[],
  { pool, mint_in: mintIn, mint_out: mintOut }: SandwichEvent,
): Pick<Difference, 'rule' | 'detail'> {
  if (victim.success === false) return { rule: 4, detail: `${signature} failed` };
  const inPool = swaps.filter((swap) => swap.pool === pool.pool_address);
  const own = inPool.filter((swap) => positionKey(swap) === positionKey(victim));
  const fronts = inPool.filter((swap) => swap.mintIn === mintIn && !own.includes(swap));
  const back = inPool.findLast((swap) => swap.mintIn === mintOut && !own.includes(swap));
  const [front, swap] = [fronts[0], own[0]];
  if (swap === undefined) return { rule: 4, detail: `${signature} has no swap in the pool` };
  const why = front === undefined || back === undefined ? null : whyNoVictim(swap, front, back, fronts);
  return {
    rule: 4,
    detail: `${signature} ${why ?? 'is known to have lost nothing, or is a leg of another sandwich'}`,
  };
}

function ofSuspected({ id, reason, slot_range: slots }: SandwichEvent): Difference {
  return {
    ...{ cause: 'excluded_by_rule', rule: reason === null ? null : ruleOfReason(reason) },
    ...{ sandwichId: id, slot: slots.from, detail: `suspected: ${reason ?? 'no reason is stored'}` },
  };
}

/** The victim is one of a sandwich with other legs. */
function ofOther(label: Label, facts: StoredFacts, sandwich: SandwichEvent): Difference {
  const parts = partsOf(sandwich);
  const wallets = [...label.fronts, ...label.backs].flatMap(
    (one) => facts.transactions.get(one)?.signer ?? [],
  );
  const isSame = [...label.attackers, ...wallets].some((wallet) => parts.attackers.has(wallet));
  const named = label.attackers[0] ?? wallets[0] ?? 'no wallet';
  return {
    ...{ cause: isSame ? 'other_legs' : 'different_attacker', rule: null },
    ...{ sandwichId: sandwich.id, slot: sandwich.slot_range.from },
    detail: `the label names ${named}, the store ${sandwich.attackers[0]} with ${[...parts.fronts][0]} and ${[...parts.backs][0]}`,
  };
}

/** All transactions are stored, and no stored sandwich has these legs. */
async function ofAbsent(
  label: Label,
  facts: StoredFacts,
  relatives: Relatives,
  { read, database, context }: JudgeDeps,
): Promise<Difference> {
  const stored = signaturesOf(label).map((signature) => facts.transactions.get(signature)!);
  const slots = stored.map(({ slot }) => slot);
  const [fromSlot, toSlot] = [Math.min(...slots), Math.max(...slots)];
  const result = (
    cause: Difference['cause'],
    detail: string,
    more: Partial<Difference> = {},
  ): Difference => ({
    ...{ cause, detail, rule: null, sandwichId: null, slot: fromSlot },
    ...more,
  });
  const failed = stored.find(({ success }) => success === false);
  if (failed !== undefined)
    return result('excluded_by_rule', `${failed.signature} failed: an attempt, no leg`, {
      rule: 8,
      slot: failed.slot,
    });
  if (toSlot - fromSlot > MOST_SPAN)
    return result('excluded_by_rule', `its transactions are ${toSlot - fromSlot} slots apart`, { rule: 7 });
  const { undetected } = await contentsOf(database, { fromSlot, toSlot: toSlot + LIVE_MAX_SPAN }, context);
  const unanalysed = undetected.find((slot) => slot <= toSlot);
  if (unanalysed !== undefined)
    return result('not_analysed', 'detection has not run over it', { slot: unanalysed });
  const swaps = await swapsOf(read, stored);
  const bySide = Object.fromEntries(
    LEG_ROLES.map((role) => [role, label[role].map((one) => facts.transactions.get(one)!)]),
  ) as Record<LegRole, FoundTransaction[]>;
  const swapsAt = (transaction: FoundTransaction): Swap[] =>
    swaps.filter((swap) => positionKey(swap) === positionKey(transaction));
  const without = stored.find((transaction) => swapsAt(transaction).length === 0);
  if (without !== undefined)
    return result('no_swap', `"tickscope dex ${without.signature}" shows what it did`, {
      slot: without.slot,
    });
  const [fronts, victims, backs] = [bySide.fronts, bySide.victims, bySide.backs].map((side) =>
    side.flatMap(swapsAt),
  );
  const excluded = explainAbsence({ fronts: fronts!, victims: victims!, backs: backs! });
  if (excluded !== null) return result('excluded_by_rule', excluded.detail, excluded);
  const [suspected] = relatives.sameVictim;
  if (suspected !== undefined) return ofSuspected(suspected);
  const [other] = relatives.others;
  if (other !== undefined)
    return result('excluded_by_rule', 'a leg is part of another sandwich', { rule: 7, sandwichId: other.id });
  return result('not_found', label.fronts.length + label.backs.length === 0 ? 'the label names no legs' : '');
}
