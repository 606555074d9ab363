import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import type { Shape } from './make-data.js';

export interface Case {
  name: string;
  /** Paths under `/api`, each asked once. */
  paths: string[];
}

/** What a wallet, pool and so on of the data is: busy ones and rare ones, by how many sandwiches they have. */
interface Subjects {
  attackers: string[];
  victims: string[];
  pools: string[];
  mints: string[];
  leaders: string[];
}

const SUBJECTS = {
  attackers: 'SELECT base58Encode(attacker) FROM sandwiches GROUP BY attacker',
  victims: "SELECT base58Encode(trader) FROM sandwich_legs_by_trader WHERE role = 'victim' GROUP BY trader",
  pools: 'SELECT base58Encode(pool) FROM sandwiches GROUP BY pool',
  mints: 'SELECT base58Encode(mint_out) FROM sandwiches GROUP BY mint_out',
  leaders: 'SELECT base58Encode(identity) FROM validators GROUP BY identity',
};

/** Those with the most rows first, then every so manieth down to those with one. */
const TO_LIST = `ORDER BY count() DESC LIMIT 20000`;

async function readSubjects(client: TestConnection, each: number): Promise<Subjects> {
  const entries = await Promise.all(
    Object.entries(SUBJECTS).map(async ([name, query]) => {
      const rows = await client.read.queryRows<[string]>(`${query} ${TO_LIST}`, { timeoutMs: 120_000 });
      const step = Math.max(1, Math.floor(rows.length / each));
      return [
        name,
        rows
          .filter((_, at) => at % step === 0)
          .slice(0, each)
          .map(([address]) => address),
      ];
    }),
  );
  return Object.fromEntries(entries) as Subjects;
}

/** The questions about lists, `each` of a kind. */
export async function listCases(client: TestConnection, shape: Shape, each: number): Promise<Case[]> {
  const { attackers, victims, pools, mints, leaders } = await readSubjects(client, each);
  const slots = Array.from(
    { length: each },
    (_, at) => shape.toSlot - Math.floor(((shape.toSlot - shape.fromSlot) * at) / each),
  );
  const list = (name: string, queries: string[]): Case => ({
    name: `sandwiches, ${name}`,
    paths: queries.map((query) => `mev/sandwiches?${query}`),
  });
  return [
    list(
      'the newest 20',
      slots.map(() => 'limit=20'),
    ),
    list(
      '20 up to a slot',
      slots.map((slot) => `limit=20&to=${slot}`),
    ),
    list(
      '100 up to a slot',
      slots.map((slot) => `limit=100&to=${slot}`),
    ),
    list(
      'of a pool',
      pools.map((pool) => `pool=${pool}`),
    ),
    list(
      'of a token',
      mints.map((mint) => `mint=${mint}`),
    ),
    list(
      'by an attacker',
      attackers.map((attacker) => `attacker=${attacker}`),
    ),
    list(
      'of a victim',
      victims.map((victim) => `victim=${victim}`),
    ),
    list(
      'in blocks of a leader',
      leaders.map((leader) => `leader=${leader}`),
    ),
    list(
      'of a loss and an intent',
      slots.map((slot) => `min_loss_sol=1&intent=proven&to=${slot}`),
    ),
    { name: 'an attacker, first', paths: attackers.map((attacker) => `mev/attackers/${attacker}`) },
    { name: 'an attacker, again', paths: attackers.map((attacker) => `mev/attackers/${attacker}`) },
  ];
}

const PERIODS = ['1h', '6h', '24h'];

/** The first of each is what a process that has just started is asked. */
export function rankingCases(each: number): Case[] {
  return ['mev/attackers', 'validators'].flatMap((path) =>
    PERIODS.flatMap((period) => {
      const one = `${path}?period=${period}`;
      return [
        { name: `${one}, first`, paths: [one] },
        { name: `${one}, again`, paths: Array.from({ length: each }, () => one) },
      ];
    }),
  );
}
