import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ROOT } from '../support/paths.js';

/**
 * `swagger-ui-dist` depends on `@scarf/scarf`, whose install script reports who installs what to its maker. This runs the
 * script as `npm install` does, without the variables that switch it off, and gives it a server of this test to report
 * to (the script's own variable SCARF_LOCAL_PORT).
 */
it('npm install reports nothing to anybody', async () => {
  const reports: string[] = [];
  const server = createServer((req, res) => {
    reports.push(`${req.method} ${req.url}`);
    res.end();
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    INIT_CWD: ROOT,
    SCARF_LOCAL_PORT: String(port),
    SCARF_VERBOSE: 'true',
  };
  for (const name of ['SCARF_ANALYTICS', 'SCARF_NO_ANALYTICS', 'DO_NOT_TRACK']) delete env[name];
  let said = '';
  // It gives `npm ls` three seconds, which a busy machine may not be done in: then it gives up, and shows nothing.
  for (let tries = 0; tries < 5 && !said.includes('dependency chain'); tries += 1) {
    const child = spawn(process.execPath, [`${ROOT}node_modules/@scarf/scarf/report.js`], { env });
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    await once(child, 'close');
  }
  server.close();
  expect(reports).toEqual([]);
  // Not because it failed before it came to that.
  expect(said).toContain('Scarf has been disabled via a package.json in the dependency chain');
});
