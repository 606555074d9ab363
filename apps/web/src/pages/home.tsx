import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { sandwichesQuery } from '../api/queries.js';
import design from '../design/design.module.css';
import { Awaited, Card, CoverageBanner, Empty, pathWith, Share, SkeletonLines } from '../design/index.js';
import { matches, questionOf } from '../feed-filter.js';
import { type Live, MOST_KEPT, useLiveSandwiches } from '../live.js';
import { usePageTitle } from '../page-title.js';
import { Search } from '../search.js';
import css from './page.module.css';
import { FeedFilters } from './parts/feed-filters.js';
import { LastHour } from './parts/last-hour.js';
import { NewestSlots } from './parts/newest-slots.js';
import { SandwichList, sandwichesCsv } from './parts/sandwich-list.js';

const route = getRouteApi('/');
const LISTED = 50;
const SHOWN = 20;

export function HomePage() {
  usePageTitle('Was this trade sandwiched?');
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
      <NewestSlots />
      <Feed />
      <LastHour />
    </>
  );
}

/** The last sandwiches, and those that happen, as the filters say. */
function Feed() {
  const filter = route.useSearch();
  const [isPaused, setPaused] = useState(false);
  const question = questionOf(filter);
  const stored = useQuery(sandwichesQuery(question, LISTED));
  const live = useLiveSandwiches(isPaused || stored.data === undefined, filter);
  const all = useMemo(() => {
    const isLive = new Set(live.events.map(({ id }) => id));
    const before = stored.data?.sandwiches ?? [];
    return [...live.events, ...before.filter((one) => !isLive.has(one.id) && matches(one, filter))];
  }, [live.events, stored.data, filter]);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div id="feed" className={design['stack']}>
      <Card
        title="The newest sandwiches"
        note={stateText(live, isPaused)}
        aside={
          <>
            <button
              type="button"
              className={design['button']}
              aria-pressed={isPaused}
              onClick={() => setPaused(!isPaused)}
            >
              {isPaused ? 'Resume' : 'Pause'}
            </button>
            <Share
              question={{ path: pathWith('/mev/sandwiches', { ...question, limit: String(LISTED) }) }}
              name="sandwiches"
              of={stored.data && all}
              csv={sandwichesCsv}
            />
          </>
        }
      >
        <FeedFilters filter={filter} />
        <CoverageBanner coverage={stored.data?.coverage} />
        <Awaited of={stored} waiting={<SkeletonLines count={12} what="the newest sandwiches" />}>
          {() =>
            all.length === 0 ? (
              <Empty title={isFiltered ? 'No sandwich matches these filters.' : 'No sandwich was found yet.'}>
                They appear here as blocks are analysed.
              </Empty>
            ) : (
              <SandwichList sandwiches={all} most={SHOWN} caption="The newest sandwiches" />
            )
          }
        </Awaited>
      </Card>
    </div>
  );
}

function stateText({ state, events }: Live, isPaused: boolean): string {
  if (isPaused) return 'paused';
  if (state === 'failed') return 'the live feed cannot be reached; it is tried again';
  if (state === 'delayed') return 'live, but detection is behind';
  if (state === 'connecting') return 'connecting';
  // A later revision of a sandwich that was found before is an event, too.
  const many = events.length < MOST_KEPT ? events.length : `${MOST_KEPT} or more`;
  return events.length === 0 ? '● live' : `● live, ${many} new or changed`;
}
