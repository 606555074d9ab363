import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACES = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where Chromium is: as CHROMIUM says, or where it usually is. Tests that need it skip without. */
export const CHROMIUM =
  [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path)) ?? null;

export interface Browser {
  close(): Promise<void>;
}

/**
 * Opens a page in a headless browser with a profile of its own. The page reports its findings to its server.
 *
 * @param names that lead to this machine; no others lead anywhere
 */
export function browse(url: string, names: readonly string[]): Browser {
  if (CHROMIUM === null) throw new Error('there is no Chromium');
  const profile = mkdtempSync(join(tmpdir(), 'tickscope-browser-'));
  const rules = [...names.map((name) => `MAP ${name} 127.0.0.1`), 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'];
  const browser = spawn(
    CHROMIUM,
    [
      ...['--headless=new', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // Its own sandbox cannot be set up by root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // Keeps it open, and ends it when this process ends.
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      `--host-resolver-rules=${rules.join(',')}`,
      url,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  );
  const exit = once(browser, 'exit');
  return {
    async close() {
      endGroup(browser);
      await exit;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** It and the processes of its tabs, which are a group of their own. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, 'SIGKILL');
}
