import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import { lastHourQuery } from '../../api/chain-queries.js';
import design from '../../design/design.module.css';
import { Awaited, Card, CoverageBanner, Empty, pathWith, Share, SkeletonLines } from '../../design/index.js';
import { dexNameOf } from '../../dex-names.js';
import { solText } from '../../format/sol.js';
import { leastText, nameText, plural } from '../../format/text.js';
import { type DexLoss, lossByDex, noteOf, titleOf } from '../../last-hour.js';
import { LEAST_HINT } from '../../sentences/loss.js';
import css from '../page.module.css';

const NONE_IN_PART = 'No exact or loose sandwich in what is stored of the last hour.';

/** Losses in the newest sandwiches of the last hour, by DEX; each leads to the feed of that DEX. */
export function LastHour() {
  const hour = useQuery(lastHourQuery());
  const sums = lossByDex(hour.data?.sandwiches ?? []);
  const most = sums[0]?.sol ?? 0;
  return (
    <Card
      title={titleOf(hour.data)}
      note={hour.data === undefined ? '' : noteOf(sums)}
      aside={
        <Share
          question={{
            path: pathWith('/mev/sandwiches', { from: hour.data?.fromSlot?.toString(), limit: '100' }),
          }}
          name="losses-by-dex"
          of={hour.data && sums}
          csv={csvOf}
        />
      }
    >
      <CoverageBanner coverage={hour.data?.coverage} />
      <Awaited of={hour} waiting={<SkeletonLines count={6} what="losses by DEX" />}>
        {({ isStartStored }) =>
          sums.length === 0 ? (
            <Empty title={isStartStored ? 'No exact or loose sandwich in the last hour.' : NONE_IN_PART} />
          ) : (
            <ul className={css['bars']}>
              {sums.map(({ name, sol, count, isLeast }) => (
                <li key={name}>
                  <span>
                    <DexLink name={name} />{' '}
                    <span className={design['note']}>{plural(count, 'sandwich', 'sandwiches')}</span>
                  </span>
                  <i
                    style={{ width: `${most === 0 ? 0 : (100 * sol) / most}%`, background: 'var(--attack)' }}
                  />
                  <span title={isLeast ? LEAST_HINT : undefined}>
                    {leastText(solText(String(sol)), isLeast)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Awaited>
    </Card>
  );
}

const csvOf = (sums: readonly DexLoss[]): string =>
  csvTable(
    ['dex', 'sandwiches', 'loss_sol', 'loss_unknown', 'loss_is_least'],
    sums.map((one) => [one.name, one.count, one.sol, one.unknown, one.isLeast]),
  );

/** A program that has no name here is named by its address, which the feed cannot be asked for. */
function DexLink({ name }: { name: string }) {
  const text = <bdi>{nameText(name)}</bdi>;
  const dex = dexNameOf(name);
  if (dex === undefined) return text;
  return (
    <Link to="/" search={(before) => ({ ...before, dex })} hash="feed">
      {text}
    </Link>
  );
}
