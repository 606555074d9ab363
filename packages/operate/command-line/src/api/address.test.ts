import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeRunFile, writeRunFile } from '@tickscope/embedded';
import { afterAll, describe, expect, it } from 'vitest';
import { apiBase, findApi } from './address.js';

const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-address-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('where the API is', () => {
  it.each([
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/api'],
    ['http://127.0.0.1:8787/', 'http://127.0.0.1:8787/api'],
    ['https://host.example/api/', 'https://host.example/api'],
    ['https://host.example/solana', 'https://host.example/solana/api'],
  ])('%s is understood', (text, url) => {
    expect(apiBase(text, '--api-url')).toBe(url);
  });

  it.each(['127.0.0.1:8787', 'ftp://host', 'nonsense', 'http://user:secret@host'])(
    '%s is refused',
    (text) => {
      expect(() => apiBase(text, '--api-url')).toThrow(/^--api-url /);
      expect(() => apiBase(text, '--api-url')).not.toThrow(/secret/);
    },
  );

  it('comes from the flag, else from TICKSCOPE_API_URL, else from the running stack', async () => {
    await writeRunFile(dataDir, { api: { url: 'http://127.0.0.1:1001' } });
    const env = { TICKSCOPE_API_URL: 'http://127.0.0.1:1002' };
    const urls = [
      await findApi({ dataDir, apiUrl: 'http://127.0.0.1:1003' }, env),
      await findApi({ dataDir }, env),
      await findApi({ dataDir }, { TICKSCOPE_API_URL: '' }),
    ].map(({ url }) => new URL(url).port);
    expect(urls).toEqual(['1003', '1002', '1001']);
  });

  it('without a running stack, the error says how to start or name one', async () => {
    await removeRunFile(dataDir);
    await expect(findApi({ dataDir }, {})).rejects.toThrow(
      /^no stack is running on .*"tickscope up".*--api-url or TICKSCOPE_API_URL\.$/,
    );
  });
});

describe('the key', () => {
  const withKey = { api: { url: 'http://127.0.0.1:1001', key: 'sk_live_own' } };

  it("is TICKSCOPE_API_KEY, else the running stack's own", async () => {
    await writeRunFile(dataDir, withKey);
    expect(await findApi({ dataDir }, {})).toMatchObject({ key: 'sk_live_own', keyFrom: 'run.json' });
    expect(await findApi({ dataDir }, { TICKSCOPE_API_KEY: 'sk_live_mine' })).toMatchObject({
      key: 'sk_live_mine',
      keyFrom: 'TICKSCOPE_API_KEY',
    });
  });

  it("of the running stack is not for another API's eyes", async () => {
    await writeRunFile(dataDir, withKey);
    const apiUrl = 'https://elsewhere.example';
    expect(await findApi({ dataDir, apiUrl }, {})).toMatchObject({ key: null, keyFrom: null });
  });

  it('crosses a network under https only', async () => {
    const env = { TICKSCOPE_API_KEY: 'sk_live_mine' };
    await expect(findApi({ apiUrl: 'http://elsewhere.example' }, env)).rejects.toThrow(/is not https/);
    expect((await findApi({ apiUrl: 'https://elsewhere.example' }, env)).key).toBe('sk_live_mine');
    expect((await findApi({ apiUrl: 'http://localhost:8787' }, env)).key).toBe('sk_live_mine');
    expect((await findApi({ apiUrl: 'http://[::1]:8787' }, env)).key).toBe('sk_live_mine');
    await expect(findApi({ apiUrl: 'http://127.0.0.1.example' }, env)).rejects.toThrow(/is not https/);
  });

  it('that no header can hold is refused without being shown', async () => {
    const env = { TICKSCOPE_API_KEY: 'sk_live_a\nX-Evil: 1' };
    const failure = await findApi({ apiUrl: 'http://127.0.0.1:1' }, env).catch(
      (error: Error) => error.message,
    );
    expect(failure).toBe('the key in TICKSCOPE_API_KEY holds a space or a character that no key has');
  });
});
