import type { CDPSession, Page } from 'playwright-core';
import { count, markdownTable, ms, percentile } from '../support/report.js';
import { framesOf, type TraceEvent } from './frames.js';
import type { Scene } from './scene.js';

/** The tasks of each thread and what rasterises are in the second, where frames begin in the third. */
const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
];
const LEAST_MARKS = 2_000;
const MOST_MARKS = 3_000;
const MOVES = 480;
const STEP_PX = 3;
const TURN_EVERY = 60;
const PARTS = 10;
/** Accounts that very many transactions name, of which one has about as many rows as are wanted. */
const ACCOUNTS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'ComputeBudget111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'So11111111111111111111111111111111111111112',
];

/** Measures the cost of a frame during a drag, by the browser's own trace. */
export async function measureDrag(scene: Scene): Promise<string> {
  const subject = await subjectOf(scene);
  const page = await scene.open(`/tx/${subject.signature}?account=${subject.account}&range=${subject.zoom}`);
  await page
    .locator('[data-window] canvas')
    .waitFor()
    .catch(async (cause: unknown) => {
      throw new Error(`no drawing on the page: ${await page.locator('main').innerText()}`, { cause });
    });
  await page.getByText(/\d transactions in slots/).waitFor();
  const session = await page.context().newCDPSession(page);
  const rows = [['', 'Frames', 'p50', 'p95', 'longest']];
  const largest: [name: string, ms: number][] = [];
  for (const throttle of [1, 4]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const events = await traced(session, () => drag(page));
    const { main, mainCpu, raster, parts } = framesOf(events);
    if (throttle === 1) largest.push(...parts.slice(0, PARTS));
    const of = (name: string, values: readonly number[]): string[] => [
      `${name}${throttle === 1 ? '' : `, CPU ${throttle} times slower`}`,
      ...[count(values.length), ...[0.5, 0.95, 1].map((share) => ms(percentile(values, share)))],
    ];
    rows.push(
      of('main thread', main),
      of('main thread, its own clock', mainCpu),
      of('rasterisation', raster),
    );
  }
  await page.context().close();
  return [
    '## A frame while one drags',
    `${count(subject.rows)} marks, ±${subject.zoom} slots seen, ±${subject.loaded} loaded; ${MOVES} movements of ${STEP_PX} pixels with the button held, ingest stopped. By the browser's trace. Main thread: all of its tasks in a frame, with input, scripts, layout and painting; its own clock stands still while it waits for a core. Rasterisation is on other threads.`,
    markdownTable(rows),
    'What a frame of the main thread consists of, on average, without the events within each:',
    markdownTable([['Event', 'A frame'], ...largest.map(([name, time]) => [name, `${time.toFixed(2)} ms`])]),
  ].join('\n\n');
}

interface Subject {
  signature: string;
  account: string;
  zoom: number;
  loaded: number;
  rows: number;
}

/** A transaction and an account with 2,000 to 3,000 rows, all of which the page draws. */
async function subjectOf({ api }: Scene): Promise<Subject> {
  const { slots } = (await api.listSlots({ limit: '100' })).data;
  const middle = slots.filter(({ state }) => state === 'stored')[45]!.slot;
  const { data: block } = await api.getSlot({ slot: String(middle), limit: '200' });
  const signatures = block.transactions.map(({ signature }) => signature);
  for (const [zoom, loaded] of [
    [2, 4],
    [4, 8],
    [8, 16],
    [16, 32],
    [32, 64],
  ] as const)
    for (const account of ACCOUNTS)
      for (const signature of signatures.slice(0, 40)) {
        const question = { signature, account_id: account, slot_range: loaded, limit: 1 };
        const rows = await api.analyzeTrade(question).then(
          ({ pagination }) => pagination.total_items,
          () => 0,
        );
        if (rows >= LEAST_MARKS && rows <= MOST_MARKS) return { signature, account, zoom, loaded, rows };
        if (rows > 0) break;
      }
  throw new Error(`no account has ${LEAST_MARKS} to ${MOST_MARKS} rows around slot ${middle}`);
}

export async function drag(page: Page): Promise<void> {
  const axis = page.getByRole('application');
  await axis.scrollIntoViewIfNeeded();
  const box = (await axis.boundingBox())!;
  const [x, middle] = [box.x + box.width / 2, box.y + box.height / 2];
  let y = middle;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let move = 0; move < MOVES; move += 1) {
    y += Math.floor(move / TURN_EVERY) % 2 === 0 ? -STEP_PX : STEP_PX;
    await page.mouse.move(x, y);
  }
  await page.mouse.up();
}

async function traced(session: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await act();
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}
