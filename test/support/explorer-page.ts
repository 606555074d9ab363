import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Ends what hangs; on a busy machine a page may take long. */
export const WAIT_MS = 90_000;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export type Theme = 'light' | 'dark';

export interface OpenOptions {
  theme?: Theme;
  width?: number;
  height?: number;
  /** What answers of the API become, before the page is opened. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

export interface OpenPage {
  page: Page;
  /** What the browser complained about. */
  complaints: string[];
  urls: string[];
  close(): Promise<void>;
}

export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM!,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
  });
}

/** Collects what moves by itself, from the first paint on: the browser's own measure of layout shifts. */
const WATCH_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? node?.textContent)]);
  }).observe({ type: 'layout-shift', buffered: true });`;

/** A page of the explorer in a context of its own. `key`: in the fragment, as `npm start` prints it. */
export async function openPage(
  browser: Browser,
  url: string,
  key: string | null,
  { theme = 'light', width = 1_280, height = 900, prepare }: OpenOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ colorScheme: theme, viewport: { width, height } });
  context.setDefaultTimeout(WAIT_MS);
  await prepare?.(context);
  const page = await context.newPage();
  await page.addInitScript(WATCH_SHIFTS);
  const complaints: string[] = [];
  const urls: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(`${url}${key === null ? '' : `#key=${key}`}`);
  return { page, complaints, urls, close: () => context.close() };
}

type Eventually = <Value>(
  read: () => Promise<Value> | Value,
  message?: string,
) => ReturnType<typeof expect.poll>;

/** `expect(await read())`, again and again until it holds. */
export const eventually: Eventually = (read, message) =>
  expect.poll(read, { timeout: WAIT_MS, interval: 50, ...(message === undefined ? {} : { message }) });

/** Until nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  // Not `waitForFunction`: the policy of the page forbids it to evaluate text again.
  const isSettled = `document.querySelector('main')?.children.length > 0 &&
     document.querySelector('[class*=skeleton], progress, [aria-busy=true]') === null`;
  await eventually(() => page.evaluate(isSettled)).toBe(true);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** Keeps the answers to these questions as they pass: the browser may drop a response's body once the page has moved on. */
export async function keepAnswers<Answer>(
  page: Page,
  pattern: RegExp,
): Promise<{ url: URL; data: Answer }[]> {
  const answers: { url: URL; data: Answer }[] = [];
  const keep = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const body = await response.text();
    if (response.ok())
      answers.push({
        url: new URL(route.request().url()),
        data: (JSON.parse(body) as { data: Answer }).data,
      });
    await route.fulfill({ response, body });
  };
  await page.route(pattern, (route) =>
    keep(route).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    }),
  );
  return answers;
}

/** Keys of the rows of a page's tables, in their order. */
export const rowKeys = (page: Page): Promise<string[]> =>
  page.evaluate('[...document.querySelectorAll("tr[data-key]")].map((row) => row.dataset.key)');

/** How many sandwiches the feed has shown since the page was opened. */
export const newOnes = async (page: Page): Promise<number> =>
  Number(/live, (\d+) new/.exec(await page.locator('main').innerText())?.[1] ?? 0);

/** The sum of all layout shifts, and what moved. */
export async function layoutShift(page: Page): Promise<{ sum: number; moved: string[] }> {
  const shifts = (await page.evaluate('window.shifts')) as [number, string[]][];
  return {
    sum: shifts.reduce((sum, [value]) => sum + value, 0),
    moved: shifts.flatMap(([, nodes]) => nodes),
  };
}

/** What axe finds; with `rules`, only of those. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const only = rules === undefined ? { type: 'tag', values: RULES } : { type: 'rule', values: rules };
  // The policy of the page allows no inline script; what the browser's own protocol runs is not the page's.
  await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(only)} })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 160)))`,
  );
  return found as string[];
}
