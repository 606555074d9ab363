import { remembered } from '@tickscope/queries/caches/remembered';
import type { Database, QueryContext } from '@tickscope/queries/database';
import { listSandwiches } from '@tickscope/queries/sandwiches/list-sandwiches';
import type { OpenApiDocument } from '@tickscope/schemas';
import { withCodeSamples } from './code-samples.js';
import { withExamplesOf } from './request-examples.js';

/** The page needs no key, so that it reads the tables once a minute at most. */
const KEPT_MS = 60_000;
/** After a read that found nothing, or got no answer. */
const RETRY_MS = 5_000;

/** The sandwiches that count. */
const ANY = {
  ...{ pool: null, mint: null, dex: null, attacker: null, victim: null, leader: null, client: null },
  ...{ confidences: ['exact', 'loose'] as const, intents: null, minLossSol: null },
  ...{ fromSlot: 0, toSlot: Number.MAX_SAFE_INTEGER },
};

/**
 * The document as the server shows it: the examples of requests are of its own newest sandwich, where there is one, and
 * each operation has samples in code.
 */
export function servedDocument(
  document: OpenApiDocument,
  database: Database,
): (context: QueryContext) => Promise<OpenApiDocument> {
  const plain = withCodeSamples(document);
  const kept = remembered<OpenApiDocument>(1);
  return (context) =>
    kept('', context.signal, async () => {
      const page = { filter: ANY, before: null, limit: 1 };
      const found = await listSandwiches(database, page, context).catch(() => null);
      const [sandwich] = found?.sandwiches ?? [];
      if (sandwich === undefined) return { value: plain, forMs: RETRY_MS };
      return { value: withCodeSamples(withExamplesOf(document, sandwich)), forMs: KEPT_MS };
    });
}
