import type { StoredLink } from '@tickscope/store';

/** A slot that could not be stored, and why. */
export interface MissingSlot {
  slot: number;
  reason: string;
}

export interface RangeReport {
  stored: number[];
  skipped: number[];
  missing: MissingSlot[];
}

/**
 * Reports what a range finally holds. A slot is known to be skipped if it lies between a stored block and its parent.
 * Each slot that is neither stored nor skipped gets a reason.
 *
 * @param links the stored links of the range plus the block after it, if any, in slot order
 * @param failures reasons of the walk, by slot
 */
export function reportRange(
  range: { fromSlot: number; toSlot: number },
  links: readonly StoredLink[],
  failures: ReadonlyMap<number, string>,
): RangeReport {
  const bySlot = new Map(links.map((link) => [link.slot, link]));
  const skipped = new Set<number>();
  const contradicted = new Map<number, number>();
  for (const { slot, parentSlot, parentBlockhash } of links) {
    if (parentSlot === null) continue;
    const first = Math.max(range.fromSlot, parentSlot + 1);
    for (let between = first; between < slot && between <= range.toSlot; between += 1) skipped.add(between);
    const parent = bySlot.get(parentSlot);
    if (parent !== undefined && parentBlockhash !== null && parent.blockhash !== parentBlockhash)
      contradicted.set(parentSlot, slot);
  }
  const report: RangeReport = { stored: [], skipped: [], missing: [] };
  for (let slot = range.fromSlot; slot <= range.toSlot; slot += 1) {
    const child = contradicted.get(slot);
    const failure = failures.get(slot);
    if (child !== undefined)
      report.missing.push({
        slot,
        reason: `another block is stored than the one that slot ${child} builds on`,
      });
    else if (bySlot.has(slot)) report.stored.push(slot);
    else if (failure !== undefined) report.missing.push({ slot, reason: failure });
    else if (skipped.has(slot)) report.skipped.push(slot);
    else report.missing.push({ slot, reason: 'not known yet whether it has a block' });
  }
  return report;
}
