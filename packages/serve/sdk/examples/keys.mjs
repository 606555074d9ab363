// Makes an API key, lists the account's keys, revokes it. Needs a token of your identity provider: a key cannot.
//   node keys.mjs <name>
import { createTickscope } from '@tickscope/sdk';

const [name = 'example'] = process.argv.slice(2);
const client = createTickscope({
  baseUrl: process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787/api',
  token: process.env['TICKSCOPE_JWT'],
});

const { data: made } = await client.createKey({ name, kind: 'test' });
// `made.key` is the key itself, which only this answer has. Keep it where secrets are kept.
process.stdout.write(`made ${made.prefix}… (${made.id})\n`);

const { data } = await client.listKeys();
for (const key of data.keys)
  process.stdout.write(`${key.prefix}… ${key.name}, ${key.revoked_at === null ? 'live' : 'revoked'}\n`);

await client.revokeKey({ id: made.id });
process.stdout.write(`revoked ${made.id}\n`);
