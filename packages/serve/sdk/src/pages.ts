import { call } from './call.js';
import { type JobOptions, runJob } from './jobs.js';
import type { Input, Output, Schemas } from './operation-types.js';
import type { CallOptions, Settings } from './settings.js';

/**
 * Iterates over pages, from the requested one to the last. Each page is requested when the previous one has
 * been consumed. Blocks stored in between can shift rows.
 */
export async function* tradePages(
  settings: Settings,
  input: Input<'analyzeTrade'>,
  options?: CallOptions,
): AsyncGenerator<Output<'analyzeTrade'>, void, undefined> {
  for (let page = input.page ?? 1; ; page += 1) {
    const answer = await call(settings, 'analyzeTrade', { ...input, page }, options);
    yield answer;
    if (!answer.pagination.has_next_page) return;
  }
}

/** Like `tradePages`; each page is a job. */
export async function* competitionPages(
  settings: Settings,
  input: Input<'validateCompetition'>,
  options?: JobOptions,
): AsyncGenerator<Schemas['Competition'], void, undefined> {
  for (let page = input.page ?? 1; ; page += 1) {
    const answer = await runJob(settings, 'validateCompetition', { ...input, page }, options);
    yield answer;
    if (!answer.pagination.has_next_page) return;
  }
}

/** Iterates over the transactions of the pages, in the chain's order. */
export async function* tradeRows(
  ...args: Parameters<typeof tradePages>
): AsyncGenerator<Schemas['TransactionInSlot'], void, undefined> {
  for await (const { data } of tradePages(...args))
    for (const { transactions } of data.results_by_slot) yield* transactions;
}

/** Iterates over the incidents of the pages, in the order of A's trades. */
export async function* competitionRows(
  ...args: Parameters<typeof competitionPages>
): AsyncGenerator<Schemas['CompetitionIncident'], void, undefined> {
  for await (const { incidents } of competitionPages(...args)) yield* incidents;
}

/**
 * Iterates over the pages of a wallet's signatures, from `before` (default: the newest) back to the start of
 * the window. Without times, each page's window ends at the newest stored block: blocks stored in between move
 * the start of the window, but no row.
 */
export async function* signaturePages(
  settings: Settings,
  input: Input<'walletSignatures'>,
  options?: CallOptions,
): AsyncGenerator<Output<'walletSignatures'>, void, undefined> {
  let { before } = input;
  for (;;) {
    const answer = await call(
      settings,
      'walletSignatures',
      before === undefined ? input : { ...input, before },
      options,
    );
    yield answer;
    const { has_more: hasMore, next_before: next } = answer.data.pagination;
    if (!hasMore || next === null) return;
    before = next;
  }
}

/** Iterates over the signatures of the pages, newest first. */
export async function* signatureRows(
  ...args: Parameters<typeof signaturePages>
): AsyncGenerator<Schemas['WalletSignature'], void, undefined> {
  for await (const { data } of signaturePages(...args)) yield* data.signatures;
}

type Listed = 'listSandwiches' | 'listAttackers' | 'listValidators';

/** Iterates over the pages of a list, from `cursor` (default: the first) on. */
export async function* listPages<Id extends Listed>(
  settings: Settings,
  id: Id,
  input: Input<Id>,
  options?: CallOptions,
): AsyncGenerator<Output<Id>, void, undefined> {
  let asked = input;
  for (;;) {
    const answer = await call(settings, id, asked, options);
    yield answer;
    const { data }: { data: { next_cursor: string | null } } = answer as Output<Listed>;
    if (data.next_cursor === null) return;
    asked = { ...input, cursor: data.next_cursor };
  }
}

/** Iterates over the sandwiches of the pages, newest first. */
export async function* sandwichRows(
  settings: Settings,
  input: Input<'listSandwiches'>,
  options?: CallOptions,
): AsyncGenerator<Schemas['StoredSandwich'], void, undefined> {
  for await (const { data } of listPages(settings, 'listSandwiches', input, options)) yield* data.sandwiches;
}

/** Iterates over the attackers of the pages, in the order of the ranking. */
export async function* attackerRows(
  settings: Settings,
  input: Input<'listAttackers'>,
  options?: CallOptions,
): AsyncGenerator<Schemas['RankedAttacker'], void, undefined> {
  for await (const { data } of listPages(settings, 'listAttackers', input, options)) yield* data.attackers;
}

/** Iterates over the pages of slots, from the newest before `before_slot` (default: the newest stored one) to the oldest stored one. */
export async function* slotPages(
  settings: Settings,
  input: Input<'listSlots'>,
  options?: CallOptions,
): AsyncGenerator<Output<'listSlots'>, void, undefined> {
  let asked = input;
  for (;;) {
    const answer = await call(settings, 'listSlots', asked, options);
    yield answer;
    const { next_before_slot: next } = answer.data;
    if (next === null) return;
    asked = { ...input, before_slot: next };
  }
}

/** Iterates over the slots of the pages, newest first. */
export async function* slotRows(
  ...args: Parameters<typeof slotPages>
): AsyncGenerator<Schemas['SlotSummary'], void, undefined> {
  for await (const { data } of slotPages(...args)) yield* data.slots;
}
