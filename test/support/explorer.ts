import { setTimeout as sleep } from 'node:timers/promises';
import { createTickscope, type Tickscope } from '@tickscope/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { newDataDir, type UpStack, up } from './cli.js';
import { launchChromium, type OpenOptions, type OpenPage, openPage } from './explorer-page.js';

/** Where the blocks come from: what `tickscope up` is started with. */
export interface BlockSource {
  args: readonly string[];
  env?: Record<string, string>;
  stop?(): Promise<unknown>;
}

/** A stack with the explorer, the demo account's key and a browser, from before the tests of a file until after them. */
export interface Explorer {
  stack: UpStack;
  dataDir: string;
  key: string;
  api: Tickscope;
  browser: Browser;
  /** A page in a context of its own; with the demo account's key, unless another or none (null) is given. */
  open(path: string, options?: OpenOptions & { key?: string | null }): Promise<OpenPage>;
}

const START_MS = 420_000;
const LOOK_EVERY_MS = 1_000;

/**
 * To be called within `describe`. What it returns is filled before the first test.
 *
 * @param isReady asked until it is true: whether what the tests need is stored
 */
export function useExplorer({
  source = async () => ({ args: ['--source', 'simulator'] }),
  isReady,
}: {
  source?: (dataDir: string) => Promise<BlockSource>;
  isReady: (api: Tickscope) => Promise<boolean>;
}): Explorer {
  const explorer = {} as Explorer;
  const undo: (() => unknown)[] = [];
  beforeAll(async () => {
    const { dataDir, remove } = newDataDir();
    undo.push(remove);
    const blocks = await source(dataDir);
    undo.push(() => blocks.stop?.());
    const stack = await up(['--data-dir', dataDir, ...blocks.args], blocks.env);
    undo.push(() => stack.stop());
    const key = /your key +(sk_live_\S+)/.exec(stack.output())?.[1];
    if (key === undefined) throw new Error(`no key in:\n${stack.output()}`);
    const api = createTickscope({ baseUrl: stack.api, token: key });
    const browser = await launchChromium();
    undo.push(() => browser.close());
    Object.assign(explorer, { stack, dataDir, key, api, browser });
    explorer.open = (path, { key: own = key, ...options } = {}) =>
      openPage(browser, `${stack.origin}${path}`, own, options);
    while (!(await isReady(api))) await sleep(LOOK_EVERY_MS);
  }, START_MS);
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });
  return explorer;
}
