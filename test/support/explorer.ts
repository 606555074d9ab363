import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export type Theme = 'light' | 'dark';

export interface OpenOptions {
  theme?: Theme;
  width?: number;
  /** What answers of the API become, before the page is opened. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

export interface OpenPage {
  page: Page;
  /** What the browser complained about. */
  complaints: string[];
  urls: string[];
  /** Compressed bytes of each script. */
  scriptBytes: number[];
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
  { theme = 'light', width = 1_280, prepare }: OpenOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 900 } });
  await prepare?.(context);
  const page = await context.newPage();
  await page.addInitScript(WATCH_SHIFTS);
  const complaints: string[] = [];
  const urls: string[] = [];
  const scriptBytes: number[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => urls.push(request.url()));
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return;
    scriptBytes.push((await request.sizes()).responseBodySize);
  });
  await page.goto(`${url}${key === null ? '' : `#key=${key}`}`);
  return { page, complaints, urls, scriptBytes, close: () => context.close() };
}

/** Until nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  // Not `waitForFunction`: the policy of the page forbids it to evaluate text again.
  const isSettled = `document.querySelector('main')?.children.length > 0 &&
     document.querySelector('[class*=skeleton], progress') === null`;
  await expect.poll(() => page.evaluate(isSettled), { timeout: 60_000, interval: 50 }).toBe(true);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

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
