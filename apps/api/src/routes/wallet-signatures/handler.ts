import { createHash } from 'node:crypto';
import type { Address } from '@tickscope/chain';
import { perDatabase } from '@tickscope/queries/caches';
import { countStoredSignatures } from '@tickscope/queries/wallets';
import type { CheckedRequest, components } from '@tickscope/schemas';
import { LRUCache } from 'lru-cache';
import { type AnswerOf, defineOperation, type InputOf } from '../../define-operation.js';
import { listSignatures, type SignaturePage, type Sources } from './list-signatures.js';

type Request = CheckedRequest<components['schemas']['WalletSignaturesRequest']>;
type Response = components['schemas']['WalletSignaturesResponse'];

/** Time that the API document states. */
const KEPT_MS = 300_000;
/** A page of 1,000 rows is some 300 KB. */
const MOST_PAGES = 300;
const MOST_TOTALS = 5_000;

/** The total is counted once for all pages of a window: for a busy wallet it costs more than a page. */
const totalsOf = perDatabase(() => new LRUCache<string, number>({ max: MOST_TOTALS, ttl: KEPT_MS }));

/** `POST /wallet/{address}/signatures`: the transactions that a wallet signed, newest first. */
export const walletSignatures = defineOperation('walletSignatures', {
  caching: {
    most: MOST_PAGES,
    keyOf: cacheKeyOf,
    // A page that lacks rows because the node failed is not cached.
    keptMs: ({ data }) => (data.metadata.older === 'unavailable' ? 0 : KEPT_MS),
    asKept: ({ success, data }) => ({
      success,
      data: { ...data, pagination: { ...data.pagination, from_cache: true } },
    }),
  },
  async answer(input): Promise<AnswerOf<'walletSignatures'>> {
    const startedAt = performance.now();
    const wallet = input.pathParameters.address;
    const asked = input.body;
    const page = await listSignatures(input, wallet, asked);
    const total = await totalOf(input, wallet, asked, page);
    const { rows, window, hasMore, nextBefore, older, coverage } = page;
    return {
      success: true,
      data: {
        signatures: rows,
        pagination: {
          has_more: hasMore,
          next_before: nextBefore,
          returned: rows.length,
          total_in_window: total,
          from_cache: false,
        },
        metadata: {
          time_window_hours: Math.round(((window.toTime - window.fromTime) / 3_600) * 100) / 100,
          time_window_start: window.fromTime,
          time_window_end: window.toTime,
          wallet_address: wallet,
          processing_time_ms: Math.round(performance.now() - startedAt),
          cache_key: cacheKeyOf(input),
          source: sourceOf(page),
          older,
        },
        coverage,
      },
    };
  },
});

/** The cache key: everything that the answer depends on, nothing about the caller. */
function cacheKeyOf({ pathParameters, body }: InputOf<'walletSignatures'>): string {
  const { limit, before, start_time: start, end_time: end, hint_signature: hint } = body;
  const { address } = pathParameters;
  const question = [address, limit, before ?? null, start ?? null, end ?? null, hint ?? null];
  return `wallet-signatures:${createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 32)}`;
}

function sourceOf({ rows, older, part }: SignaturePage): Response['data']['metadata']['source'] {
  if (older !== 'rpc') return 'clickhouse';
  return part !== null && rows.some(({ is_signer: isSigner }) => isSigner === true) ? 'both' : 'rpc';
}

/** Null where a part of the window was not counted, because a node does not return counts. */
async function totalOf(
  { database, context }: Sources,
  wallet: Address,
  asked: Request,
  { part, older, rows, hasMore }: SignaturePage,
): Promise<number | null> {
  const isAllShown = asked.before === undefined && asked.hint_signature === undefined && !hasMore;
  if (isAllShown && (older === 'none' || older === 'rpc')) return rows.length;
  if (part?.isWhole !== true) return null;
  const key = JSON.stringify([wallet, asked.start_time ?? null, asked.end_time ?? null]);
  const totals = totalsOf(database);
  const known = totals.get(key);
  if (known !== undefined) return known;
  const total = await countStoredSignatures(database, wallet, part, context);
  totals.set(key, total);
  return total;
}
