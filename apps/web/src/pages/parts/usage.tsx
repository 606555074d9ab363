import { useEffect, useState } from 'react';
import { type Usage, useUsage } from '../../api/usage.js';
import design from '../../design/design.module.css';
import { Card, Skeleton, Table } from '../../design/index.js';
import { plural } from '../../format/text.js';
import css from '../page.module.css';

const EVERY_MS = 1_000;
const ROWS = 12;

/** How much of the limits is used, as the headers of the last answers say. */
export function UsageTable() {
  const usages = useUsage();
  const now = useNow();
  return (
    <Card title="Usage against limits" note="of the questions that this tab asked">
      <p className={design['note']} style={{ marginBottom: 10 }}>
        Each question counts against a limit of its operation and one of all operations together. The API
        reports the one with the least left.
      </p>
      <div className={css['usage']}>
        {usages.length === 0 ? (
          <Skeleton height={140} />
        ) : (
          <Table
            caption="Limits, by operation, last asked first"
            rows={usages.slice(0, ROWS)}
            keyOf={({ operation }) => operation}
            columns={[
              {
                name: 'Operation',
                cell: ({ operation }) => <code className={design['mono']}>{operation}</code>,
              },
              { name: 'Limit', count: ({ limit }) => limit },
              { name: 'Used', count: (usage) => usedOf(usage, now) },
              { name: 'Left', count: (usage) => usage.limit - usedOf(usage, now) },
              { name: 'Starts again', cell: ({ resetAtMs }) => resetText(resetAtMs - now) },
            ]}
          />
        )}
      </div>
    </Card>
  );
}

/** A window that has ended counts from the beginning. */
const usedOf = ({ limit, remaining, resetAtMs }: Usage, now: number): number =>
  resetAtMs <= now ? 0 : limit - remaining;

const resetText = (ms: number): string =>
  ms <= 0 ? 'with the next question' : `in ${plural(Math.ceil(ms / 1_000), 'second')}`;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
