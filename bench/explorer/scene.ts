import { setTimeout as sleep } from 'node:timers/promises';
import { createTickscope, type Tickscope } from '@tickscope/sdk';
import { startSimulator } from '@tickscope/simulator';
import type { Browser, Page } from 'playwright-core';
import { CHROMIUM } from '../../test/support/browser.js';
import { newDataDir, up } from '../../test/support/cli.js';
import { launchChromium, type OpenOptions, openPage } from '../../test/support/explorer-page.js';

export interface Scene {
  origin: string;
  api: Tickscope;
  browser: Browser;
  /** When the last message of each slot's block was sent, by `Date.now()`. */
  sentAt: ReadonlyMap<number, number>;
  /** A tab of its own with the key. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** No more blocks come: what follows is measured without their work. */
  stopIngest(): Promise<void>;
  close(): Promise<void>;
}

const SLOTS_FIRST = 140;
const SLOT_MS = 400;

/** `tickscope up` on a chain of this process, with one sandwich in two blocks, and a browser. */
export async function startScene(): Promise<Scene> {
  if (CHROMIUM === null) throw new Error('there is no Chromium: set CHROMIUM');
  const folder = newDataDir();
  const simulator = await startSimulator({
    generate: { seed: 'explorer', startTime: Math.floor(Date.now() / 1_000), sandwichesPerSlot: 0.5 },
    pace: { slotMs: SLOT_MS },
    startOn: 'first-subscriber',
    rpc: {},
  });
  const sentAt = new Map<number, number>();
  simulator.chain.subscribe({
    commitment: 'processed',
    deliver: (events) => {
      for (const { slot } of events)
        if (!sentAt.has(slot) || isBlock(events, slot)) sentAt.set(slot, Date.now());
    },
    hasRoom: () => true,
  });
  const stack = await up(['--data-dir', folder.dataDir, '--source', 'geyser'], {
    GEYSER_ENDPOINT: simulator.endpoint,
    RPC_URL: simulator.rpc!.endpoint,
  });
  const key = /your key +(sk_live_\S+)/.exec(stack.output())?.[1] ?? '';
  const api = createTickscope({ baseUrl: stack.api, token: key });
  const browser = await launchChromium();
  while ((await api.listSlots({ limit: '100' })).data.slots.length < 100 || sentAt.size < SLOTS_FIRST)
    await sleep(1_000);
  return {
    origin: stack.origin,
    api,
    browser,
    sentAt,
    open: async (path, options) => (await openPage(browser, `${stack.origin}${path}`, key, options)).page,
    stopIngest: () => simulator.chain.stop(),
    async close() {
      await browser.close();
      await stack.stop();
      await simulator.stop();
      folder.remove();
    },
  };
}

const isBlock = (events: readonly { type: string; slot: number }[], slot: number): boolean =>
  events.some((event) => event.slot === slot && (event.type === 'block' || event.type === 'blockMeta'));
