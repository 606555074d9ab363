import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM!,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

export interface OpenPage {
  page: Page;
  /** What the browser complained about. */
  complaints: string[];
  urls: string[];
  close(): Promise<void>;
}

/** A page of the explorer in a context of its own. `key`: in the fragment, as `npm start` prints it. */
export async function openPage(browser: Browser, url: string, key: string | null): Promise<OpenPage> {
  const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1_280, height: 900 } });
  const page = await context.newPage();
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

/** Until nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  // Not `waitForFunction`: the policy of the page forbids it to evaluate text again.
  const isSettled = `document.querySelector('main')?.children.length > 0 &&
     document.querySelector('[class*=skeleton], progress') === null`;
  await expect.poll(() => page.evaluate(isSettled), { timeout: 60_000, interval: 50 }).toBe(true);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** What axe finds wrong with the page as it is. */
export async function violations(page: Page): Promise<string[]> {
  // The policy of the page allows no inline script; what the browser's own protocol runs is not the page's.
  await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 160)))`,
  );
  return found as string[];
}
