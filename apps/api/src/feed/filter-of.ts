import type { FeedFilter } from '@tickscope/queries/feed';
import { CONFIDENCES, INTENTS } from '@tickscope/sandwich';
import type { BodyOf, QueryOf } from '../define-operation.js';
import { dexNameOf } from '../dex-name.js';

/** The live feed's filters as a caller sends them, validated by the schema. */
export type FilterFields = Omit<QueryOf<'streamSandwiches'>, 'Last-Event-ID'>;

/** Those of a webhook, in JSON. */
export type WebhookFilters = NonNullable<BodyOf<'createWebhook'>['filters']>;

/** The filter of the live feed, from its parameters. @throws ApiError for a DEX that does not exist */
export function feedFilterOf(fields: FilterFields): FeedFilter {
  const { pool, mint, dex, attacker, victim, confidence = 'exact,loose', intent } = fields;
  const { min_loss_sol: minLoss, final_only: finalOnly } = fields;
  return {
    pool: pool ?? null,
    mint: mint ?? null,
    // A DEX name that does not exist would give a stream without any events.
    dex: dexNameOf(dex),
    attacker: attacker ?? null,
    victim: victim ?? null,
    confidences: CONFIDENCES.filter((one) => confidence.split(',').includes(one)),
    intents: intent === undefined ? null : INTENTS.filter((one) => intent.split(',').includes(one)),
    minLossSol: minLoss === undefined ? null : Number(minLoss),
    isFinal: finalOnly === 'true',
  };
}

/** The same, from the filters of a webhook. @throws ApiError for a DEX that does not exist */
export function webhookFilterOf({ final_only: finalOnly, ...fields }: WebhookFilters): FeedFilter {
  return feedFilterOf(
    finalOnly === undefined ? fields : { ...fields, final_only: String(finalOnly) as 'true' },
  );
}
