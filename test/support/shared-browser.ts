import type { Browser } from 'playwright-core';
import { launchChromium } from './explorer-page.js';

let browser: Promise<Browser> | null = null;

/** One browser for all test files of a worker; it ends with the worker. Each page has a context of its own. */
export async function sharedBrowser(): Promise<Browser> {
  if (browser !== null && !(await browser).isConnected()) browser = null;
  browser ??= launchChromium();
  return browser;
}
