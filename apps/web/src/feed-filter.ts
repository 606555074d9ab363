import type { Schemas } from '@tickscope/sdk';
import { dexNameOf } from './dex-names.js';
import { addressOf, amountOf, choiceOf } from './search-params.js';

/** Filter of the live feed and of the list before it; in the address of the page. */
export interface FeedFilter {
  /** `exact,loose` where it is left out. */
  confidence?: 'exact' | 'all';
  mint?: string;
  dex?: string;
  /** SOL. */
  loss?: number;
  final?: 'yes';
}

const COUNTED = ['exact', 'loose'];
const ALL = [...COUNTED, 'suspected'];

export function feedFilterOf(search: Record<string, unknown>): FeedFilter {
  const dex = dexNameOf(search['dex']);
  return {
    ...choiceOf('confidence', search, ['exact', 'all'] as const),
    ...addressOf('mint', search),
    ...(dex === undefined ? {} : { dex }),
    ...amountOf('loss', search),
    ...choiceOf('final', search, ['yes'] as const),
  };
}

function confidencesOf({ confidence }: FeedFilter): readonly string[] {
  return confidence === undefined ? COUNTED : confidence === 'all' ? ALL : [confidence];
}

/** The filter as the API takes it, in the list as in the feed. */
export function questionOf(filter: FeedFilter) {
  const { confidence, mint, dex, loss } = filter;
  return {
    ...(confidence === undefined ? {} : { confidence: confidencesOf(filter).join(',') }),
    ...(mint === undefined ? {} : { mint }),
    ...(dex === undefined ? {} : { dex }),
    ...(loss === undefined ? {} : { min_loss_sol: String(loss) }),
  };
}

/**
 * Whether a revision still matches: the feed sends the one that leaves the filter, too. Its token and DEX do not
 * change.
 */
export function matches(
  event: Pick<Schemas['SandwichEvent'], 'confidence' | 'loss' | 'retracted' | 'is_final'>,
  filter: FeedFilter,
): boolean {
  if (event.retracted || !confidencesOf(filter).includes(event.confidence)) return false;
  if (filter.final === 'yes' && !event.is_final) return false;
  return filter.loss === undefined || (event.loss?.sol != null && Number(event.loss.sol) >= filter.loss);
}
