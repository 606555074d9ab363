import { setTimeout as sleep } from 'node:timers/promises';
import { type Schemas, type Tickscope, TickscopeError } from '@tickscope/sdk';
import { type SandwichLabel, type SlotTruth, startSimulator } from '@tickscope/simulator';
import { shareOf } from '@tickscope/testkit/whole';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { useExplorer } from '../support/explorer.js';
import { type OpenPage, settled } from '../support/explorer-page.js';

type Check = Schemas['SandwichCheck'];
type Row = Schemas['TransactionInSlot'];
type Truth = Extract<SlotTruth, { status: 'block' }>['transactions'][number] & { slot: number };

const SLOT_MS = 200;
const FIRST_SLOT = 432_000_000;
/** Only the first half of these is sent, and the node does not have them. */
const HALF_SLOTS = [FIRST_SLOT + 90, FIRST_SLOT + 91];
/** The same, but the node has it: nodes give a block's transactions over JSON-RPC, and no entries. */
const REPAIRED_SLOT = FIRST_SLOT + 36;
/** Transactions are chosen from slots up to here, which are analysed when the tests begin. */
const LAST_ASKED = FIRST_SLOT + 105;
/** The page of a transaction against what the API answers, and both against what was planted. */
describe.skipIf(CHROMIUM === null || process.platform !== 'linux')('the answers of the explorer', () => {
  const labels: SandwichLabel[] = [];
  const transactions: Truth[] = [];
  const explorer = useExplorer({ source: plantedChain, isReady: isAnalysed });
  const open = (path: string): Promise<OpenPage> => explorer.open(path, { width: 1_920 });

  async function plantedChain() {
    const simulator = await startSimulator({
      generate: {
        seed: 'explorer',
        // Then it stands still: following it would take a core from what is asked.
        slots: 260,
        firstSlot: FIRST_SLOT,
        startTime: Math.floor(Date.now() / 1_000),
        voteShare: 0.3,
        transactionsPerSlot: 60,
        dexShare: 0.6,
        sandwichesPerSlot: 2,
        onTruth: (truth) => {
          if (truth.status === 'block' && truth.slot <= LAST_ASKED)
            transactions.push(...truth.transactions.map((tx) => ({ ...tx, slot: truth.slot })));
        },
        onLabel: (label) => labels.push(label),
      },
      pace: { slotMs: SLOT_MS, pregenerateSlots: 120, retentionSlots: 200 },
      startOn: 'first-subscriber',
      faults: { halfSlots: [REPAIRED_SLOT, ...HALF_SLOTS] },
      canReplay: false,
      rpc: { faults: { missingSlots: HALF_SLOTS } },
    });
    return {
      args: ['--source', 'geyser'],
      env: { GEYSER_ENDPOINT: simulator.endpoint, RPC_URL: simulator.rpc!.endpoint },
      stop: () => simulator.stop(),
    };
  }

  /** Whether detection is past the chosen slots, and the block that can be repaired is. */
  async function isAnalysed(api: Tickscope): Promise<boolean> {
    const { slots } = (await api.listSlots({ limit: '100' })).data;
    const repaired = await api.getSlot({ slot: String(REPAIRED_SLOT), limit: '1' });
    return (
      repaired.data.state === 'stored' &&
      slots.some(({ slot, is_detected: isDetected }) => slot > LAST_ASKED + 12 && isDetected === true)
    );
  }

  it('verdict, loss, roles and rows of transactions of every kind are those of the API and of the planted chain', async () => {
    const asked = sampleOf(labels, transactions);
    expect(asked.length).toBeGreaterThanOrEqual(shareOf(50));
    const problems: unknown[] = [];
    const seen: Record<string, number> = {};
    for (const { kind, signature, verdict, role } of asked) {
      const check = (await explorer.api.checkSandwichFast({ signature, slot_range: 10 })).data.results[0]!;
      const { page, close } = await open(`/tx/${signature}`);
      await page.locator('[data-verdict]').waitFor();
      await settled(page);
      const problem = (what: string, detail: unknown): unknown =>
        problems.push([kind, signature, what, detail]);
      if (verdict !== null && check.verdict !== verdict) problem('planted', check.verdict);
      if (role !== null && !check.roles.some((own) => own.role === role)) problem('role', check.roles);
      seen[`${kind}: ${check.verdict}`] = (seen[`${kind}: ${check.verdict}`] ?? 0) + 1;
      // Whether it will be known by itself is left to the sentences' own tests.
      const heading = (await page.locator('h1').innerText()).replace(/^Not known( yet)?\.$/, 'Not known');
      if (heading !== headingOf(check)) problem('heading', [heading, headingOf(check)]);
      const shown = await page.locator('[data-verdict]').getAttribute('data-verdict');
      if (shown !== check.verdict) problem('verdict', [shown, check.verdict]);
      const loss = largestOf(check)?.loss;
      if (loss?.sol != null && (await page.locator(`[title="${loss.sol} SOL"]`).count()) === 0)
        problem('loss', loss);
      for (const difference of await differentRows(page, check)) problem('row', difference);
      await close();
    }
    expect(problems, JSON.stringify(seen)).toEqual([]);
    for (const kind of KINDS)
      expect(
        Object.keys(seen).some((name) => name.startsWith(kind)),
        kind,
      ).toBe(true);
    // Both answers about trades that the labels say nothing about.
    expect(Object.keys(seen)).toEqual(
      expect.arrayContaining([expect.stringContaining('in a gap: unknown'), 'trade: not_sandwiched']),
    );
  }, 900_000);

  /** Rows of the trade context and of the sandwich that differ from the API's. */
  async function differentRows(page: Page, check: Check): Promise<unknown[]> {
    const different: unknown[] = [];
    const account = await page.evaluate(`document.querySelector('main select')?.value ?? null`);
    if (typeof account === 'string') {
      const zoom = Number(/\d+/.exec(await page.locator('main output').innerText())![0]);
      const question = { signature: check.signature, account_id: account, slot_range: zoom, limit: 1_000 };
      const { data } = await explorer.api.analyzeTrade(question);
      const rows = data.results_by_slot.flatMap(({ transactions: of }) => of);
      const shown = await tableRows(page, 'The same transactions', CONTEXT);
      const isOwnTickKnown = rows.every((row) => !row.is_original || row.poh_tick_exact);
      const first = rows.findIndex(({ signature }) => signature === shown[0]?.key);
      for (const [at, { key: signature, cells }] of shown.entries()) {
        const expected = rows[first + at];
        const texts = expected === undefined ? null : contextCells(expected, isOwnTickKnown);
        if (signature !== expected?.signature || squeezed(cells) !== squeezed(texts))
          different.push([signature, cells, texts]);
      }
      if (shown.length !== Math.min(40, rows.length)) different.push(['rows', shown.length, rows.length]);
    }
    const id = check.incidents.length > 0 || check.roles.length > 0 ? await sandwichIdOf(page, check) : null;
    if (id !== null) {
      const { data: sandwich } = await explorer.api.getSandwich({ id });
      const expected = [...sandwich.legs.map(roleOfLeg), ...sandwich.victims.map(() => '● victim')].sort();
      const shown = (await tableRows(page, 'Legs and victims', ['Role']))
        .map(({ cells }) => cells[0]!)
        .sort();
      if (JSON.stringify(shown) !== JSON.stringify(expected)) different.push([id, shown, expected]);
    }
    return different;
  }

  /** A settled sandwich; null for any other, and for one that was withdrawn. */
  async function finalOf(id: string) {
    try {
      const { data } = await explorer.api.getSandwich({ id });
      return data.is_final ? data : null;
    } catch (error) {
      if (error instanceof TickscopeError && error.status === 404) return null;
      throw error;
    }
  }

  it('the feed shows the newest revision of what it has shown', async () => {
    const { page, close } = await open('/');
    const shown = () => tableRows(page, 'The newest sandwiches', ['Certainty']);
    const pause = (name: 'Pause' | 'Resume') => page.getByRole('button', { name }).click();
    /** The settled ones: what the page shows, and what it should. */
    const compared = async (): Promise<{ found: string[]; expected: string[] }> => {
      const [found, expected]: [string[], string[]] = [[], []];
      for (const { key: id, cells } of await shown()) {
        const data = await finalOf(id);
        if (data === null) continue;
        const loss = data.loss?.sol == null ? null : `${data.loss.sol} SOL`;
        const isShown =
          loss === null || (await page.locator(`tr[data-key="${id}"] [title="${loss}"]`).count()) === 1;
        found.push(`${id} ${cells} ${isShown ? loss : 'another loss'}`);
        expected.push(`${id} ${data.confidence} · ${data.intent} ${loss}`);
      }
      return { found, expected };
    };
    // A last revision may still be on its way to the page when that is paused.
    for (;;) {
      await pause('Pause');
      const { found, expected } = await compared();
      if (found.length > 0 && found.join('\n') === expected.join('\n')) break;
      await pause('Resume');
      await sleep(500);
    }
    await close();
  }, 600_000);
});

