import { createSandwichDetector, detectSandwiches } from '@tickscope/sandwich';
import { denseChain, idOf, type KindScore, legId, score } from '../../test/detection/score.js';
import { count, markdownTable, percentile } from '../support/report.js';
import { shareWithInterval } from './wilson.js';

/** Precision and recall for every kind, the losses against the truth, and whether streaming says the same. */
export function plantedSection(seeds: readonly number[], slots: number): string {
  const kinds = new Map<string, KindScore>();
  const errors = new Map<string, number[]>();
  const precisionOf: string[] = [];
  let [swaps, counted, right, streamsEqual] = [0, 0, 0, 0];
  for (const seed of seeds) {
    const { blocks, labels } = denseChain(`planted-${seed}`, slots);
    const sandwiches = detectSandwiches(blocks);
    const result = score(sandwiches, labels);
    swaps += blocks.reduce((sum, block) => sum + block.swaps.length, 0);
    counted += result.counted;
    right += result.trueCounted;
    precisionOf.push((100 * result.precision).toFixed(2));
    if (sameIds(streamed(blocks), sandwiches.map(nameOf))) streamsEqual += 1;
    for (const kind of result.kinds) addTo(kinds, kind);
    for (const { label, sandwich } of result.pairs) {
      const truth = new Map(label.victims.map((victim) => [legId(victim), Number(victim.loss)]));
      for (const { swap, lossAmount, lossMethod } of sandwich.victims) {
        const key = `${sandwich.dexName}, ${lossMethod ?? 'unknown'}`;
        const list = errors.get(key) ?? [];
        errors.set(key, list);
        const lost = truth.get(idOf(swap));
        if (lost !== undefined)
          list.push(lossAmount === null ? Number.NaN : (Number(lossAmount) - lost) / lost);
      }
    }
    process.stderr.write(`planted ${seed}: precision ${result.precision}, recall ${result.recall}\n`);
  }
  const all = [...kinds.values()];
  const sum = (field: Exclude<keyof KindScore, 'kind'>): number =>
    all.reduce((total, kind) => total + kind[field], 0);
  return [
    '## Planted sandwiches',
    `${seeds.length} seeds, ${count(swaps)} swaps, ${count(sum('expectedCounted'))} sandwiches to be counted and ${count(sum('labels') - sum('expectedCounted'))} scenes that are not. A hit has the same pool, all legs and no other, and all victims.`,
    `Precision **${shareWithInterval(right, counted)}** % (by seed: ${precisionOf.join(', ')}), recall **${shareWithInterval(sum('found'), sum('expectedCounted'))}** %, with Wilson 95 % intervals. Block by block gave what the batch gave in ${streamsEqual} of ${seeds.length}.`,
    markdownTable([
      [
        ...['kind', 'to be counted', 'recall, %', 'same class, %', 'falsely counted'],
        'suspected: stored, of these with the right reason',
      ],
      ...all
        .sort((a, b) => b.expectedCounted - a.expectedCounted)
        .map((kind) => [
          kind.kind,
          count(kind.expectedCounted),
          shareWithInterval(kind.found, kind.expectedCounted),
          shareWithInterval(kind.sameClass, kind.found),
          count(kind.falseCounted),
          kind.suspectedStored === 0
            ? '–'
            : `${count(kind.suspectedStored)}, ${shareWithInterval(kind.suspectedSameReason, kind.suspectedStored)} %`,
        ]),
    ]),
    'Victims’ losses against the pool replayed without the attacker, error over the true loss (the front’s rate is meant as a lower bound: at most 0):',
    markdownTable([
      ['program, method', 'victims', '1 %', 'median', '99 %', 'largest'],
      ...[...errors].map(([name, list]) => [
        name,
        count(list.length),
        ...[0.01, 0.5, 0.99, 1].map((share) =>
          list.some(Number.isNaN) ? '–' : percentile(list, share).toExponential(1),
        ),
      ]),
    ]),
  ].join('\n\n');
}

const nameOf = ({ id, confidence }: { id: string; confidence: string }): string => `${id} ${confidence}`;

function streamed(blocks: Parameters<typeof detectSandwiches>[0]): string[] {
  const detector = createSandwichDetector();
  const changes = [];
  for (const block of blocks) changes.push(...detector.push(block));
  changes.push(...detector.flush());
  return changes.filter(({ kind }) => kind === 'final').map(({ sandwich }) => nameOf(sandwich));
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [[...a].sort(), [...b].sort()];
  return left.length === right.length && left.every((id, index) => id === right[index]);
}

function addTo(kinds: Map<string, KindScore>, added: KindScore): void {
  const known = kinds.get(added.kind);
  if (known === undefined) {
    kinds.set(added.kind, { ...added });
    return;
  }
  const { kind: _kind, ...counts } = added;
  for (const [name, count] of Object.entries(counts)) known[name as keyof typeof counts] += count;
}
