import { setTimeout as sleep } from 'node:timers/promises';
import { createTickscope, type Schemas, type Tickscope } from '@tickscope/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { newDataDir } from './cli.js';
import { type OpenOptions, type OpenPage, openPage } from './explorer-page.js';
import { sharedBrowser } from './shared-browser.js';
import { type RunningStack, startStack, takeStack } from './shared-stack.js';

/** Where the blocks come from: what `tickscope up` is started with. */
export interface BlockSource {
  args: readonly string[];
  env?: Record<string, string>;
  stop?(): Promise<unknown>;
}

/** A stack with the explorer, the demo account's key and a browser, from before the tests of a file until after them. */
export interface Explorer extends RunningStack {
  key: string;
  api: Tickscope;
  browser: Browser;
  /** A page in a context of its own; with the demo account's key, unless another or none (null) is given. */
  open(path: string, options?: OpenOptions & { key?: string | null }): Promise<OpenPage>;
}

const START_MS = 600_000;
const LOOK_EVERY_MS = 500;

/**
 * To be called within `describe`. What it returns is filled before the first test.
 *
 * @param source starts a stack for this file alone; without it, the file shares one that is fed by the simulator
 * @param isReady asked until it is true: whether what the tests need is stored
 */
export function useExplorer({
  source,
  isReady,
}: {
  source?: (dataDir: string) => Promise<BlockSource>;
  isReady: (api: Tickscope) => Promise<boolean>;
}): Explorer {
  const explorer = {} as Explorer;
  const undo: (() => unknown)[] = [];
  beforeAll(async () => {
    const running = source === undefined ? await shared(undo) : await own(source, undo);
    const { stack } = running;
    const api = createTickscope({ baseUrl: stack.api, token: stack.key });
    const browser = await sharedBrowser();
    Object.assign(explorer, { ...running, key: stack.key, api, browser });
    explorer.open = (path, { key = stack.key, ...options } = {}) =>
      openPage(browser, `${stack.origin}${path}`, key, options);
    while (!(await isReady(api))) await sleep(LOOK_EVERY_MS);
  }, START_MS);
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });
  return explorer;
}

type Victim = Schemas['StoredSandwich']['victims'][number];

/** The first victim with a known loss whose wallet is no attacker itself: the page of such a wallet begins with what it earned. */
export async function findPlainVictim(
  api: Tickscope,
  sandwiches: readonly Schemas['StoredSandwich'][],
): Promise<Victim & { signature: string }> {
  for (const victim of sandwiches.flatMap(({ victims }) => victims)) {
    const { signature, wallet: address, loss } = victim;
    if (signature === null || loss?.bps == null) continue;
    const { summary } = (await api.getAttacker({ address, time_range_days: '4' })).data;
    if (summary.sandwich_count + summary.suspected_count === 0) return { ...victim, signature };
  }
  throw new Error(`each victim of ${sandwiches.length} sandwiches is an attacker too`);
}

async function shared(undo: (() => unknown)[]): Promise<RunningStack> {
  const { giveBack, ...running } = await takeStack();
  undo.push(giveBack);
  return running;
}

async function own(
  source: (dataDir: string) => Promise<BlockSource>,
  undo: (() => unknown)[],
): Promise<RunningStack> {
  const { dataDir, remove } = newDataDir();
  undo.push(remove);
  const blocks = await source(dataDir);
  undo.push(() => blocks.stop?.());
  const running = await startStack(dataDir, blocks.args, blocks.env);
  undo.push(() => running.stack.stop());
  return running;
}
