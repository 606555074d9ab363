import { statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What a mode runs, by file name: `x.test.ts` needs nothing outside the process, `x.integration.test.ts`
// starts real servers, `test/` runs the built programs as a user would; `gate` is all three in one run, which is `npm
// test`. `x.long.ts` proves by repetition, and so does the whole of a few others, of which the gate takes a part
// (packages/lab/testkit/src/whole.ts).
const UNIT = ['{apps/*,packages/*/*}/src/**/*.test.ts'];
const INTEGRATION = ['{apps/*,packages/*/*}/src/**/*.integration.test.ts'];
const E2E = ['test/**/*.test.ts'];
const include: Record<string, string[]> = {
  // The default mode, so that `npx vitest run FILE` and editors work.
  test: UNIT,
  unit: UNIT,
  integration: INTEGRATION,
  e2e: E2E,
  gate: [...UNIT, ...INTEGRATION, ...E2E],
  long: [
    'test/long/**/*.long.ts',
    'test/e2e/{explorer,explorer-answers,generated-client,packages,sdk-package,infra-programs}.test.ts',
    'test/live/{equivocation,spill}.test.ts',
    'apps/api/src/{fuzz,slow-connections,stored-meanwhile,jobs/deaths,routes/mev-stream/resume}.integration.test.ts',
    'packages/core/pipeline/src/{mutated-files,detect/redetect}.integration.test.ts',
  ],
};

/** Files that take minutes begin first, in this order. Those of one running stack (`test/support/shared-stack.ts`) are neighbours. */
const FIRST = [
  /test\/e2e\/(explorer|explorer-pages|cross-origin|up|contract)\.test/,
  /test\/e2e\/(explorer-answers|explorer-partial|kills|up-start-stop|packages|sdk-package)\.test/,
  /test\/(cluster|detection|chaos|faults)\//,
  /(detect\/redetect|writer\/replacement|mutated-files|jobs\/deaths|slow-connections|src\/fuzz)\.integration/,
];

/** Then whole stacks, because others run beside them; what takes milliseconds is last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const first = FIRST.findIndex((pattern) => pattern.test(moduleId));
      if (first >= 0) return first;
      if (/\/test\/[^/]+\/[^/]+\.ts$/.test(moduleId)) return FIRST.length;
      return FIRST.length + (moduleId.endsWith('.integration.test.ts') ? 1 : 2);
    };
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right));
  }
}

/** The most that the servers of a run write, with room. */
const RUN_BYTES = 8e9;

/**
 * In memory, where there is enough: servers make and remove small files all the time, for which a disk's file system takes
 * an eighth of their CPU. TMPDIR says otherwise.
 */
function temporaryFolder(): string | undefined {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > RUN_BYTES ? memory : undefined;
  } catch {
    return undefined;
  }
}

export default defineConfig(({ mode }) => {
  const files = include[mode];
  if (files === undefined)
    throw new Error(`unknown --mode "${mode}": use one of ${Object.keys(include).join(', ')}`);
  const folder = temporaryFolder();
  // Workers, and the programs that they start, inherit it.
  if (folder !== undefined) process.env['TMPDIR'] ??= folder;
  return {
    resolve: { conditions: ['tickscope:source', 'node'] },
    ssr: { resolve: { conditions: ['tickscope:source', 'node'] } },
    test: {
      include: files,
      globalSetup: files === UNIT ? [] : ['test/support/run-folder.ts'],
      exclude: ['**/node_modules/**', '**/dist/**', ...(files === UNIT ? ['**/*.integration.test.ts'] : [])],
      // Against hanging only: a busy machine takes several times as long.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // On two cores: the servers of a third test cost more than the waiting of two leaves.
      maxWorkers: 2,
      sequence: { sequencer: LongestFirst },
      // A worker loads a module once for all of its files: loading took longer than testing. No test changes a module.
      isolate: false,
      // As the programs have it: a quarter of a worker's time was collecting garbage.
      execArgv: ['--max-semi-space-size=64'],
      server: { deps: { inline: [/@tickscope\//] } },
    },
  };
});
