import { afterEach, expect, test } from 'vitest';
import { type ControlServer, startControlServer } from './control-server.js';

const servers: ControlServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function start(hooks: Partial<Parameters<typeof startControlServer>[0]> = {}): Promise<ControlServer> {
  const server = await startControlServer({ beforeAdmission: () => {}, beforeEnd: async () => {}, ...hooks });
  servers.push(server);
  return server;
}
const statusOf = async (url: string) => (await fetch(url)).status;

test('one session is admitted and no other ever after', async () => {
  let ran = 0;
  const { urls } = await start({
    beforeAdmission: () => {
      ran += 1;
    },
  });
  expect(await statusOf(urls.admit)).toBe(200);
  for (let n = 0; n < 3; n += 1) expect(await statusOf(urls.admit)).toBe(403);
  expect(ran).toBe(1);
});

test('of many at once one is admitted', async () => {
  const { urls } = await start();
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(urls.admit)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('no caller is admitted when the preparation fails', async () => {
  const { urls } = await start({
    beforeAdmission: () => {
      throw new Error('not ready');
    },
  });
  expect(await statusOf(urls.admit)).toBe(403);
  expect(await statusOf(urls.admit)).toBe(403);
});

test('without the secret path every request fails, and the single admission is not used up', async () => {
  const { urls } = await start();
  const { origin } = new URL(urls.admit);
  for (const path of ['/', '/admit', '/x/admit', '/serving', '/stopped'])
    expect(await statusOf(`${origin}${path}`)).toBe(403);
  expect(await statusOf(urls.admit)).toBe(200);
});

test('the server is held until it shall stop, and its end until the process is ready', async () => {
  let letEnd = () => {};
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const { urls, serving, endServing } = await start({
    beforeEnd: () =>
      new Promise((resolve) => {
        letEnd = resolve;
        asked();
      }),
  });
  endServing();
  const held = fetch(urls.serving);
  await serving;
  endServing();
  expect(await (await held).text()).toBe('stop\n');

  let hasEnded = false;
  const end = fetch(urls.stopped).then((response) => {
    hasEnded = true;
    return response.text();
  });
  await isAsked;
  // A later request is answered meanwhile.
  expect(await statusOf(urls.admit)).toBe(200);
  expect(hasEnded).toBe(false);
  letEnd();
  expect(await end).toBe('end\n');
});
