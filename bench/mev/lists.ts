import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { bareRead } from '../support/measure.js';
import { rowsOf } from '../support/rows.js';
import type { Case, Question } from './operations.js';

const GOAL_MS = { 1: 100 };
const FIRST_RANKING_GOAL_MS = { 1: 1_000 };
const RANKINGS = ['mev/attackers', 'validators'].flatMap((path) =>
  ['1h', '6h', '24h'].map((period) => `${path}?period=${period}`),
);

/** Filters that lists are asked by, with their values in base58: those with the most sandwiches come first. */
const SUBJECTS = {
  attacker: 'SELECT base58Encode(attacker) FROM sandwiches GROUP BY attacker',
  victim: "SELECT base58Encode(trader) FROM sandwich_legs_by_trader WHERE role = 'victim' GROUP BY trader",
  pool: 'SELECT base58Encode(pool) FROM sandwiches GROUP BY pool',
  mint: 'SELECT base58Encode(mint_out) FROM sandwiches GROUP BY mint_out',
  leader: 'SELECT base58Encode(identity) FROM validators GROUP BY identity',
};

/** Rankings as a process that has just started makes them, and as it answers them again. */
export function rankingCases(): Case[] {
  const ask = (paths: readonly string[]): Question[] => paths.map((path) => got(path, ''));
  return [
    { ...list('rankings, first', ask(RANKINGS)), goalsMs: FIRST_RANKING_GOAL_MS, isKept: true, counted: 0 },
    list('rankings, again', ask([...RANKINGS, ...RANKINGS, ...RANKINGS])),
  ];
}

/**
 * Lists of sandwiches, `each` questions of a kind: by busy and by rare subjects, and up to a slot of any age.
 *
 * @param newestSlot of the store, `slots` below it are asked about
 */
export async function listCases(
  client: TestConnection,
  { newestSlot, slots, each }: { newestSlot: number; slots: number; each: number },
): Promise<Case[]> {
  const subjects = await Promise.all(
    Object.entries(SUBJECTS).map(async ([by, query]) => ({ by, values: await spread(client, query, each) })),
  );
  const pages = (query: string): Question[] =>
    Array.from({ length: each }, (_, at) => newestSlot - Math.floor((slots * at) / each)).map((slot) =>
      got(`mev/sandwiches?${query}&to=${slot}`, `first_slot <= ${slot}`),
    );
  const attackers = subjects.find(({ by }) => by === 'attacker')!.values;
  return [
    list('sandwiches, 20 up to a slot', pages('limit=20')),
    list('sandwiches, 100 up to a slot', pages('limit=100')),
    list('sandwiches, of a loss and an intent', pages('min_loss_sol=1&intent=proven')),
    ...subjects.map(({ by, values }) =>
      list(
        `sandwiches, by ${by}`,
        values.map((value) => got(`mev/sandwiches?${by}=${value}`, conditionOf(by, value))),
      ),
    ),
    list(
      'an attacker',
      attackers.map((value) => got(`mev/attackers/${value}`, conditionOf('attacker', value))),
    ),
  ];
}

function list(name: string, questions: readonly Question[]): Case {
  return { name, goalsMs: GOAL_MS, clients: [1], questions };
}

/** @param condition of the rows of `sandwiches` that the bare read takes */
function got(path: string, condition: string): Question {
  return {
    async ask(api) {
      await api.get(path);
      return null;
    },
    bare: (client) =>
      bareRead(
        client,
        `SELECT * FROM sandwiches ${condition && `WHERE ${condition}`} ORDER BY first_slot DESC LIMIT 100`,
      ),
  };
}

function conditionOf(by: string, value: string): string {
  const column = { attacker: 'attacker', pool: 'pool', mint: 'mint_out' }[by];
  return column === undefined ? '' : `${column} = base58Decode('${value}')`;
}

/** Values from the busiest down to those with one sandwich, at equal steps. */
async function spread(client: TestConnection, query: string, each: number): Promise<string[]> {
  const rows = await rowsOf<[string]>(client, `${query} ORDER BY count() DESC LIMIT 20000`);
  const step = Math.max(1, Math.floor(rows.length / each));
  return rows
    .filter((_, at) => at % step === 0)
    .slice(0, each)
    .map(([value]) => value);
}
