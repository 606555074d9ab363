import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedQuestion, tickscope, type UpStack } from '../support/cli.js';
import { type SharedStack, takeStack } from '../support/shared-stack.js';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Run of `npm start`: everything on this machine over a simulated chain, and a question to paste. */
describe('tickscope up', () => {
  let shared: SharedStack;
  let stack: UpStack;
  let key: string;
  let runFile: string;

  beforeAll(async () => {
    shared = await takeStack();
    ({ stack } = shared);
    ({ key } = stack);
    runFile = join(shared.dataDir, 'run.json');
    // It waits for the first sandwich after it is up.
    await printedQuestion(stack);
  }, 480_000);
  afterAll(() => shared?.giveBack());

  const subscription = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${stack.api}/subscription`, { headers });

  it('prints the command that says what happened to a trade that was just sandwiched', async () => {
    const args = /npx tickscope (check .*)/.exec(stack.output())?.[1]?.split(' ') ?? [];
    expect(args.slice(-2)).toEqual(['--data-dir', shared.dataDir]);
    const { code, stdout, stderr } = await tickscope(args);
    expect(code, stderr).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^This trade was sandwiched by .* it (lost|paid) .*\.$/);
  });

  it('prints a trade around which all is known, with a failed attempt and other trades', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const ask = async (path: string, body?: object) => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const answer = await fetch(`${stack.api}${path}`, { headers, ...init });
      // biome-ignore lint/suspicious/noExplicitAny: what it holds is what is tested
      return ((await answer.json()) as { data: any }).data;
    };
    const { signature, account_id: account } = await printedQuestion(stack);
    const [{ stored }, { results }, near] = await Promise.all([
      ask('/status'),
      ask('/mev/check-sandwich-fast', { signature, slot_range: 10 }),
      ask('/analyze-trade', { signature, account_id: account, slot_range: 4 }),
    ]);
    const [check] = results;
    expect(check.slot - stored.from_slot).toBeGreaterThanOrEqual(10);
    expect(check.coverage).toMatchObject({ missing_slots: [], incomplete_slots: [], undetected_slots: [] });
    expect(check.incidents.some(({ success }: { success: boolean }) => !success)).toBe(true);
    expect(near.summary.total_matching_transactions).toBeGreaterThanOrEqual(1 + 4);
  });

  it('looks a signature up at the node that it runs, for "dex SIGNATURE"', async () => {
    // A new one: a node forgets the old ones.
    const answer = await fetch(`${stack.api}/mev/sandwiches?limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as {
      data: { sandwiches: { victims: { signature: string }[] }[] };
    };
    const { signature } = data.sandwiches[0]!.victims[0]!;
    const args = ['dex', signature, '--data-dir', shared.dataDir];
    const { code, stdout, stderr } = await tickscope(args, { RPC_URL: '' });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(signature);
  });

  it('has a demo account without the limits of a public service', async () => {
    const answer = await subscription({ authorization: `Bearer ${key}` });
    expect(Number(answer.headers.get('x-ratelimit-limit'))).toBe(100_000);
  });

  it.skipIf(!hasCurl)('prints a curl command whose answer has the requested transaction', async () => {
    // The stack may have said more behind it.
    const [text = ''] = /curl -s [\s\S]*?-d '.*'/.exec(stack.output()) ?? [];
    const signature = /"signature":"(\w+)"/.exec(text)?.[1];
    const { stdout } = await run('bash', ['-c', text], { timeout: 120_000 });
    const answer = JSON.parse(stdout) as {
      success: boolean;
      data: { original_transaction: { signature: string }; summary: { total_matching_transactions: number } };
    };
    expect(answer.success).toBe(true);
    expect(answer.data.original_transaction.signature).toBe(signature);
    expect(answer.data.summary.total_matching_transactions).toBeGreaterThan(0);
  });

  it('serves metrics at the address that it prints, and not on the port of the API', async () => {
    const metrics = /metrics +(http:\/\/127\.0\.0\.1:\d+)\/metrics/.exec(stack.output())?.[1];
    expect(JSON.parse(readFileSync(runFile, 'utf8'))).toMatchObject({ api: { metricsUrl: metrics } });
    await fetch(`${stack.origin}/readyz`);
    const text = await (await fetch(`${metrics}/metrics`)).text();
    expect(text).toMatch(/^tickscope_http_requests_total\{route="readyz",status="200"\} [1-9]/m);
    expect((await fetch(`${stack.origin}/metrics`)).status).toBe(404);
    const ingester = /ingester +(http:\/\/\S+)/.exec(stack.output())?.[1];
    expect(await (await fetch(ingester!)).text()).toMatch(/^tickscope_head_slot [1-9]/m);
    const doctor = await tickscope(['doctor', '--data-dir', shared.dataDir]);
    expect(doctor.stdout).toMatch(new RegExp(`ok +metrics +of the API at ${metrics}/metrics`));
  });

  it('lets the owner of this machine read without a key, as its page in a new tab does', async () => {
    const visit = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${stack.api}${path}`, { headers });
    const read = await visit('/status');
    expect([read.status, Number(read.headers.get('x-ratelimit-limit'))]).toEqual([200, 600]);
    expect((await visit('/status', { authorization: `Bearer ${key.slice(0, -1)}` })).status).toBe(401);
    for (const path of ['/keys', '/webhooks', '/subscription']) expect((await visit(path)).status).toBe(401);
  });

  it.skipIf(!hasCurl)('gives curl the page at the printed address, and JSON elsewhere', async () => {
    const curl = async (path: string): Promise<string[]> => {
      const format = '%{http_code} %{content_type}';
      const { stdout } = await run('curl', ['-s', '-o', '/dev/null', '-w', format, `${stack.origin}${path}`]);
      return stdout.split('; ');
    };
    expect(await curl('/')).toEqual(['200 text/html', 'charset=utf-8']);
    expect(await curl('/tx/abc')).toEqual(['200 text/html', 'charset=utf-8']);
    expect(await curl('/nothing')).toEqual(['404 application/json', 'charset=utf-8']);
  });

  it('describes itself by its own address', async () => {
    const text = await (await fetch(`${stack.origin}/openapi.json`)).text();
    expect(JSON.parse(text)).toMatchObject({ servers: [{ url: stack.api }] });
    expect(text).not.toContain('tickscope.example');
  });

  it('accepts its own key and no other', async () => {
    expect((await subscription({ authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await subscription()).status).toBe(401);
    expect((await subscription({ authorization: `Bearer ${key.slice(0, -1)}` })).status).toBe(401);
  });

  it('keeps the key for commands of this user only, and in no log', () => {
    expect(statSync(runFile).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(runFile, 'utf8'))).toMatchObject({ api: { url: stack.origin, key } });
    for (const log of ['api', 'ingester', 'simulator'])
      expect(readFileSync(join(shared.dataDir, 'logs', `${log}.log`), 'utf8')).not.toContain(key);
  });
});