interface Asked {
  kind: string;
  signature: string;
  /** Verdict by the planted chain; null: none. */
  verdict: Check['verdict'] | null;
  role: Schemas['SandwichRole']['role'] | null;
}

const KINDS = [
  ...['victim', 'attacker', 'attempt', 'trade', 'failed', 'vote', 'other'],
  ...['in a gap', 'without entries', 'not stored'],
];

/** Transactions of each kind, as the generator's own record has them. */
function sampleOf(labels: readonly SandwichLabel[], transactions: readonly Truth[]): Asked[] {
  const isClear = (slot: number): boolean =>
    slot > FIRST_SLOT + 12 &&
    [REPAIRED_SLOT, ...HALF_SLOTS].every((half) => Math.abs(half - slot) > 11) &&
    slot < LAST_ASKED;
  const counted = labels.filter(
    ({ counted: isCounted, first_slot: first, last_slot: last }) =>
      isCounted && isClear(first) && isClear(last),
  );
  const inSandwiches = new Set(
    labels.flatMap(({ fronts, victims, backs, attempts }) =>
      [...fronts, ...victims, ...backs, ...attempts].map(({ signature }) => signature),
    ),
  );
  const plain = transactions.filter(({ signatures }) => !inSandwiches.has(signatures[0]!));
  const isBefore = (slot: number): boolean => slot < HALF_SLOTS[0]! && slot > HALF_SLOTS[0]! - 8;
  const isTrade = ({ swaps, success }: Truth): boolean => success && (swaps?.length ?? 0) > 0;
  const some = (kind: string, most: number, of: readonly Truth[], verdict: Asked['verdict']): Asked[] =>
    of
      .slice(0, shareOf(most))
      .map(({ signatures }) => ({ kind, signature: signatures[0]!, verdict, role: null }));
  const clear = plain.filter(({ slot }) => isClear(slot));
  const parts = (
    kind: string,
    most: number,
    found: readonly { signature: string }[],
    facts: Pick<Asked, 'verdict' | 'role'>,
  ): Asked[] => found.slice(0, shareOf(most)).map(({ signature }) => ({ kind, signature, ...facts }));
  const victims = counted.flatMap(({ victims: all }) => all.filter(({ planted }) => planted).slice(0, 1));
  return [
    ...parts('victim', 14, victims, { verdict: 'sandwiched', role: 'victim' }),
    ...parts(
      'attacker',
      5,
      counted.flatMap(({ fronts }) => fronts.slice(0, 1)),
      { verdict: null, role: 'frontrun' },
    ),
    ...parts(
      'attacker',
      4,
      counted.flatMap(({ backs }) => backs.slice(0, 1)),
      { verdict: null, role: 'backrun' },
    ),
    ...parts(
      'attempt',
      3,
      counted.flatMap(({ attempts }) => attempts),
      { verdict: null, role: null },
    ),
    ...some('trade', 7, clear.filter(isTrade), null),
    ...some(
      'failed',
      5,
      clear.filter(({ success, is_vote: isVote }) => !success && !isVote),
      null,
    ),
    ...some(
      'vote',
      4,
      clear.filter(({ is_vote: isVote }) => isVote),
      null,
    ),
    ...some(
      'other',
      4,
      clear.filter((tx) => tx.success && !tx.is_vote && tx.swaps === undefined),
      null,
    ),
    ...some(
      'in a gap',
      5,
      plain.filter((tx) => isTrade(tx) && isBefore(tx.slot)),
      'unknown',
    ),
    ...some(
      'without entries',
      4,
      plain.filter((tx) => tx.slot === REPAIRED_SLOT && isTrade(tx)),
      null,
    ),
    ...['1', '3', '5'].map((digit) => ({
      kind: 'not stored',
      signature: digit.repeat(digit === '1' ? 64 : 87),
      verdict: null,
      role: null,
    })),
  ];
}

