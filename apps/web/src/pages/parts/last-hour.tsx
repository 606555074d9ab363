import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lastHourQuery } from '../../api/chain-queries.js';
import design from '../../design/design.module.css';
import { Card, CoverageBanner, Empty, ErrorState, Share, SkeletonLines } from '../../design/index.js';
import { toCsv } from '../../format/csv.js';
import { compactAmount, nameText, plural } from '../../format/text.js';
import css from '../page.module.css';
import { lossByDex } from './sandwich-list.js';

/** What sandwiches cost in the last hour, by DEX; each leads to the feed of that DEX. */
export function LastHour() {
  const hour = useQuery(lastHourQuery());
  const sums = lossByDex(hour.data?.sandwiches ?? []);
  const total = sums.reduce((sum, { sol }) => sum + sol, 0);
  const most = sums[0]?.sol ?? 0;
  return (
    <Card
      title="Lost in the last hour, by DEX"
      note={hour.data === undefined ? '' : noteOf(hour.data.sandwiches.length, total, hour.data.isTruncated)}
      aside={
        <Share
          question={{ path: '/mev/sandwiches?limit=100' }}
          name="losses-by-dex"
          json={hour.data === undefined ? undefined : sums}
          csv={
            hour.data === undefined
              ? null
              : () =>
                  toCsv(
                    ['dex', 'sandwiches', 'loss_sol', 'loss_unknown'],
                    sums.map(({ name, count, sol, unknown }) => [name, count, sol, unknown]),
                  )
          }
        />
      }
    >
      <CoverageBanner coverage={hour.data?.coverage} />
      {hour.data === undefined ? (
        hour.error === null ? (
          <SkeletonLines count={6} what="losses by DEX" />
        ) : (
          <ErrorState error={hour.error} retry={() => void hour.refetch()} />
        )
      ) : sums.length === 0 ? (
        <Empty title="No sandwich in the last hour." />
      ) : (
        <ul className={css['bars']}>
          {sums.map(({ name, sol, count, unknown }) => (
            <li key={name}>
              <span>
                <Link to="/" search={(before) => ({ ...before, dex: name })} hash="feed">
                  <bdi>{nameText(name)}</bdi>
                </Link>{' '}
                <span className={design['note']}>{plural(count, 'sandwich', 'sandwiches')}</span>
              </span>
              <i style={{ width: `${most === 0 ? 0 : (100 * sol) / most}%`, background: 'var(--attack)' }} />
              <span
                title={
                  unknown === 0
                    ? undefined
                    : `Without ${plural(unknown, 'sandwich', 'sandwiches')} whose loss is not known in SOL`
                }
              >
                {compactAmount(String(sol))} SOL{unknown > 0 && ' +'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function noteOf(count: number, total: number, isTruncated: boolean): string {
  const all = `${compactAmount(String(total))} SOL in ${plural(count, 'sandwich', 'sandwiches')}`;
  return isTruncated ? `${all}, the newest of the hour` : all;
}
