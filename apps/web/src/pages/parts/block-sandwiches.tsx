import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sandwichesQuery } from '../../api/queries.js';
import {
  Card,
  CoverageBanner,
  Empty,
  ErrorState,
  pathWith,
  Share,
  SkeletonLines,
} from '../../design/index.js';
import { nameText, shorten } from '../../format/text.js';
import { SandwichList, sandwichesCsv } from './sandwich-list.js';

const LIMIT = 20;

/** The newest sandwiches that began in blocks of one leader or client. */
export function BlockSandwiches({
  filter,
  of,
}: {
  filter: { leader: string } | { client: string };
  of: string;
}) {
  const found = useQuery(sandwichesQuery(filter, LIMIT));
  const name = 'leader' in filter && of === filter.leader ? shorten(of) : nameText(of);
  return (
    <Card
      title={`Newest sandwiches in blocks of ${name}`}
      aside={
        <>
          <Link to="/validators" search={({ leader: _leader, client: _client, ...rest }) => rest}>
            Close
          </Link>
          <Share
            question={{ path: pathWith('/mev/sandwiches', { ...filter, limit: String(LIMIT) }) }}
            name={`sandwiches-${name}`}
            json={found.data}
            csv={found.data === undefined ? null : () => sandwichesCsv(found.data.sandwiches)}
          />
        </>
      }
    >
      {found.data === undefined ? (
        found.error === null ? (
          <SkeletonLines count={LIMIT} what="sandwiches" />
        ) : (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        )
      ) : (
        <>
          <CoverageBanner coverage={found.data.coverage} />
          {found.data.sandwiches.length === 0 ? (
            <Empty title="No sandwich in its stored blocks." />
          ) : (
            <SandwichList
              sandwiches={found.data.sandwiches}
              caption={`Newest sandwiches in blocks of ${name}`}
            />
          )}
        </>
      )}
    </Card>
  );
}
