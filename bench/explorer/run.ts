import { parseArgs } from 'node:util';
import { writeReport } from '../support/report.js';
import { measureDrag } from './drag.js';
import { measureFeed } from './feed.js';
import { measureFirstView } from './first-view.js';
import { startScene } from './scene.js';

/**
 * The explorer in Chromium, over the whole built stack with a generated chain (built before: `npx turbo run build`):
 *
 *   npx tsx --conditions=tickscope:source bench/explorer/run.ts
 *
 * How soon the feed shows a sandwich, and how soon the page of a transaction is there. With `--drag` also what a frame costs
 * while one drags 2,000 marks, ingest stopped (not measured so far: the browser's trace has no frames here). `--report FILE`
 * writes elsewhere than into bench/reports, `--seconds N` changes how long the feed is watched.
 */
const { values: flags } = parseArgs({
  options: {
    report: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    drag: { type: 'boolean', default: false },
  },
});

const scene = await startScene();
try {
  const sections: string[] = [];
  const add = (section: string): void => {
    process.stderr.write(`${section}\n\n`);
    sections.push(section);
  };
  add(await measureFeed(scene, Number(flags.seconds)));
  add(await measureFirstView(scene));
  if (flags.drag) {
    await scene.stopIngest();
    add(await measureDrag(scene));
  }
  const command = ['npx tsx --conditions=tickscope:source bench/explorer/run.ts', ...process.argv.slice(2)];
  writeReport('Explorer', command.join(' '), sections, flags.report);
} finally {
  await scene.close();
}
process.exit();
