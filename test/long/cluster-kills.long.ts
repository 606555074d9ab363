import { expect, it } from 'vitest';
import { clusterKillRounds } from '../cluster/kill-rounds.js';

const ROUNDS = Number(process.env['LONG_ROUNDS'] ?? 30);
/** A round takes some seconds; a busy machine is slower to start servers. */
const ROUND_MS = 60_000;

it(
  `after ${ROUNDS} rounds of kills of ingester and shards the tables are those of one server`,
  async () => {
    const { kills, differences, verified } = await clusterKillRounds({
      rounds: ROUNDS,
      seed: Number(process.env['LONG_SEED'] ?? 1),
      say: (line) => void process.stdout.write(`${line}\n`),
    });
    expect(differences).toEqual([]);
    expect(verified).toMatchObject({ code: 0, text: expect.stringContaining('nothing is wrong') });
    expect(kills).toHaveLength(ROUNDS);
  },
  (ROUNDS + 10) * ROUND_MS,
);