/** The sandwich that the page shows: that of the largest loss, or the one of which it is a leg. */
async function sandwichIdOf(page: Page, check: Check): Promise<string | null> {
  const href = await page.locator('main a[href^="/sandwich/"]').first().getAttribute('href');
  const id = href === null ? null : decodeURIComponent(href.split('/').at(-1)!);
  const known = [
    ...check.incidents.map(({ sandwich }) => sandwich.id),
    ...check.roles.map((role) => role.sandwich_id),
  ];
  expect(known).toContain(id);
  return id;
}

const largestOf = ({ incidents }: Check): Schemas['SandwichEvidence'] | undefined =>
  incidents
    .map(({ sandwich }) => sandwich)
    .toSorted((left, right) => (right.loss?.bps ?? -1) - (left.loss?.bps ?? -1))[0];

/** The first sentence of the page, from the API's answer alone. */
function headingOf(check: Check): string {
  if (!check.found) return 'This transaction is not stored.';
  if (check.verdict === 'sandwiched') return `Sandwiched. ${lossSentence(largestOf(check)!)}`;
  if (check.wider_match !== null) return 'Sandwiched, by legs further out.';
  const own = check.roles.map(({ role }) => role).find((role) => role !== 'victim');
  if (own !== undefined)
    return own.endsWith('_attempt')
      ? `This is a ${own.replace('_attempt', '')} that failed.`
      : `This is the ${own} of a sandwich.`;
  if (check.success === false) return 'This transaction failed.';
  if (check.verdict === 'unknown') return 'Not known';
  return check.pools.length === 0 ? 'Not a trade.' : 'Not sandwiched.';
}

