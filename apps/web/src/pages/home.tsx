import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { sandwichesQuery } from '../api/queries.js';
import design from '../design/design.module.css';
import { Card, Download, Empty, ErrorState, SkeletonLines } from '../design/index.js';
import { toCsv } from '../format/csv.js';
import { compactAmount, plural } from '../format/text.js';
import { type Live, useLiveSandwiches } from '../live.js';
import { usePageTitle } from '../page-title.js';
import { Search } from '../search.js';
import css from './page.module.css';
import { lossByDex, SandwichList } from './parts/sandwich-list.js';

const LISTED = 50;
const SHOWN = 25;

export function HomePage() {
  usePageTitle('Was this trade sandwiched?');
  const [isPaused, setPaused] = useState(false);
  const stored = useQuery(sandwichesQuery({}, LISTED));
  const live = useLiveSandwiches(isPaused || stored.data === undefined);
  const all = useMemo(() => {
    const isLive = new Set(live.events.map(({ id }) => id));
    return [...live.events, ...(stored.data?.sandwiches ?? []).filter(({ id }) => !isLive.has(id))];
  }, [live.events, stored.data]);
  return (
    <>
      <div className={css['hero']}>
        <h1>Was this trade sandwiched?</h1>
        <p className={css['lead']}>
          Paste a Solana transaction. Tickscope shows who traded the same account just before and just after
          it, to the PoH tick, and what that cost.
        </p>
        <Search isLarge />
      </div>
      <Card
        title="The newest sandwiches"
        note={stored.data === undefined ? undefined : stateText(live, isPaused)}
        aside={
          <>
            <button
              type="button"
              className={design['button']}
              aria-pressed={isPaused}
              onClick={() => setPaused(!isPaused)}
            >
              {isPaused ? 'Go on' : 'Pause'}
            </button>
            <Download name="sandwiches" type="csv" text={() => csvOf(all)} />
            <Download name="sandwiches" type="json" text={() => JSON.stringify(all, null, 2)} />
          </>
        }
      >
        {stored.error !== null && stored.data === undefined ? (
          <ErrorState error={stored.error} retry={() => void stored.refetch()} />
        ) : stored.data === undefined ? (
          <SkeletonLines count={12} what="the newest sandwiches" />
        ) : all.length === 0 ? (
          <Empty title="No sandwich was found yet.">They appear here as blocks are analysed.</Empty>
        ) : (
          <SandwichList sandwiches={all.slice(0, SHOWN)} caption="The newest sandwiches" />
        )}
      </Card>
      {all.length > 0 && <ByDex sandwiches={all} />}
    </>
  );
}

function ByDex({ sandwiches }: { sandwiches: Parameters<typeof lossByDex>[0] }) {
  const sums = lossByDex(sandwiches);
  const most = sums[0]?.sol ?? 0;
  return (
    <Card
      title="What was lost, by DEX"
      note={`in the newest ${plural(sandwiches.length, 'sandwich', 'sandwiches')}`}
    >
      <ul className={css['bars']}>
        {sums.map(({ name, sol, count }) => (
          <li key={name}>
            <span>
              <bdi>{name}</bdi> <span className={design['note']}>{count}</span>
            </span>
            <i style={{ width: `${most === 0 ? 0 : (100 * sol) / most}%`, background: 'var(--attack)' }} />
            <span>{compactAmount(String(sol))} SOL</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function stateText({ state, events }: Live, isPaused: boolean): string {
  if (isPaused) return 'paused';
  if (state === 'failed') return 'the live feed cannot be reached';
  if (state === 'delayed') return 'live, but detection is behind';
  return state === 'live' ? `● live${events.length > 0 ? `, ${events.length} new` : ''}` : 'connecting';
}

function csvOf(sandwiches: Parameters<typeof lossByDex>[0]): string {
  return toCsv(
    [
      'id',
      'slot',
      'block_time',
      'pool',
      'dex',
      'attacker',
      'victims',
      'loss_sol',
      'loss_bps',
      'confidence',
      'intent',
    ],
    sandwiches.map((one) => [
      ...[one.id, one.slot_range.from, one.block_time, one.pool.pool_address, one.pool.dex_name],
      ...[one.attackers[0] ?? null, one.victim_count, one.loss?.sol ?? null, one.loss?.bps ?? null],
      ...[one.confidence, one.intent],
    ]),
  );
}
