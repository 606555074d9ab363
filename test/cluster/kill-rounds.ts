import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@tickscope/testkit/random';
import { LiveCluster } from './live-cluster.js';

export interface ClusterKillOptions {
  rounds: number;
  seed: number;
  say(line: string): void;
}

export interface ClusterKillReport {
  kills: { what: Victim; backMs: number }[];
  /** Tables that are not those of one server that nothing disturbed. */
  differences: string[];
  verified: { code: number | null; text: string };
}

/** By turns. */
const VICTIMS = ['ingester', 'shard 1', 'shard 2', 'both shards', 'ingester and shards'] as const;
type Victim = (typeof VICTIMS)[number];

/** How long a victim stays away. */
const MOST_AWAY_MS = 2_000;
const MOST_PAUSE_MS = 1_500;
/** Stored after a round, before the next: what was on its way is not enough. */
const NEW_SLOTS = 5;

/** Kills the ingester, each shard, and all of them, while blocks come; then compares the tables with those of one server. */
export async function clusterKillRounds({
  rounds,
  seed,
  say,
}: ClusterKillOptions): Promise<ClusterKillReport> {
  const random = new Random(seed);
  const live = await LiveCluster.start({ seed: `kills ${seed}`, slotMs: 300, transactionsPerSlot: 40 });
  try {
    const kills: ClusterKillReport['kills'] = [];
    for (let round = 0; round < rounds; round += 1) {
      const what = VICTIMS[round % VICTIMS.length]!;
      await sleep(random.below(MOST_PAUSE_MS));
      const startAgain = await killed(live, what, random);
      await sleep(random.below(MOST_AWAY_MS));
      const startedAt = performance.now();
      await Promise.all(startAgain.map((start) => start()));
      const before = await live.newestSlot();
      await live.until(async () => (await live.newestSlot()) >= before + NEW_SLOTS);
      const backMs = Math.round(performance.now() - startedAt);
      kills.push({ what, backMs });
      say(`${round + 1}: killed ${what}: new blocks ${backMs} ms after it was started again`);
    }
    const last = await live.settle();
    const { code, stdout, stderr } = await live.verify(last);
    const differences = await live.differences(last);
    for (const difference of differences) say(`DIFFERENT ${difference.slice(0, 400)}`);
    const blocks = await live.count('count()', `slots FINAL WHERE slot <= ${last}`);
    const gaps = await live.count('count()', 'gaps FINAL');
    say(`${kills.length} rounds, ${blocks} blocks compared, ${gaps} gaps; ${differences.length} differences`);
    say((stdout + stderr).trim().split('\n').slice(-6).join('\n'));
    return { kills, differences, verified: { code, text: stdout + stderr } };
  } finally {
    await live.stop();
  }
}

/** In any order, as they die; returns what starts them again. */
async function killed(live: LiveCluster, what: Victim, random: Random): Promise<(() => Promise<void>)[]> {
  const { cluster } = live;
  const ofShards = [() => cluster.killServer(0), () => cluster.killServer(1)] as const;
  switch (what) {
    case 'ingester':
      return [await live.killIngester()];
    case 'shard 1':
      return [await ofShards[0]()];
    case 'shard 2':
      return [await ofShards[1]()];
    case 'both shards':
      return Promise.all(
        random.chance(1, 2) ? [ofShards[0](), ofShards[1]()] : [ofShards[1](), ofShards[0]()],
      );
    case 'ingester and shards':
      return Promise.all([live.killIngester(), ofShards[0](), ofShards[1]()]);
  }
}
