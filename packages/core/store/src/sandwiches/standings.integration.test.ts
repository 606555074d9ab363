import { Random } from '@tickscope/testkit/random';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWith } from '../query/index.js';
import { rejudge } from './rejudge.js';
import { readStandings } from './standings.js';

const HOUR = 9_000;

interface Made {
  id: string;
  firstSlot: number;
  lastSlot: number;
  wallets: string[];
  program: string | null;
  pool: string;
  backPool: string;
  q: number;
  net: number;
  isAimed: boolean;
}

/** Bots, scalpers and others over four days, some behind one program, many at the ends of hours. */
function makeSandwiches(): Made[] {
  const random = new Random(7);
  return Array.from({ length: 1_200 }, (_, at) => {
    const kind = random.pick(['bot', 'scalper', 'mixed', 'once']);
    const wallet = `${kind} ${random.below(kind === 'once' ? 400 : 12)}`;
    const hour = random.below(96);
    const firstSlot = hour * HOUR + (random.chance(1, 3) ? HOUR - 1 - random.below(4) : random.below(HOUR));
    const pool = `pool ${random.below(kind === 'mixed' ? 3 : 9)}`;
    const aims = { bot: 9, scalper: 1, mixed: 5, once: 5 }[kind]!;
    return {
      id: `${firstSlot}.${at}.0.-1.0`,
      firstSlot,
      lastSlot: firstSlot + random.below(8),
      wallets: random.chance(1, 5) ? [wallet, `helper ${random.below(5)}`] : [wallet],
      program: random.chance(1, 6) ? `program ${random.below(4)}` : null,
      pool,
      backPool: random.chance(1, 20) ? 'elsewhere' : pool,
      q: random.chance(1, 10) ? 0.95 : 1,
      net: random.chance(1, 8) ? -5 : 5,
      isAimed: random.chance(aims, 10),
    };
  });
}

const namesOf = ({ wallets, program }: Made): string[] => [
  ...wallets,
  ...(program === null ? [] : [program]),
];
const isTrip = ({ pool, backPool, q }: Made): boolean => pool === backPool && q === 1;

/** The definition, trip by trip. */
function standingOf(made: Made, all: readonly Made[]): 'known_bot' | 'scalper' | null {
  const each = namesOf(made).map((name) => {
    const near = all.filter(
      (other) =>
        other !== made &&
        isTrip(other) &&
        namesOf(other).includes(name) &&
        Math.abs(Math.floor(other.lastSlot / HOUR) - Math.floor(made.firstSlot / HOUR)) <= 24,
    );
    const count = (holds: (other: Made) => boolean): number => near.filter(holds).length;
    const aimed = count((other) => other.isAimed);
    if (near.length < 5) return null;
    const isBot =
      new Set(near.map(({ pool }) => pool)).size >= 3 &&
      count(({ net }) => net > 0) >= 0.7 * near.length &&
      aimed >= 0.5 * near.length;
    if (isBot) return 'known_bot';
    return aimed <= 0.2 * near.length ? 'scalper' : null;
  });
  return each.includes('known_bot') ? 'known_bot' : each.includes('scalper') ? 'scalper' : null;
}

const verdict = (standing: string, confidence: string): string =>
  `('${standing}', '${confidence}', NULL, NULL, 'unknown')`;
const ALTERNATIVES = `[${verdict('unknown', 'suspected')}, ${verdict('scalper', 'loose')}, ${verdict('known_bot', 'exact')}]`;

let store: TestStore;
let client: TestConnection;
const sandwiches = makeSandwiches();
beforeAll(async () => {
  store = await startTestStore();
  client = await store.fresh();
  const key = (name: string): string => `toFixedString(base58Decode('${address(name)}'), 32)`;
  const insert = (table: string, columns: string, rows: readonly string[]) =>
    client.command({ query: `INSERT INTO ${table} (${columns}) VALUES ${rows.join(', ')}` });
  await insert(
    'sandwiches',
    'first_slot, bracket_id, last_slot, attackers, link_address, private_program, pool, back_pool, quantity_ratio, net, is_aimed, is_final, confidence, alternatives, revision',
    sandwiches.map(
      ({ id, firstSlot, lastSlot, wallets, program, pool, backPool, q, net, isAimed }) =>
        `(${firstSlot}, '${id}', ${lastSlot}, [${wallets.map(key).join(', ')}], '${address(wallets[0]!)}', ${program === null ? 'NULL' : key(program)}, ${key(pool)}, ${key(backPool)}, ${q}, ${net}, ${isAimed}, true, 'suspected', ${ALTERNATIVES}, 1)`,
    ),
  );
  await insert(
    'actor_trips',
    'address, first_slot, bracket_id, last_slot, pool, gained, aimed, revision, is_deleted',
    sandwiches
      .filter(isTrip)
      .flatMap((made) =>
        namesOf(made).map(
          (name) =>
            `(${key(name)}, ${made.firstSlot}, '${made.id}', ${made.lastSlot}, ${key(made.pool)}, ${made.net > 0}, ${made.isAimed}, 1, 0)`,
        ),
      ),
  );
});
afterAll(() => store?.stop());

test('of every actor what its trips on both sides say, one by one, as read and as stored by a pass', async () => {
  const expected = sandwiches.map((made) => standingOf(made, sandwiches));
  const counts = (what: string | null): number => expected.filter((standing) => standing === what).length;
  expect([counts('known_bot'), counts('scalper'), counts(null)].every((count) => count > 100)).toBe(true);
  const actors = sandwiches.map((made) => ({
    id: made.id,
    firstSlot: made.firstSlot,
    addresses: namesOf(made).map(address),
  }));
  expect(await readStandings(readWith(client.read, { timeoutMs: 30_000 }), actors)).toEqual(expected);

  // First of one hour: a range judges its own rows alone.
  const hour = { fromSlot: 40 * HOUR, toSlot: 41 * HOUR - 1, withProvisional: false };
  const inHour = expected.filter(
    (standing, at) => standing !== null && Math.floor(sandwiches[at]!.firstSlot / HOUR) === 40,
  );
  expect(await rejudge(client, hour)).toBe(inHour.length);
  const all = { fromSlot: 0, toSlot: 96 * HOUR, withProvisional: false };
  expect(await rejudge(client, all)).toBe(1_200 - counts(null) - inHour.length);
  expect(await rejudge(client, all)).toBe(0);
  const rows = await client.read.queryRows<[string, string, string]>(
    'SELECT bracket_id, toString(standing), toString(confidence) FROM sandwiches FINAL',
    { timeoutMs: 60_000 },
  );
  const stored = new Map(rows.map(([id, ...said]) => [id, said]));
  const said = { known_bot: ['known_bot', 'exact'], scalper: ['scalper', 'loose'] };
  expect(sandwiches.map(({ id }) => stored.get(id))).toEqual(
    expected.map((standing) => (standing === null ? ['unknown', 'suspected'] : said[standing])),
  );
});
