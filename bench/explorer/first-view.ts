import { count, markdownTable, percentile } from '../support/report.js';
import type { Scene } from './scene.js';

const VIEWS = 20;

/** Resolves with the milliseconds from a click to the first frame with the verdict, and to that with both drawings. */
const AFTER_CLICK = `new Promise((done) => {
  let clicked = null;
  let verdict = null;
  addEventListener('click', () => { clicked = performance.now(); }, { capture: true, once: true });
  const look = () => {
    const now = performance.now();
    if (clicked !== null && verdict === null && document.querySelector('[data-verdict]') !== null) verdict = now - clicked;
    const isWhole = document.querySelector('[data-window] canvas') !== null && document.querySelector('main [class*=skeleton]') === null;
    if (verdict !== null && isWhole) done([verdict, now - clicked]);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** From a click on a trade in the feed to its page, each time another transaction that the page has not asked for. */
export async function measureFirstView(scene: Scene): Promise<string> {
  const page = await scene.open('/');
  const verdicts: number[] = [];
  const wholes: number[] = [];
  const visited = new Set<string>();
  const pause = page.getByRole('button', { name: 'Pause' });
  for (let at = 0; at < VIEWS; at += 1) {
    await page.locator('main table a[href^="/tx/"]').first().waitFor();
    // The list must not move under the click.
    await pause.click();
    const links = (await page
      .locator('main table a[href^="/tx/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))) as string[];
    const href = links.find((link) => !visited.has(link));
    if (href === undefined) break;
    visited.add(href);
    const times = page.evaluate(AFTER_CLICK) as Promise<[number, number]>;
    await page.locator(`main table a[href="${href}"]`).first().click();
    const [verdict, whole] = await times;
    verdicts.push(verdict);
    wholes.push(whole);
    await page.goBack();
  }
  await page.context().close();
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    ...[0.5, 0.95, 1].map((share) => `${count(percentile(values, share))} ms`),
  ];
  return [
    '## First view of a transaction',
    `From a click in the feed to the frame with the verdict, and to the frame with both drawings and all tables; ${verdicts.length} victims, each seen for the first time, ingest running.`,
    markdownTable([['', 'p50', 'p95', 'longest'], row('verdict', verdicts), row('everything', wholes)]),
  ].join('\n\n');
}
