import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LISTED, sandwichesQuery } from '../../api/queries.js';
import { Awaited, Card, CoverageBanner, Empty, pathWith, Share, SkeletonLines } from '../../design/index.js';
import { pageCsv, SandwichList } from './sandwich-list.js';

export type FoundBy = { leader: string } | { client: string } | { pool: string } | { mint: string };

/** The newest sandwiches of a leader, a client, a pool or a token. */
export function FoundSandwiches({ by, title, aside }: { by: FoundBy; title: string; aside?: ReactNode }) {
  const found = useQuery(sandwichesQuery(by));
  return (
    <Card
      title={title}
      note={found.data?.next_cursor == null ? undefined : `the newest ${found.data.sandwiches.length}`}
      aside={
        <>
          {aside}
          <Share
            question={{ path: pathWith('/mev/sandwiches', { ...by, limit: String(LISTED) }) }}
            name={`sandwiches-of-${Object.values(by)[0]}`}
            of={found.data}
            csv={pageCsv}
          />
        </>
      }
    >
      <Awaited of={found} waiting={<SkeletonLines count={LISTED} what="sandwiches" />}>
        {({ coverage, sandwiches }) => (
          <>
            <CoverageBanner coverage={coverage} />
            {sandwiches.length === 0 ? (
              <Empty title="No exact or loose sandwich was found in what is stored and analysed." />
            ) : (
              <SandwichList sandwiches={sandwiches} caption={title} />
            )}
          </>
        )}
      </Awaited>
    </Card>
  );
}
