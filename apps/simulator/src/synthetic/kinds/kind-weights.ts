import type { TransactionKind } from './kind.js';

/** The kinds' weights, those of unlisted trades scaled to a share of all. @param unlistedShare null: as they are */
export function kindWeights(kinds: readonly TransactionKind[], unlistedShare: number | null): number[] {
  if (unlistedShare === null) return kinds.map(({ weight }) => weight);
  const sumOf = (isUnlisted: boolean): number =>
    kinds.reduce((sum, kind) => sum + ((kind.isUnlisted ?? false) === isUnlisted ? kind.weight : 0), 0);
  const [unlisted, others] = [sumOf(true), sumOf(false)];
  if (unlisted === 0 || others === 0) throw new RangeError('unlistedShare needs kinds of both sorts');
  return kinds.map((kind) =>
    kind.isUnlisted === true
      ? (kind.weight / unlisted) * unlistedShare
      : (kind.weight / others) * (1 - unlistedShare),
  );
}
