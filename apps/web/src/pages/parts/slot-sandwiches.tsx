import { useQuery } from '@tanstack/react-query';
import { sandwichesQuery } from '../../api/queries.js';
import { Card, Empty, ErrorState, Share, SkeletonLines } from '../../design/index.js';
import { SandwichList, sandwichesCsv } from './sandwich-list.js';

/** The sandwiches whose first frontrun is in a slot. */
export function SlotSandwiches({ slot, isDetected }: { slot: string; isDetected: boolean | null }) {
  const found = useQuery(sandwichesQuery({ from: slot, to: slot }, 100));
  return (
    <Card
      title="Sandwiches that begin in it"
      aside={
        <Share
          question={{
            path: `/mev/sandwiches?from=${encodeURIComponent(slot)}&to=${encodeURIComponent(slot)}`,
          }}
          name={`sandwiches-of-slot-${slot}`}
          json={found.data}
          csv={found.data === undefined ? null : () => sandwichesCsv(found.data.sandwiches)}
        />
      }
    >
      {found.data === undefined ? (
        found.error === null ? (
          <SkeletonLines count={3} what="the sandwiches of the slot" />
        ) : (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        )
      ) : found.data.sandwiches.length > 0 ? (
        <SandwichList sandwiches={found.data.sandwiches} caption="Sandwiches that begin in this slot" />
      ) : isDetected === true ? (
        <Empty title="None: the slot was analysed." />
      ) : (
        <Empty title="None is known.">Not all of the slot was analysed.</Empty>
      )}
    </Card>
  );
}
