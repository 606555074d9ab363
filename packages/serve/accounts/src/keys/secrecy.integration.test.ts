import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, postgresUrl, startPostgres } from '@tickscope/embedded';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Accounts, openAccounts } from '../accounts.js';
import { migrateAccounts } from '../migrate.js';
import { findCaller } from './callers.js';
import { hashOfKey } from './key-text.js';
import { createKey, revokeKey } from './keys.js';

let dataDir: string;
let server: EmbeddedPostgres;
let owner: Accounts;
let app: Accounts;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tickscope-secrecy-'));
  server = await startPostgres({ dataDir });
  const ownerUrl = postgresUrl(server.url, server.users.owner);
  await migrateAccounts(ownerUrl, { appRole: 'app' });
  owner = openAccounts(ownerUrl);
  app = openAccounts(postgresUrl(server.url, server.users.app));
});
afterAll(async () => {
  await owner?.close();
  await app?.close();
  await server?.stop();
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
});

test('a key is in no table and in no file of the database, its logs and journals among them', async () => {
  const { key, secret } = await createKey(app, { account: 'a', name: 'n', kind: 'live', expiresAt: null });
  expect(await findCaller(app, secret)).not.toBeNull();
  await revokeKey(app, 'a', key.id);
  const random = secret.slice('sk_live_'.length);

  const tables = await owner.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname LIKE 'tickscope%'",
  );
  expect(tables.length).toBeGreaterThan(5);
  const forms = [random, Buffer.from(secret).toString('hex'), Buffer.from(random).toString('hex')];
  const holders = async (text: string) => {
    const found: string[] = [];
    for (const { name } of tables)
      if (
        (await owner.query(`SELECT 1 FROM ${name} AS t WHERE position($1 IN t::text) > 0`, [text])).length > 0
      )
        found.push(name);
    return found;
  };
  for (const form of forms) expect(await holders(form)).toEqual([]);

  await owner.close();
  await app.close();
  // A graceful stop writes everything to disk.
  await server.stop();
  const found = { secret: 0, hash: 0 };
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(random)) found.secret += 1;
    if (bytes.includes(hashOfKey(secret))) found.hash += 1;
  }
  expect(found.secret).toBe(0);
  // The search finds what is stored: in the table, its index, the write-ahead log.
  expect(found.hash).toBeGreaterThan(1);
});
