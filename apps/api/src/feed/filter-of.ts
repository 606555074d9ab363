import type { FeedFilter } from '@tickscope/queries/feed/filter';
import { INTENTS } from '@tickscope/sandwich';
import type { QueryOf } from '../define-operation.js';
import { dexNameOf } from '../dex-name.js';

/** The live feed's filters as a caller sends them, validated by the schema. */
export type FilterFields = Omit<QueryOf<'streamSandwiches'>, 'Last-Event-ID'>;

/** The filter of the live feed, from its parameters. @throws ApiError for a DEX that does not exist */
export function feedFilterOf({ pool, dex, attacker, victim, intent }: FilterFields): FeedFilter {
  // A DEX name that does not exist would give a stream without any events.
  const dexName = dexNameOf(dex);
  const intents = intent === undefined ? null : INTENTS.filter((one) => intent.split(',').includes(one));
  return { pool: pool ?? null, dex: dexName, attacker: attacker ?? null, victim: victim ?? null, intents };
}
