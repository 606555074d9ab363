import { createHmac } from 'node:crypto';
import { exportSPKI } from 'jose';
import { guessedKey, type Kind, request, type Scene } from './kinds.js';

const PATHS = ['/api/subscription', '/api/keys', '/api/mev/stream'];
const JOBS = ['00000000-0000-4000-8000-000000000000', 'x', "' OR 1=1", '1'.repeat(5_000)];
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = (): number => Math.floor(Date.now() / 1_000);

/** From the good client's own address, in its own form: what guesses at keys is what could lock it out. */
function withToken(scene: Scene, token: string | undefined, headers: string[] = []) {
  return request(scene, { path: scene.random.pick(PATHS), key: token, headers });
}

const claims = (scene: Scene) => ({
  iss: 'https://id.example',
  aud: 'tickscope',
  sub: scene.random.pick(['good', 'admin', 'a\0b']),
  exp: now() + 3_600,
});

async function hmacWithPublicKey(scene: Scene): Promise<string> {
  const secret = await exportSPKI(scene.known.issuer.keys.publicKey);
  const text = `${encoded({ alg: 'HS256', kid: 'key-1' })}.${encoded(claims(scene))}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

export const CREDENTIALS: Kind[] = [
  { name: 'no key', weight: 20, mustFail: true, run: (s) => withToken(s, undefined) },
  { name: 'guessed keys', weight: 40, mustFail: true, run: (s) => withToken(s, guessedKey()) },
  {
    name: 'the good key but for a character',
    mustFail: true,
    run: (s) =>
      withToken(
        s,
        s.known.goodKey.slice(0, -1) +
          s.random.pick(['1', '2', '3', 'z', 'Z', '0'].filter((c) => !s.known.goodKey.endsWith(c))),
      ),
  },
  {
    name: 'text that is no key',
    mustFail: true,
    run: (s) =>
      withToken(
        s,
        s.random.pick(['x', 'null', 'undefined', 'sk_live_', 'a'.repeat(9_000), '../../x', '%00', "'OR'1"]),
      ),
  },
  {
    name: 'odd Authorization headers',
    mustFail: true,
    run: (s) =>
      withToken(s, undefined, [
        s.random.pick([
          `Authorization: ${s.known.goodKey}`,
          `Authorization: Basic ${s.known.goodKey}`,
          'Authorization:',
          `X-Api-Key: ${s.known.goodKey}`,
          `Authorization: Bearer ${s.known.goodKey}, Bearer x`,
          `Cookie: key=${s.known.goodKey}`,
        ]),
      ]),
  },
  {
    name: 'two keys',
    mustFail: true,
    run: (s) => withToken(s, s.known.goodKey, ['Authorization: Bearer x']),
  },
  {
    name: 'JWT, alg none',
    mustFail: true,
    run: (s) =>
      withToken(s, `${encoded({ alg: s.random.pick(['none', 'None', 'NONE', '']) })}.${encoded(claims(s))}.`),
  },
  {
    name: 'JWT, HMAC with the public key',
    mustFail: true,
    run: async (s) => withToken(s, await hmacWithPublicKey(s)),
  },
  {
    name: 'JWT, expired',
    mustFail: true,
    run: async (s) => withToken(s, await s.known.issuer.token('good', { claims: { exp: now() - 3_600 } })),
  },
  {
    name: 'JWT, of another issuer or audience',
    mustFail: true,
    run: async (s) =>
      withToken(
        s,
        await s.known.issuer.token('good', {
          claims: s.random.pick([{ iss: 'x' }, { aud: 'x' }, { sub: '' }, { sub: { $ne: 1 } }, { exp: '9' }]),
        }),
      ),
  },
  {
    name: 'JWT, changed',
    mustFail: true,
    run: async (s) => {
      const [header, , signature] = (await s.known.issuer.token('hostile')).split('.');
      return withToken(s, `${header}.${encoded(claims(s))}.${signature}`);
    },
  },
  {
    name: 'JWT, unknown key ids',
    mustFail: true,
    run: async (s) =>
      withToken(
        s,
        `${encoded({ alg: 'ES256', kid: s.random.pick(['x', '../../etc/passwd', "' OR 1", `k${s.random.below(1e9)}`]) })}.${encoded(claims(s))}.AAAA`,
      ),
  },
  {
    name: 'JWT, huge',
    mustFail: true,
    run: (s) => withToken(s, `${'a'.repeat(4_000)}.${'b'.repeat(4_000)}.${'c'.repeat(100)}`),
  },
  {
    name: 'JWT, of accounts never seen',
    run: async (s) => withToken(s, await s.known.issuer.token(`stranger ${s.random.below(1e9)}`)),
  },
  {
    name: 'a key on a small plan, again and again',
    weight: 20,
    run: (s) => request(s, { path: '/api/subscription', key: s.known.limitedKey }),
  },
  {
    name: 'a key without a subscription, again and again',
    weight: 20,
    run: (s) => request(s, { path: `/api/transaction/${s.known.signatures[0]}`, key: s.known.expiredKey }),
  },
  {
    name: 'what a key may not do',
    run: (s) => request(s, { path: '/api/keys' }),
  },
  {
    name: "another account's job",
    run: (s) => request(s, { path: `/api/mev/job-status/${s.random.pick(JOBS)}` }),
  },
];
