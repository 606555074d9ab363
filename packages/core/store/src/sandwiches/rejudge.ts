import { LIVE_WINDOW } from '@tickscope/sandwich';
import type { ReadWrite } from '../connection/open-store.js';
import { WRITE_TIMEOUT_MS } from '../connection/write-connection.js';
import { readWith, sqlFile, tuples } from '../query/index.js';
import { type JudgedRange, NO_STANDING, type StaleVerdict, staleVerdicts } from './judged-rows.js';
import { judgedRevision } from './revision-numbers.js';
import { SANDWICH_COLUMNS, VERDICT_COLUMNS } from './sandwich-columns.js';

const COPY_FEED_LEGS = sqlFile(import.meta.url, './copy-feed-legs.sql');
const QUERY_TIMEOUT_MS = 30_000;
/** Parameters travel in the URL of a request. */
const ROWS_AT_ONCE = 250;

/**
 * Brings the verdicts of stored sandwiches to what the records of their actors say now (rule 11). A pass over rows: nothing is
 * detected again, and no slot becomes due. A sandwich that changes gets the next revision, of the cause `standing`.
 *
 * @param range with few enough sandwiches to be read at once
 * @param signal ends it before the next write, by an error
 * @returns the number of sandwiches that changed
 */
export async function rejudge(store: ReadWrite, range: JudgedRange, signal?: AbortSignal): Promise<number> {
  const options = { timeoutMs: QUERY_TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) };
  const stale = await staleVerdicts(readWith(store.read, options), range);
  for (let at = 0; at < stale.length; at += ROWS_AT_ONCE) {
    signal?.throwIfAborted();
    await writeVerdicts(store, stale.slice(at, at + ROWS_AT_ONCE));
  }
  return stale.length;
}

async function writeVerdicts({ write }: ReadWrite, stale: readonly StaleVerdict[]): Promise<void> {
  const keys = {
    ids: stale.map(({ row }) => row.id),
    first_slots: stale.map(({ row }) => row.firstSlot),
    formers: stale.map(({ row }) => row.revision),
    revisions: stale.map(({ row }) => judgedRevision(row.revision)),
  };
  // The feed shows a revision with its legs: these are first.
  await write.insertSelected(COPY_FEED_LEGS, {
    params: { ...keys, ranges: tuples(stale.map(({ row }) => legRange(row))) },
    timeoutMs: WRITE_TIMEOUT_MS,
  });
  const texts = {
    confidence: stale.map(({ verdict }) => verdict.confidence),
    reason: stale.map(({ verdict }) => verdict.reason ?? ''),
    basis: stale.map(({ verdict }) => verdict.basis ?? ''),
    intent: stale.map(({ verdict }) => verdict.intent),
    evidence: stale.map(({ verdict }) => verdict.signs.join(' ')),
    standing: stale.map(({ verdict }) => verdict.standing ?? NO_STANDING),
    victim_count: stale.map(({ victimCount }) => victimCount),
  };
  await write.insertSelected(INSERT_VERDICTS, {
    params: { ...keys, ...texts },
    timeoutMs: WRITE_TIMEOUT_MS,
  });
}

function legRange({ firstSlot, lastSlot }: StaleVerdict['row']): [number, number] {
  return [Math.max(0, firstSlot - LIVE_WINDOW), lastSlot + LIVE_WINDOW];
}

/** The value of a parameter for the row, which is one of `ids`. */
const given = (name: string, type = 'String'): string =>
  `{${name}:Array(${type})}[indexOf({ids:Array(String)}, bracket_id)]`;

const CHOSEN: Record<(typeof VERDICT_COLUMNS)[number], string> = {
  confidence: given('confidence'),
  reason: `nullIf(${given('reason')}, '')`,
  basis: `nullIf(${given('basis')}, '')`,
  intent: given('intent'),
  evidence: `arrayFilter(sign -> sign != '', splitByChar(' ', ${given('evidence')}))`,
  standing: given('standing'),
  victim_count: given('victim_count', 'UInt32'),
};
const KEPT = SANDWICH_COLUMNS.filter(
  (name) => !(name in CHOSEN) && !['cause', 'revision', 'is_deleted'].includes(name),
);
/** Only of a revision that is still the newest; its time of insertion stays, by which it expires. */
const INSERT_VERDICTS = `
INSERT INTO sandwiches (
    ${[...KEPT, ...VERDICT_COLUMNS].join(', ')}, cause, confidence_before, intent_before, revision, is_deleted, detected_at, inserted_at
)
SELECT
    ${[...KEPT.map((name) => `s.${name}`), ...VERDICT_COLUMNS.map((name) => CHOSEN[name])].join(', ')},
    'standing', s.confidence, s.intent, ${given('revisions', 'UInt32')}, 0, now64(3), s.inserted_at
FROM sandwiches AS s FINAL
WHERE (s.first_slot, s.bracket_id, s.revision) IN
    arrayZip({first_slots:Array(UInt64)}, {ids:Array(String)}, {formers:Array(UInt32)})`;
