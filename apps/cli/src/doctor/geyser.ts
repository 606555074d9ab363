import { probeEndpoint } from '@tickscope/pipeline';
import { progressLine } from '../progress-line.js';
import { formatTable } from '../table.js';
import { geyserChecks } from './geyser-checks.js';

const MARKS = { ok: 'ok', note: 'note', bad: 'BAD' };

/** Asks a Geyser endpoint what it gives, prints it, and ends the process. */
export async function printGeyserChecks(url: string, seconds: number, isJson: boolean): Promise<void> {
  const progress = progressLine();
  const endpoint = { url, xToken: process.env['GEYSER_X_TOKEN'] || null, compression: 'none' as const };
  const probe = await probeEndpoint(endpoint, {
    deadlineMs: seconds * 1_000,
    onStep: (step) => progress.show(step),
  });
  progress.clear();
  const checks = geyserChecks(probe);
  const rows = checks.map(({ what, state, detail }) => [MARKS[state], what, detail]);
  const text = isJson ? JSON.stringify({ checks, probe }) : formatTable([['', 'check', ''], ...rows]);
  const exitCode = checks.some(({ state }) => state === 'bad') ? 1 : 0;
  // The threads of the native gRPC client keep the process alive.
  process.stdout.write(`${text}\n`, () => process.exit(exitCode));
}
