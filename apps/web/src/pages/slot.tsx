import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { slotSandwichesQuery } from '../api/queries.js';
import { Card, CopyAsCurl, Empty, ErrorState, SkeletonLines } from '../design/index.js';
import { usePageTitle } from '../page-title.js';
import { SandwichList } from './parts/sandwich-list.js';

const route = getRouteApi('/slot/$slot');

/** The sandwiches that begin in a slot. */
export function SlotPage() {
  const { slot } = route.useParams();
  usePageTitle(`Slot ${slot}`);
  const found = useQuery(slotSandwichesQuery(slot));
  return (
    <>
      <h1>Slot {Number(slot).toLocaleString('en')}</h1>
      <Card
        title="Sandwiches that begin in it"
        aside={
          <CopyAsCurl
            question={{
              path: `/mev/sandwiches?from=${encodeURIComponent(slot)}&to=${encodeURIComponent(slot)}`,
            }}
          />
        }
      >
        {found.data === undefined ? (
          found.error === null ? (
            <SkeletonLines count={3} what="the sandwiches of the slot" />
          ) : (
            <ErrorState error={found.error} retry={() => void found.refetch()} />
          )
        ) : found.data.sandwiches.length === 0 ? (
          <Empty title="No sandwich of this slot is stored.">
            The slot may be clean, not analysed yet, or not stored.
          </Empty>
        ) : (
          <SandwichList sandwiches={found.data.sandwiches} caption="Sandwiches that begin in this slot" />
        )}
      </Card>
    </>
  );
}
