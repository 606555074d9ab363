import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { IS_WHOLE } from '@tickscope/testkit/whole';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { expect, onTestFailed, TestRunner } from 'vitest';
import { CHROMIUM } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Ends what hangs; on a busy machine a page may take long. */
export const WAIT_MS = 240_000;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export type Theme = 'light' | 'dark';

export interface OpenOptions {
  theme?: Theme;
  width?: number;
  height?: number;
  /** Changes answers of the API, before the page is opened. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

export interface OpenPage {
  page: Page;
  /** Complaints of the browser. */
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

/**
 * Collects what moves by itself, from the first paint on: the browser's own measure of layout shifts. Without the strip of the
 * newest slots, which moves on by one with each.
 */
const WATCH_SHIFTS = `
  window.shifts = [];
  const isOfStrip = (node) =>
    (node?.nodeType === 1 ? node : node?.parentElement)?.closest('nav[aria-label^="The newest slots"]') != null;
  const isStripAlone = (sources) =>
    sources.some(({ node }) => isOfStrip(node)) && sources.every(({ node }) => node === null || isOfStrip(node));
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput && !isStripAlone(sources)) window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? node?.textContent)]);
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Gives a tab a key before its first page is opened, as if it had been entered in this session. */
async function giveKey(page: Page, key: string): Promise<void> {
  await page.addInitScript(`if (sessionStorage.getItem('has-key') === null) {
    sessionStorage.setItem('has-key', 'yes');
    sessionStorage.setItem('tickscope-key', ${JSON.stringify(key)});
  }`);
}

/**
 * Profiles with an empty tab and nothing stored, which no test uses now. A new one is a new window of the browser, which takes
 * more CPU than most pages.
 */
const idle = new WeakMap<Browser, BrowserContext[]>();

async function takeContext(browser: Browser): Promise<BrowserContext> {
  const free = idle.get(browser)?.pop();
  if (free !== undefined) return free;
  const context = await browser.newContext();
  context.setDefaultTimeout(WAIT_MS);
  await context.newPage();
  return context;
}

/** Gives a profile back without what its pages left there. */
async function giveBack(browser: Browser, context: BrowserContext, origin: string): Promise<void> {
  const [empty, ...pages] = context.pages();
  // Questions of its pages that a test's route is still answering fail quietly.
  for (const routed of [context, ...pages]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
  for (const page of pages) await page.close();
  const session = await context.newCDPSession(empty!);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Network.clearBrowserCache');
  await session.detach();
  await context.clearPermissions();
  idle.set(browser, [...(idle.get(browser) ?? []), context]);
}

/** A page of the explorer in a profile that no other test uses meanwhile. */
export async function openPage(
  browser: Browser,
  url: string,
  key: string | null,
  { theme = 'light', width = 1_280, height = 900, prepare }: OpenOptions = {},
): Promise<OpenPage> {
  const context = await takeContext(browser);
  await prepare?.(context);
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  await page.addInitScript(WATCH_SHIFTS);
  const complaints: string[] = [];
  const urls: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => urls.push(request.url()));
  if (key !== null) await giveKey(page, key);
  sayOnFailure(page, complaints);
  await page.goto(url);
  return { page, complaints, urls, close: () => giveBack(browser, context, new URL(url).origin) };
}

/** Adds to a failure what the page showed, if it is still open. */
function sayOnFailure(page: Page, complaints: readonly string[]): void {
  if (TestRunner.getCurrentTest() === undefined) return;
  onTestFailed(async ({ task }) => {
    const error = task.result?.errors?.[0];
    if (error === undefined || page.isClosed()) return;
    const shown = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
    const said = `\n${page.url()} shows: ${shown.slice(0, 800)}\ncomplaints: ${complaints.join('; ')}`;
    error.message += said;
    // A report of the gate has the stack alone.
    error.stack = `${error.stack}${said}`;
  });
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
  await page.route(pattern, keep);
  return answers;
}

/** Changes the answers to these questions, which are asked without a cursor. A refusal passes as it is. */
export async function changeAnswers<Answer>(
  page: Page,
  pattern: RegExp,
  change: (data: Answer) => Answer,
): Promise<void> {
  const answer = async (route: Route): Promise<void> => {
    const url = new URL(route.request().url());
    url.searchParams.delete('cursor');
    const response = await route.fetch({ url: url.href });
    if (!response.ok()) return route.fulfill({ response });
    const body = (await response.json()) as { data: Answer };
    await route.fulfill({ response, json: { ...body, data: change(body.data) } });
  };
  await page.route(pattern, answer);
}

/** Keys of the rows of a page's tables, in their order. */
export const rowKeys = (page: Page): Promise<string[]> =>
  page.evaluate('[...document.querySelectorAll("tr[data-key]")].map((row) => row.dataset.key)');

/** The sum of all layout shifts, and what moved. */
export async function layoutShift(page: Page): Promise<{ sum: number; moved: string[] }> {
  const shifts = (await page.evaluate('window.shifts')) as [number, string[]][];
  return {
    sum: shifts.reduce((sum, [value]) => sum + value, 0),
    moved: shifts.flatMap(([, nodes]) => nodes),
  };
}

/** Runs axe and lists what it finds; with `rules`, only of those. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const only = rules === undefined ? { type: 'tag', values: RULES } : { type: 'rule', values: rules };
  // The rows of a table are alike, and are most of the work.
  const exclude = IS_WHOLE ? [] : [['tbody tr:nth-child(n + 13)']];
  const context = JSON.stringify({ include: [['html']], exclude });
  // The policy of the page allows no inline script; what the browser's own protocol runs is not the page's.
  await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(${context}, { runOnly: ${JSON.stringify(only)} })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 160)))`,
  );
  return found as string[];
}
