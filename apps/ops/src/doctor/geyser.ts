import { printAndExit, progressLine } from '@tickscope/command-line';
import { probeEndpoint } from '@tickscope/pipeline';
import { geyserEndpoint } from '../geyser-endpoint.js';
import { checksTable, exitCodeOfChecks } from './check.js';
import { geyserChecks } from './geyser-checks.js';

/** Asks a Geyser endpoint what it gives, prints it, and ends the process. */
export async function printGeyserChecks(url: string, seconds: number, isJson: boolean): Promise<void> {
  const progress = progressLine();
  const probe = await probeEndpoint(geyserEndpoint(url), {
    deadlineMs: seconds * 1_000,
    onStep: progress.show,
  });
  progress.clear();
  const checks = geyserChecks(probe);
  printAndExit(isJson ? JSON.stringify({ checks, probe }) : checksTable(checks), exitCodeOfChecks(checks));
}
