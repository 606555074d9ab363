import { call } from './call.js';
import { type JobOptions, runJob } from './jobs.js';
import type { Input, Output, Schemas } from './operation-types.js';
import type { CallOptions, Settings } from './settings.js';

/**
 * Page after page, from the one asked for to the last. Each is asked for when the one before it has been used: blocks
 * that are stored in between can move rows.
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

/** As `tradePages`; each page is a job. */
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

/** Every transaction of the pages, in the chain's order. */
export async function* tradeRows(
  ...args: Parameters<typeof tradePages>
): AsyncGenerator<Schemas['TransactionInSlot'], void, undefined> {
  for await (const { data } of tradePages(...args))
    for (const { transactions } of data.results_by_slot) yield* transactions;
}

/** Every incident of the pages, in the order of A's trades. */
export async function* competitionRows(
  ...args: Parameters<typeof competitionPages>
): AsyncGenerator<Schemas['CompetitionIncident'], void, undefined> {
  for await (const { incidents } of competitionPages(...args)) yield* incidents;
}

/**
 * A wallet's signatures, page after page, from `before` (or the newest) to the start of the window. Without times every
 * page is of a window that ends at the newest stored block: what comes in between moves its start, and no row.
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

/** Every signature of the pages, newest first. */
export async function* signatureRows(
  ...args: Parameters<typeof signaturePages>
): AsyncGenerator<Schemas['WalletSignature'], void, undefined> {
  for await (const { data } of signaturePages(...args)) yield* data.signatures;
}
