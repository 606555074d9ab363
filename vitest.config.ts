import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What a mode runs, by file name: `x.test.ts` needs nothing outside the process, `x.integration.test.ts`
// starts real servers, `test/` runs the built program as a user would; `x.long.ts` takes too long for `npm test`, which
// takes a part of a few others (test/support/whole.ts).
const UNIT = ['{apps,packages}/*/src/**/*.test.ts'];
const include: Record<string, string[]> = {
  // The default mode, so that `npx vitest run FILE` and editors work.
  test: UNIT,
  unit: UNIT,
  integration: ['{apps,packages}/*/src/**/*.integration.test.ts'],
  e2e: ['test/**/*.test.ts'],
  long: ['test/long/**/*.long.ts', 'test/e2e/explorer{,-answers}.test.ts', 'test/live/two-banks.test.ts'],
};

const LONG = new RegExp(
  [
    ...[
      'test/chaos',
      'test/cluster',
      'test/detection',
      'test/e2e/kills',
      'test/faults',
      'test/live/equivocation',
      'jobs/deaths',
    ],
    ...[
      'src/fuzz',
      'slow-connections',
      'detect/redetect',
      'writer/replacement',
      'mutated-files',
      'postgres\\.',
    ],
  ].join('|'),
);

/** The files that take minutes begin first: others run beside them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig(({ mode }) => {
  const files = include[mode];
  if (files === undefined)
    throw new Error(`unknown --mode "${mode}": use one of ${Object.keys(include).join(', ')}`);
  return {
    resolve: { conditions: ['tickscope:source', 'node'] },
    ssr: { resolve: { conditions: ['tickscope:source', 'node'] } },
    test: {
      include: files,
      globalSetup: ['integration', 'e2e', 'long'].includes(mode) ? ['test/support/run-folder.ts'] : [],
      exclude: ['**/node_modules/**', '**/dist/**', ...(files === UNIT ? ['**/*.integration.test.ts'] : [])],
      testTimeout: files === UNIT ? 120_000 : 180_000,
      hookTimeout: 120_000,
      // On two cores. Much of an integration test is waiting; end-to-end tests run whole stacks, with limits of time.
      maxWorkers: mode === 'integration' ? 3 : 2,
      sequence: { sequencer: LongestFirst },
      // A worker loads a module once for all of its files: loading took longer than testing. No test changes a module.
      isolate: false,
      server: { deps: { inline: [/@tickscope\//] } },
    },
  };
});
