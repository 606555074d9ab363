import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import type { Schemas } from '@tickscope/sdk';
import { scaleLinear } from 'd3-scale';
import { type FormEvent, useRef, useState } from 'react';
import { patientApi } from '../api/client.js';
import design from '../design/design.module.css';
import {
  Address,
  Awaited,
  Card,
  CoverageBanner,
  Empty,
  Facts,
  Share,
  Signature,
  Table,
} from '../design/index.js';
import { useWidth } from '../drawings/use-width.js';
import { findTarget } from '../find-target.js';
import { plural, shorten, signed } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import { COMPETITION_NOTE, competitionFacts, competitionSentence } from '../sentences/competition.js';
import { daysPeriod } from '../sentences/period.js';
import { useJob } from '../use-job.js';
import { usePeriodText } from '../use-period.js';
import css from './page.module.css';
import { JobProgress } from './parts/job-progress.js';

const route = getRouteApi('/compare');
const WINDOW = 4;
const LIMIT = 200;

type Competition = Schemas['Competition'];

/** How often wallet B trades just before and after wallet A. */
export function ComparePage() {
  usePageTitle('Compare two wallets');
  const { a, b, days = 1, window = WINDOW } = route.useSearch();
  const isAsked = a !== undefined && b !== undefined && a !== b;
  const question = {
    wallet_a: a ?? '',
    wallet_b: b ?? '',
    time_range_days: days,
    slot_window: window,
    limit: LIMIT,
  };
  const job = useJob(
    ['compare', a, b, days, window],
    (options) => patientApi().jobs.validateCompetition(question, options),
    isAsked,
  );
  const period = usePeriodText(daysPeriod(days), job.data?.coverage);
  return (
    <>
      <h1>Compare two wallets</h1>
      <Card
        title="Does B trade around A?"
        note="before it in the same direction, or after it in the opposite one"
      >
        <Form />
      </Card>
      {isAsked &&
        (job.data === undefined || period === undefined ? (
          <Card>
            <Awaited of={job} waiting={<JobProgress what="The comparison" progress={job.progress} />} />
          </Card>
        ) : (
          <Answer competition={job.data} {...{ question, period }} />
        ))}
    </>
  );
}

function Form() {
  const { a, b, days = 1 } = route.useSearch();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const go = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const field = (name: string): string =>
      (event.currentTarget.elements.namedItem(name) as HTMLInputElement).value;
    const [first, second] = [findTarget(field('a')), findTarget(field('b'))];
    if (first.kind !== 'address' || second.kind !== 'address') setProblem('Two wallet addresses are needed.');
    else if (first.value === second.value) setProblem('These are one and the same wallet.');
    else {
      setProblem(null);
      void navigate({
        to: '/compare',
        search: { a: first.value, b: second.value, days: Number(field('days')) },
      });
    }
  };
  return (
    <form className={css['form']} onSubmit={go}>
      <label className={design['field']}>
        Wallet A, whose trades count
        <input name="a" defaultValue={a ?? ''} spellCheck={false} autoComplete="off" required />
      </label>
      <label className={design['field']}>
        Wallet B, that may trade around it
        <input name="b" defaultValue={b ?? ''} spellCheck={false} autoComplete="off" required />
      </label>
      <label className={design['field']}>
        Days
        <select name="days" defaultValue={days}>
          {[1, 2, 3, 4].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={`${design['button']} ${design['primary']}`} style={{ minHeight: 36 }}>
        Compare
      </button>
      {problem !== null && <p role="alert">{problem}</p>}
    </form>
  );
}

