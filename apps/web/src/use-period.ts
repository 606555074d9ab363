import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { statusQuery } from './api/queries.js';
import { type Period, periodText } from './sentences/period.js';

/**
 * The name of a period that an answer is about, of which perhaps not all is stored; undefined until that is known.
 *
 * @param coverage of the answer; undefined: it has not come yet
 */
export function usePeriodText(
  period: Period,
  coverage: Schemas['StorageCoverage'] | null | undefined,
): string | undefined {
  const isCut = coverage?.is_start_stored === false;
  const status = useQuery({ ...statusQuery(), enabled: isCut });
  if (coverage === undefined || (isCut && status.isPending)) return undefined;
  return periodText(period, coverage, status.data?.stored?.from_time ?? null, new Date());
}
