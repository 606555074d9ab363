import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../support/paths.js';

/**
 * `swagger-ui-dist` depends on `@scarf/scarf`, whose install script reports who installs what to its maker. This runs the
 * script as `npm install` does, without the variables that switch it off, and gives it a server of this test to report
 * to (the script's own variable SCARF_LOCAL_PORT).
 */
it('npm install sends no telemetry', async () => {
  const reports: string[] = [];
  const server = createServer((req, res) => {
    reports.push(`${req.method} ${req.url}`);
    res.end();
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;

  // The script gives `npm ls` three seconds, which a busy machine may not do it in, and then reports nothing for that
  // reason alone. So it is run here, and the script finds an `npm` that prints what it said.
  const folder = mkdtempSync(join(tmpdir(), 'tickscope-npm-'));
  const { stdout } = await promisify(execFile)('npm', ['ls', '@scarf/scarf', '--json', '--long'], {
    cwd: ROOT,
    maxBuffer: 1e9,
  });
  writeFileSync(join(folder, 'ls.json'), stdout);
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\nexec cat '${folder}/ls.json'\n`, { mode: 0o755 });

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: `${folder}:${process.env['PATH']}`,
    INIT_CWD: ROOT,
    SCARF_LOCAL_PORT: String(port),
    SCARF_VERBOSE: 'true',
  };
  for (const name of ['SCARF_ANALYTICS', 'SCARF_NO_ANALYTICS', 'DO_NOT_TRACK']) delete env[name];
  const child = spawn(process.execPath, [`${ROOT}node_modules/@scarf/scarf/report.js`], { env });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  await once(child, 'close');
  server.close();
  rmSync(folder, { recursive: true });
  expect(reports).toEqual([]);
  // Not because it failed before it came to that.
  expect(said).toContain('Scarf has been disabled via a package.json in the dependency chain');
});
