import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Schemas } from '@tickscope/sdk';
import type { Locator, Page } from 'playwright-core';
import type { OpenOptions } from '../../test/support/explorer-page.js';
import { startScene } from './scene.js';

/**
 * Takes the pictures of the documentation again, of a generated chain (built before: `npx turbo run build`):
 *
 *   npx tsx --conditions=tickscope:source bench/explorer/pictures.ts
 */
const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const WIDE = 1_264;
const MANY_VICTIMS = 8;
const MOST_LOOKS = 60;

type Sandwich = Schemas['StoredSandwich'];

const scene = await startScene();
try {
  const [some, many] = await sandwichesToShow();
  const [few, crowd] = [pageOf(some), pageOf(many)];
  await take('transaction-light', few, { width: WIDE, height: 1_740 });
  await take('transaction-dark', crowd, { width: WIDE, height: 880, theme: 'dark' });
  await take('neighbours-dark', crowd, { width: WIDE, theme: 'dark' }, axisCard);
  await take('neighbours-light', few, { width: WIDE }, axisCard);
  await take('narrow-light', few, { width: 390, height: 844 });
  await take('feed-dark', '/', { width: WIDE, height: 1_100, theme: 'dark' });
} finally {
  await scene.close();
}
process.exit();

/** An exact one with three to five victims, and the one with most. */
async function sandwichesToShow(): Promise<[Sandwich, Sandwich]> {
  for (let looks = 0; ; looks += 1) {
    const { sandwiches } = (await scene.api.listSandwiches({ confidence: 'exact', limit: '100' })).data;
    // Names of tokens and leaders come a while after the first blocks.
    const shown = sandwiches.filter(
      ({ victims, loss, client, pool }) =>
        victims[0]?.signature != null &&
        loss?.sol != null &&
        client !== null &&
        !pool.pool_label.includes('…'),
    );
    const some = shown.find(({ victim_count: count }) => count >= 3 && count <= 5);
    const many = shown.toSorted((left, right) => right.victim_count - left.victim_count)[0];
    const isEnough = (many?.victim_count ?? 0) >= MANY_VICTIMS || looks >= MOST_LOOKS;
    if (some !== undefined && many !== undefined && isEnough) return [some, many];
    await sleep(1_000);
  }
}

function pageOf({ victims }: Sandwich): string {
  return `/tx/${victims[0]!.signature}`;
}

/** The card of the tick axis, with its table left out. */
function axisCard(page: Page): Locator {
  return page.locator('section', { has: page.locator('[data-window]') });
}

async function take(
  name: string,
  path: string,
  options: OpenOptions,
  part?: (page: Page) => Locator,
): Promise<void> {
  const page = await scene.open(path, options);
  const loading = page.locator('main').locator('[class*=skeleton], progress, [aria-busy=true]');
  await page.locator('main h1').first().waitFor();
  while ((await loading.count()) > 0) await sleep(100);
  // Leaders are read after the lanes are drawn, and written beside them where there is room.
  const isWide = (options.width ?? 0) >= WIDE;
  if (path !== '/' && isWide) await page.locator('[data-window] svg [class*=leader]').first().waitFor();
  if (part !== undefined) {
    await page.evaluate(`document.querySelectorAll('[data-window]').forEach((window) => {
      const card = window.closest('section');
      for (const hidden of card.querySelectorAll('table, [class*=pagination]')) hidden.hidden = true;
    })`);
    await part(page).screenshot({ path: `${FOLDER}${name}.png` });
  } else await page.screenshot({ path: `${FOLDER}${name}.png` });
  await page.context().close();
}
