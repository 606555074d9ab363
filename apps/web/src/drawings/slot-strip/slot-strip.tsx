import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { SlotSummary } from '../../api/chain-queries.js';
import design from '../../design/design.module.css';
import { nameText, plural, shorten } from '../../format/text.js';
import { Legend, type LegendItem } from '../legend.js';
import css from './slot-strip.module.css';

const BAR_HEIGHT = 70;
const LEGEND: readonly LegendItem[] = [
  { name: 'transactions', shape: 'square', colour: 'other' },
  { name: 'votes', shape: 'square', colour: 'vote' },
  { name: 'sandwiches that begin in it', shape: 'diamond', colour: 'attack' },
];

/** The newest slots (none yet: its place is kept): a bar a slot as high as its transactions, named by leader. Each leads to its block. */
export function SlotStrip({ slots }: { slots: readonly SlotSummary[] }) {
  const most = Math.max(1, ...slots.map(({ transaction_count: count }) => count ?? 0));
  return (
    <>
      <nav
        className={`${css['strip']} ${slots.length === 0 ? design['skeleton'] : ''}`}
        aria-label="The newest slots, newest first"
      >
        {groupsOf(slots).map((group) => (
          <div
            key={group[0]!.slot}
            className={css['group']}
            style={{ '--count': group.length } as CSSProperties}
          >
            <div className={css['slots']}>
              {group.map((slot) => (
                <Slot key={slot.slot} slot={slot} most={most} />
              ))}
            </div>
            <div className={css['name']} title={group[0]!.leader ?? undefined}>
              <bdi>{leaderText(group[0]!) ?? 'not known'}</bdi>
            </div>
            <div className={css['client']}>{clientText(group[0]!) ?? 'client not known'}</div>
          </div>
        ))}
      </nav>
      <div className={css['below']}>
        <Legend before="A bar a slot, newest at the right" items={LEGEND} />
      </div>
    </>
  );
}

/** The slots that one leader has in a row. */
function groupsOf(slots: readonly SlotSummary[]): SlotSummary[][] {
  const groups: SlotSummary[][] = [];
  for (const slot of slots) {
    const group = groups.at(-1);
    if (group !== undefined && group[0]!.leader === slot.leader) group.push(slot);
    else groups.push([slot]);
  }
  return groups;
}

function Slot({ slot, most }: { slot: SlotSummary; most: number }) {
  const { transaction_count: count, vote_count: votes, sandwich_count: found, state } = slot;
  const label = describe(slot);
  return (
    <Link
      to="/slot/$slot"
      params={{ slot: String(slot.slot) }}
      className={css['slot']}
      title={label}
      aria-label={label}
      data-state={state}
    >
      {found !== null && found > 0 && <span className={css['found']}>◆{found}</span>}
      {count === null ? (
        <span className={css['none']}>{state === 'skipped' ? '–' : '?'}</span>
      ) : (
        <span className={css['bar']} style={{ height: (BAR_HEIGHT * count) / most }}>
          <span className={css['trades']} style={{ flex: count - (votes ?? 0) }} />
          <span
            className={css['votes']}
            style={{ height: `${count === 0 ? 0 : (100 * (votes ?? 0)) / count}%` }}
          />
        </span>
      )}
    </Link>
  );
}

const leaderText = ({ validator_name: name, leader }: SlotSummary): string | null =>
  name !== null ? nameText(name) : leader === null ? null : shorten(leader);

const clientText = ({ client, client_version: version }: SlotSummary): string | null =>
  client === null ? null : nameText(`${client} ${version ?? ''}`);

function describe(slot: SlotSummary): string {
  const { state, transaction_count: count, sandwich_count: found, reason, is_detected: isDetected } = slot;
  const parts = [
    `Slot ${slot.slot.toLocaleString('en')}`,
    `${leaderText(slot) ?? 'leader not known'}${slot.client === null ? '' : `, ${clientText(slot)}`}`,
    state === 'stored' ? null : state.replace('_', ' '),
    count === null ? null : plural(count, 'transaction'),
    isDetected === false ? 'not analysed yet' : null,
    found === null ? null : plural(found, 'sandwich', 'sandwiches'),
    reason,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