function lossSentence({ loss, loss_method: method, loss_side: side }: Schemas['SandwichEvidence']): string {
  if (loss === null) return 'What it cost cannot be computed for this pool.';
  const share = loss.bps === null ? '' : `${shareOfTrade(loss.bps)} `;
  const cost =
    loss.sol === null
      ? `${amountOf(Number(loss.ui_amount ?? loss.amount))} ${loss.symbol}`
      : solOf(Number(loss.sol));
  const least = method === 'front_rate' ? 'at least ' : '';
  if (side === 'paid')
    return `This trade paid ${least}${cost} too much${loss.bps === null ? '' : `, ${shareOfTrade(loss.bps)} of what it paid`}.`;
  return `This trade got ${share}less: ${least}${cost}.`;
}

const shareOfTrade = (bps: number): string =>
  bps > 0 && bps < 5
    ? '<0.1 %'
    : `${(bps / 100).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;

const solOf = (sol: number): string =>
  sol !== 0 && Math.abs(sol) < 0.001
    ? `${Math.round(sol * 1e9).toLocaleString('en')} lamports`
    : `${sol.toLocaleString('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 })} SOL`;

const digits = (value: number, most: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: most });

function amountOf(value: number): string {
  if (value >= 1e6) return value.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 4 });
  if (value >= 1_000) return digits(value, 1);
  return value.toLocaleString('en', { maximumSignificantDigits: value < 0.1 ? 3 : 4 });
}

const NAMES: Record<Schemas['SandwichRole']['role'], string> = {
  frontrun: '◆ frontrun',
  backrun: '◆ backrun',
  victim: '● victim',
  frontrun_attempt: '◇ failed frontrun',
  backrun_attempt: '◇ failed backrun',
};

const roleOfLeg = ({ interaction_type: type, success }: Schemas['SandwichLeg']): string =>
  NAMES[`${type === 'sandwich_frontrun' ? 'frontrun' : 'backrun'}${success ? '' : '_attempt'}`];

const CONTEXT = ['Ticks', 'Slot', 'Role', 'Access', 'Result'];

/** Offset, position, roles, access and result, as the table has them. */
function contextCells(row: Row, isOwnTickKnown: boolean): string[] {
  const roles = [...new Set(row.roles.map(({ role }) => NAMES[role]))];
  const offset = row.poh_tick_offset;
  return [
    isOwnTickKnown && row.poh_tick_exact
      ? `${offset > 0 ? '+' : offset < 0 ? '−' : ''}${Math.abs(offset).toLocaleString('en')}`
      : 'not known',
    `${row.slot.toLocaleString('en')} #${row.block_index}`,
    [...(row.is_original ? ['this trade'] : []), ...roles, ...(row.is_vote === 1 ? ['vote'] : [])].join(' '),
    row.matched_in_written ? 'writes' : 'reads',
    row.success === null ? 'not known' : row.success ? 'succeeded' : '○ failed',
  ];
}

/** Marks that stand side by side have no space in between. */
const squeezed = (cells: readonly string[] | null): string =>
  JSON.stringify(cells)?.replaceAll(/\s|\\n/g, '');

/** The cells of the named columns, as text. */
async function tableRows(
  page: Page,
  caption: string,
  columns: readonly string[],
): Promise<{ key: string; cells: string[] }[]> {
  const found = await page.evaluate(`(() => {
    const table = [...document.querySelectorAll('table')].find(({ caption }) => caption?.textContent.startsWith(${JSON.stringify(caption)}));
    if (table === undefined) return [];
    const names = [...table.tHead.rows[0].cells].map((cell) => cell.innerText.trim());
    const wanted = ${JSON.stringify(columns)}.map((name) => names.findIndex((text) => text.startsWith(name)));
    return [...table.querySelectorAll('tr[data-key]')].map((row) => ({
      key: row.dataset.key,
      cells: wanted.map((at) => row.cells[at]?.innerText.trim() ?? 'no such column'),
    }));
  })()`);
  return found as { key: string; cells: string[] }[];
}
