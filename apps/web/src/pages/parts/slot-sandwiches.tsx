import { useQuery } from '@tanstack/react-query';
import { sandwichesQuery } from '../../api/queries.js';
import { Awaited, Card, Empty, Share, SkeletonLines } from '../../design/index.js';
import { pageCsv, SandwichList } from './sandwich-list.js';

/** The sandwiches whose first frontrun is in a slot. */
export function SlotSandwiches({ slot, isDetected }: { slot: string; isDetected: boolean | null }) {
  const found = useQuery(sandwichesQuery({ from: slot, to: slot }, 100));
  return (
    <Card
      title="Sandwiches that begin in it"
      note={found.data?.next_cursor == null ? undefined : `the newest ${found.data.sandwiches.length}`}
      aside={
        <Share
          question={{
            path: `/mev/sandwiches?from=${encodeURIComponent(slot)}&to=${encodeURIComponent(slot)}`,
          }}
          name={`sandwiches-of-slot-${slot}`}
          of={found.data}
          csv={pageCsv}
        />
      }
    >
      <Awaited of={found} waiting={<SkeletonLines count={3} what="the sandwiches of the slot" />}>
        {({ sandwiches }) =>
          sandwiches.length > 0 ? (
            <SandwichList sandwiches={sandwiches} caption="Sandwiches that begin in this slot" />
          ) : isDetected === true ? (
            <Empty title="None that is exact or loose: the slot was analysed." />
          ) : (
            <Empty title="None is known.">Not all of the slot was analysed.</Empty>
          )
        }
      </Awaited>
    </Card>
  );
}
