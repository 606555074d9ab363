import { setTimeout as sleep } from 'node:timers/promises';
import { count, markdownTable, percentile } from '../support/report.js';
import type { Scene } from './scene.js';

/** When the page first showed each sandwich, looked at before every frame. */
const WATCH = `
  window.seen = {};
  const look = () => {
    for (const row of document.querySelectorAll('tr[data-key]')) window.seen[row.dataset.key] ??= Date.now();
    requestAnimationFrame(look);
  };
  look();`;
const SETTLE_MS = 3_000;

/** From the last message of the block of a sandwich's last leg to the frame with its row on the page. */
export async function measureFeed(scene: Scene, seconds: number): Promise<string> {
  const page = await scene.open('/');
  await page.getByText(/● live/).waitFor();
  await page.evaluate(WATCH);
  await sleep(SETTLE_MS);
  const from = Date.now();
  await sleep(seconds * 1_000);
  const seen = (await page.evaluate('window.seen')) as Record<string, number>;
  await page.context().close();
  const { sandwiches } = (await scene.api.listSandwiches({ limit: '100' })).data;
  const lags = sandwiches.flatMap(({ id, slot_range: { to } }) => {
    const [at, sent] = [seen[id], scene.sentAt.get(to)];
    return at === undefined || sent === undefined || at < from || sent < from ? [] : [at - sent];
  });
  const row = (name: string, share: number): string[] => [name, `${count(percentile(lags, share))} ms`];
  return [
    '## The feed',
    `From the last message of the block of a sandwich's last leg, as the simulator sent it, to the frame in which the page has its row; ${lags.length} sandwiches in ${seconds} s, blocks every 400 ms.`,
    markdownTable([['', 'Delay'], row('p50', 0.5), row('p95', 0.95), row('longest', 1)]),
  ].join('\n\n');
}
