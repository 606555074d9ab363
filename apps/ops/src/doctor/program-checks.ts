import { VERSION } from '@tickscope/command-line';
import { findClickHouseLibrary } from '@tickscope/embedded';
import { type Check, note, ok } from './check.js';

/** Versions, and whether the embedded ClickHouse is installed. */
export function programChecks(): Check[] {
  const checks: Check[] = [
    ok('version', `Tickscope ${VERSION}, Node ${process.version}, ${process.platform}-${process.arch}`),
  ];
  try {
    findClickHouseLibrary();
    checks.push(ok('embedded ClickHouse', 'installed'));
  } catch (error) {
    checks.push(
      note('embedded ClickHouse', `${(error as Error).message} (a server of your own works: CLICKHOUSE_URL)`),
    );
  }
  return checks;
}
