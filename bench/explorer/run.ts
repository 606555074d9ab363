import { parseArgs } from 'node:util';
import { writeReport } from '../support/report.js';
import { measureDrag } from './drag.js';
import { measureFeed } from './feed.js';
import { measureFirstView } from './first-view.js';
import { startScene } from './scene.js';

const PARTS = ['feed', 'first-view', 'drag'] as const;

/**
 * The explorer in Chromium, over the whole built stack with a generated chain (built before: `npx turbo run build`):
 *
 *   npx tsx --conditions=tickscope:source bench/explorer/run.ts
 *
 * How soon the feed shows a sandwich, how soon the page of a transaction is there, and what a frame costs while one drags
 * 2,000 marks, ingest stopped. `--part NAME` measures one of them (feed, first-view, drag). `--report FILE` writes elsewhere
 * than into bench/reports, `--seconds N` changes how long the feed is watched.
 */
const { values: flags } = parseArgs({
  options: {
    report: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    part: { type: 'string', multiple: true, default: [...PARTS] },
  },
});

const scene = await startScene();
try {
  const sections: string[] = [];
  const add = async (part: (typeof PARTS)[number], measure: () => Promise<string>): Promise<void> => {
    if (!flags.part.includes(part)) return;
    const section = await measure();
    process.stderr.write(`${section}\n\n`);
    sections.push(section);
  };
  await add('feed', () => measureFeed(scene, Number(flags.seconds)));
  await add('first-view', () => measureFirstView(scene));
  await add('drag', async () => {
    await scene.stopIngest();
    return measureDrag(scene);
  });
  writeReport('Explorer', sections, flags.report);
} finally {
  await scene.close();
}
process.exit();
