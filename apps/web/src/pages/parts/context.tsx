import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { contextQuery, type Row, type TradeContext } from '../../api/queries.js';
import design from '../../design/design.module.css';
import {
  Address,
  Card,
  CoverageBanner,
  Empty,
  ErrorState,
  Role,
  Share,
  Signature,
  Skeleton,
  Table,
} from '../../design/index.js';
import { type LaneFacts, laneFactsQuery } from '../../drawings/tick-axis/lane-facts.js';
import { axisHeight } from '../../drawings/tick-axis/layout.js';
import { TickAxis } from '../../drawings/tick-axis/tick-axis.js';
import { TickLegend } from '../../drawings/tick-axis/tick-legend.js';
import { toCsv } from '../../format/csv.js';
import { nameText, plural, signed } from '../../format/text.js';
import { ZOOMS } from '../../zooms.js';
import css from '../page.module.css';

const route = getRouteApi('/tx/$signature');
const DEFAULT_ZOOM = 2;
/** The slots that are loaded: more than are seen, for a drag; a few steps of the zoom share one answer. */
const LOADED = [4, 16, 64, 100];
const ROWS_SHOWN = 40;
const NOTHING_KNOWN: ReadonlyMap<number, LaneFacts> = new Map();

/** All transactions on one account around this one: the tick axis, and the table that follows it. */
export function Context({
  signature,
  slot,
  accounts,
  isShown,
}: {
  signature: string;
  slot: number;
  accounts: readonly { account: string; label: string }[];
  /** False until all that is above is there, so that it does not move: it loads, but shows nothing. */
  isShown: boolean;
}) {
  const search = route.useSearch();
  const navigate = useNavigate();
  // The router takes the system program's address, which is all ones, for a number.
  const account = typeof search.account === 'string' ? search.account : accounts[0]!.account;
  const zoom = search.range ?? DEFAULT_ZOOM;
  const range = LOADED.find((loaded) => loaded > zoom) ?? 100;
  const context = useQuery(contextQuery(signature, account, range));
  const facts = useQuery({
    ...laneFactsQuery(context.data?.slots ?? { from: slot, to: slot }),
    enabled: context.data !== undefined,
    placeholderData: keepPreviousData,
  });
  const [selected, setSelected] = useState<string | null>(signature);
  const change = (next: { account?: string; range?: number }): void =>
    void navigate({
      to: '/tx/$signature',
      params: { signature },
      search: { ...search, ...next },
      replace: true,
      resetScroll: false,
    });
  const step = (by: 1 | -1): void => {
    const next = ZOOMS[ZOOMS.indexOf(zoom as (typeof ZOOMS)[number]) + by];
    if (next !== undefined) change({ range: next });
  };
  const options = accounts.some((one) => one.account === account)
    ? accounts
    : [{ account, label: account }, ...accounts];
  const rows = context.data?.rows ?? [];
  if (!isShown) return null;
  return (
    <Card
      title="Who touched this account, tick by tick"
      note={context.data === undefined ? '' : countText(context.data, zoom)}
      aside={
        <Share
          question={{
            method: 'POST',
            path: '/analyze-trade',
            body: { signature, account_id: account, slot_range: context.data?.range ?? range },
          }}
          name="trade-context"
          json={context.data === undefined ? undefined : rows}
          csv={context.data === undefined ? null : () => csvOf(rows)}
        />
      }
    >
      <div className={css['tools']}>
        <label className={design['field']}>
          Account
          <select value={account} onChange={(event) => change({ account: event.target.value })}>
            {options.map((one) => (
              <option key={one.account} value={one.account}>
                {nameText(one.label)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className={css['zoom']} style={{ border: 0, padding: 0, margin: 0 }}>
          <legend className={design['visuallyHidden']}>Slots on either side</legend>
          <button
            type="button"
            className={design['button']}
            aria-label="Fewer slots"
            disabled={zoom === ZOOMS[0]}
            onClick={() => step(-1)}
          >
            −
          </button>
          <output>±{plural(zoom, 'slot')}</output>
          <button
            type="button"
            className={design['button']}
            aria-label="More slots"
            disabled={zoom === ZOOMS.at(-1)}
            onClick={() => step(1)}
          >
            +
          </button>
        </fieldset>
      </div>
      <TickLegend />
      {context.error !== null && context.data === undefined ? (
        <ErrorState error={context.error} retry={() => void context.refetch()} />
      ) : context.data === undefined ? (
        <Skeleton height={axisHeight(zoom)} />
      ) : (
        <div aria-busy={context.isPlaceholderData}>
          <CoverageBanner coverage={context.data.coverage} />
          <TickAxis
            rows={rows}
            slots={context.data.slots}
            zoom={zoom}
            ownSlot={slot}
            facts={facts.data ?? NOTHING_KNOWN}
            selected={selected}
            onSelect={setSelected}
            onZoom={step}
          />
          {rows.length === 0 ? (
            <Empty title="Nothing else touched this account in these slots." />
          ) : (
            <Rows {...{ rows, selected, setSelected, account }} />
          )}
        </div>
      )}
    </Card>
  );
}

function Rows({
  rows,
  selected,
  setSelected,
  account,
}: {
  rows: readonly Row[];
  selected: string | null;
  setSelected: (signature: string) => void;
  account: string;
}) {
  const at = Math.max(
    0,
    rows.findIndex(({ signature }) => signature === selected),
  );
  const [start, setStart] = useState<number | null>(null);
  const own = Math.max(0, Math.min(at - ROWS_SHOWN / 4, rows.length - ROWS_SHOWN));
  // Follows the selection; the buttons leave it.
  const first = start !== null && at >= start && at < start + ROWS_SHOWN ? start : own;
  const shown = rows.slice(first, first + ROWS_SHOWN);
  const go = (to: number): void => {
    const next = Math.max(0, Math.min(to, rows.length - 1));
    setStart(next);
    const row = rows[next];
    if (row !== undefined) setSelected(row.signature);
  };
  return (
    <>
      <Table
        caption="The same transactions, in the order of the chain"
        rows={shown}
        keyOf={({ signature }) => signature}
        toneOf={({ is_original: isOwn }) => (isOwn ? 'you' : undefined)}
        selected={selected}
        columns={[
          { name: 'Ticks', isNumber: true, cell: ({ poh_tick_offset: offset }) => signed(offset) },
          {
            name: 'Slot',
            isNumber: true,
            cell: ({ slot, block_index: index }) => (
              <>
                <Link to="/slot/$slot" params={{ slot: String(slot) }}>
                  {slot.toLocaleString('en')}
                </Link>{' '}
                #{index}
              </>
            ),
          },
          { name: 'Role', cell: (row) => <RowRole row={row} /> },
          {
            name: 'Transaction',
            cell: ({ signature }) => <Signature signature={signature} account={account} />,
          },
          { name: 'Signer', cell: ({ signer }) => <Address address={signer} /> },
          { name: 'Access', cell: ({ matched_in_written: isWrite }) => (isWrite ? 'writes' : 'reads') },
          {
            name: 'Result',
            cell: ({ success }) => (success === null ? 'not known' : success ? 'succeeded' : '○ failed'),
          },
        ]}
      />
      {rows.length > ROWS_SHOWN && (
        <div className={css['pagination']}>
          <button
            type="button"
            className={design['button']}
            disabled={first === 0}
            onClick={() => go(first - ROWS_SHOWN)}
          >
            Earlier
          </button>
          <span>
            {first + 1} to {first + shown.length} of {rows.length.toLocaleString('en')}
          </span>
          <button
            type="button"
            className={design['button']}
            disabled={first + ROWS_SHOWN >= rows.length}
            onClick={() => go(first + ROWS_SHOWN)}
          >
            Later
          </button>
        </div>
      )}
    </>
  );
}

function RowRole({ row }: { row: Row }) {
  const roles = [...new Set(row.roles.map(({ role }) => role))];
  return (
    <>
      {row.is_original && <span className={`${design['pill']} ${design['you']}`}>this trade</span>}{' '}
      {roles.map((role) => (
        <Role key={role} role={role} />
      ))}
      {row.is_vote === 1 && 'vote'}
    </>
  );
}

function countText({ rows, total, range, slots: { from, to } }: TradeContext, zoom: number): string {
  const all = `${plural(total, 'transaction')} in slots ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`;
  if (rows.length < total) return `the first ${rows.length.toLocaleString('en')} of ${all}`;
  return range < zoom ? `${all}; further slots have too many to draw` : all;
}

function csvOf(rows: readonly Row[]): string {
  return toCsv(
    [
      'slot',
      'block_index',
      'poh_tick',
      'poh_tick_offset',
      'signature',
      'signer',
      'writes',
      'success',
      'roles',
    ],
    rows.map((row) => [
      ...[row.slot, row.block_index, row.poh_tick, row.poh_tick_offset, row.signature, row.signer],
      ...[row.matched_in_written, row.success, row.roles.map(({ role }) => role).join(' ')],
    ]),
  );
}