function Answer({
  competition,
  question,
  period,
}: {
  competition: Competition;
  question: object;
  period: string;
}) {
  const { incidents, wallet_a: a, wallet_b: b } = competition;
  const { total_items: total } = competition.pagination;
  return (
    <>
      <Card>
        <div className={css['verdict']}>
          <h2 className={css['answer']}>{competitionSentence(competition, period)}</h2>
          <p className={css['lead']}>
            A is <Address address={a} /> · B is <Address address={b} />
          </p>
          <Facts
            facts={competitionFacts(competition).map(([name, figure]) => [name, figure.toLocaleString('en')])}
          />
          <p className={design['note']}>{COMPETITION_NOTE}</p>
          <div>
            <Share
              question={{ path: '/mev/validate-competition', body: question }}
              name={`compare-${shorten(a)}-${shorten(b)}`}
              of={competition}
              csv={csvOf}
            />
          </div>
        </div>
      </Card>
      <CoverageBanner coverage={competition.coverage} />
      {incidents.length === 0 ? (
        <Card>
          <Empty title={`No trade of B was seen just before or after one of A in ${period}.`} />
        </Card>
      ) : (
        <>
          <Card
            title="When B trades, in ticks from A"
            note={`A is at 0; ${total > incidents.length ? `the first ${incidents.length} of ` : ''}${plural(total, 'leg or trade', 'legs and trades')} of B’s side`}
          >
            <Offsets incidents={incidents} />
          </Card>
          <Card title="Where they meet">
            <Table
              caption="Trades of B around trades of A"
              rows={incidents}
              keyOf={(one) =>
                `${one.signature_a}${one.signature_b}${one.interaction_type}${one.pool_address}`
              }
              columns={[
                {
                  name: 'Ticks',
                  isNumber: true,
                  cell: ({ poh_tick_offset: offset }) => signed(Number(offset)),
                },
                { name: 'How', cell: ({ interaction_type: type }) => type.replace('_', ' ') },
                {
                  name: 'Trade of A',
                  cell: ({ signature_a: signature }) => <Signature signature={signature} />,
                },
                {
                  name: 'Trade of B',
                  cell: ({ signature_b: signature }) => <Signature signature={signature} />,
                },
                {
                  name: 'Pool',
                  cell: (one) => <Address address={one.pool_address} label={one.pool_label} page="account" />,
                },
                { name: 'Result', cell: ({ success }) => (success ? 'succeeded' : '○ failed') },
              ]}
            />
          </Card>
        </>
      )}
    </>
  );
}

const HEIGHT = 120;

/** A strip of B's trades at their distance from A's: filled inside sandwiches, hollow where they failed. */
function Offsets({ incidents }: { incidents: Competition['incidents'] }) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const offsets = incidents.map(({ poh_tick_offset: offset }) => Number(offset));
  const reach = Math.max(8, ...offsets.map(Math.abs));
  const x = scaleLinear([-reach, reach], [20, width - 20]).nice();
  const levels = new Map<number, number>();
  return (
    <div ref={ref} style={{ minHeight: HEIGHT }}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`Distances in ticks from ${Math.min(...offsets)} to ${Math.max(...offsets)}; the table below lists them.`}
        >
          {x.ticks(width < 600 ? 5 : 9).map((tick) => (
            <g key={tick}>
              <line
                x1={x(tick)}
                x2={x(tick)}
                y1={4}
                y2={HEIGHT - 24}
                stroke={tick === 0 ? 'var(--ink)' : 'var(--grid)'}
              />
              <text x={x(tick)} y={HEIGHT - 6} textAnchor="middle" fontSize="11.5" fill="var(--soft)">
                {signed(tick)}
              </text>
            </g>
          ))}
          {incidents.map((one) => {
            const at = Math.round(x(Number(one.poh_tick_offset)) / 8);
            const level = levels.get(at) ?? 0;
            levels.set(at, level + 1);
            const colour = one.interaction_type.startsWith('sandwich') ? 'var(--attack)' : 'var(--accent)';
            return (
              <circle
                key={`${one.signature_a}${one.signature_b}${one.interaction_type}${one.pool_address}`}
                cx={x(Number(one.poh_tick_offset))}
                cy={HEIGHT - 32 - Math.min(level, 9) * 9}
                r="4"
                fill={one.success ? colour : 'var(--card)'}
                stroke={colour}
                strokeWidth="1.5"
              />
            );
          })}
        </svg>
      )}
    </div>
  );
}

function csvOf({ incidents }: Competition): string {
  return csvTable(
    [
      ...['signature_a', 'signature_b', 'slot_a', 'slot_b', 'pool', 'dex'],
      ...['interaction_type', 'poh_tick_offset', 'success'],
    ],
    incidents.map((one) => [
      ...[one.signature_a, one.signature_b, one.slot_a, one.slot_b, one.pool_address, one.dex_name],
      ...[one.interaction_type, one.poh_tick_offset, one.success],
    ]),
  );
}
