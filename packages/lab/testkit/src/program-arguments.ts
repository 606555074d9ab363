import { fileURLToPath } from 'node:url';

/**
 * Node's arguments for the program with this entry in `src`. From its source it starts without a build, as one test needs
 * it; `npm test`, which has just built it, says so and saves the time to load the source, which is most of a start. Programs
 * of tests have no build.
 */
export function programArguments(entry: URL): string[] {
  const path = fileURLToPath(entry);
  const built = path.replace(/([\\/])src([\\/][^\\/]+)\.ts$/, '$1dist$2.js');
  if (process.env['TICKSCOPE_TEST_BUILT'] !== '1' || built === path)
    return ['--conditions', 'tickscope:source', '--import', 'tsx', path];
  return [built];
}
