import type { Database, QueryContext } from '@tickscope/queries';
import { remembered } from '@tickscope/queries/caches';
import { listSandwiches } from '@tickscope/queries/sandwiches';
import type { OpenApiDocument } from '@tickscope/schemas';
import { type ConstantAnswer, constantAnswer } from '../constant-answer.js';
import { API, withCodeSamples } from './code-samples.js';
import { withExamplesOf } from './request-examples.js';

/** The page needs no key, so that it reads the tables once a minute at most. */
const KEPT_MS = 60_000;
/** After a read that found nothing, or got no answer. */
const RETRY_MS = 5_000;
/** Callers choose the addresses, so that there are few: an answer for one more is the one for none. */
const MOST_ADDRESSES = 8;

/** The sandwiches that count. */
const ANY = {
  ...{ pool: null, mint: null, dex: null, attacker: null, victim: null, leader: null, client: null },
  ...{ confidences: ['exact', 'loose'] as const, intents: null, minLossSol: null },
  ...{ fromSlot: 0, toSlot: Number.MAX_SAFE_INTEGER },
};

/**
 * The document as the server shows it, as JSON: the examples of requests are of its own newest sandwich, where there is
 * one, each operation has samples in code, and both name the server's own address.
 *
 * @param address of the API; null where it is not known for sure (`ownAddress`): the document then says `/api`, which
 * readers resolve against the address that they read it from
 */
export function servedDocument(
  document: OpenApiDocument,
  database: Database,
): (context: QueryContext, address: string | null) => Promise<ConstantAnswer> {
  const kept = keptDocument(document, database);
  /** Answers by document and address: writing one takes as long as a hundred small answers. */
  const answers = new WeakMap<OpenApiDocument, Map<string | null, ConstantAnswer>>();
  return async (context, address) => {
    const served = await kept(context);
    const byAddress = answers.get(served) ?? new Map<string | null, ConstantAnswer>();
    answers.set(served, byAddress);
    const named = byAddress.has(address) || byAddress.size < MOST_ADDRESSES ? address : null;
    const answer = byAddress.get(named) ?? answerOf(served, named);
    byAddress.set(named, answer);
    return answer;
  };
}

function answerOf(served: OpenApiDocument, address: string | null): ConstantAnswer {
  return constantAnswer('application/json; charset=utf-8', Buffer.from(textOf(served, address)));
}

function textOf(served: OpenApiDocument, address: string | null): string {
  if (address === null) return JSON.stringify(served);
  const servers = [{ url: address, description: 'This server' }];
  return JSON.stringify({ ...served, servers }).replaceAll(API, address);
}

function keptDocument(
  document: OpenApiDocument,
  database: Database,
): (context: QueryContext) => Promise<OpenApiDocument> {
  const plain = withCodeSamples(document);
  const kept = remembered<OpenApiDocument>(1);
  return (context) =>
    kept('', context, async () => {
      const page = { filter: ANY, before: null, limit: 1 };
      const found = await listSandwiches(database, page, context).catch(() => null);
      const [sandwich] = found?.sandwiches ?? [];
      if (sandwich === undefined) return { value: plain, forMs: RETRY_MS };
      return { value: withCodeSamples(withExamplesOf(document, sandwich)), forMs: KEPT_MS };
    });
}
