import type { StoredLink } from '@tickscope/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offChainBlocks } from './off-chain.js';

/** A block named by a letter and its slot, on the block named so. */
function link(name: string, parent: string): StoredLink {
  const slotOf = (text: string): number => Number(text.slice(1));
  return {
    slot: slotOf(name),
    parentSlot: slotOf(parent),
    blockhash: name,
    parentBlockhash: parent,
    content: 'full',
  };
}

/** The blocks `a<from>` to `a<to>`, each on the one before it. */
function chain(from: number, to: number): StoredLink[] {
  return Array.from({ length: to - from + 1 }, (_, at) => link(`a${from + at}`, `a${from + at - 1}`));
}

const wrong = (links: readonly StoredLink[]): string[] =>
  offChainBlocks(links).map(({ link: { blockhash } }) => blockhash);

describe('offChainBlocks', () => {
  it('finds nothing in a chain, with slots skipped and blocks missing', () => {
    expect(wrong([...chain(1, 20), link('a25', 'a20'), ...chain(26, 60)])).toEqual([]);
    expect(wrong([...chain(1, 20), ...chain(30, 60)])).toEqual([]);
  });

  it('finds a block whose child names another hash for its slot', () => {
    const links = chain(1, 40).map((block) => (block.slot === 20 ? { ...block, blockhash: 'b20' } : block));
    expect(wrong(links)).toEqual(['b20']);
  });

  it('finds a block in a slot that the chain skipped', () => {
    expect(wrong([...chain(1, 19), link('b20', 'a19'), link('a21', 'a19'), ...chain(22, 40)])).toEqual([
      'b20',
    ]);
  });

  it('finds all of a branch that was left, newest first', () => {
    const branch = [link('b20', 'a19'), link('b21', 'b20'), link('b22', 'b21')];
    expect(wrong([...chain(1, 19), ...branch, link('a23', 'a19'), ...chain(24, 50)])).toEqual([
      'b22',
      'b21',
      'b20',
    ]);
  });

  it('reports nothing until enough blocks build on the other branch', () => {
    const upTo = (last: number): StoredLink[] => [
      ...chain(1, 19),
      link('b20', 'a19'),
      link('a21', 'a19'),
      ...chain(22, last),
    ];
    expect(wrong(upTo(28))).toEqual([]);
    expect(wrong(upTo(29))).toEqual(['b20']);
  });

  it('leaves a block alone whose child is missing', () => {
    // 20 is stored, 21 is not: no block names 20.
    expect(wrong([...chain(1, 20), ...chain(22, 60)])).toEqual([]);
  });

  it('ignores an unknown parent hash', () => {
    const links = chain(1, 40).map((block) =>
      block.slot === 21 ? { ...block, parentBlockhash: null } : block,
    );
    expect(wrong(links)).toEqual([]);
  });

  it('of a chain with any short branches beside it: exactly the branches', () => {
    const branches = fc.uniqueArray(fc.integer({ min: 1, max: 44 }), { maxLength: 10 });
    fc.assert(
      fc.property(branches, fc.infiniteStream(fc.integer({ min: 1, max: 5 })), (starts, lengths) => {
        // The right chain goes through even slots only, so that odd ones are free for the branches.
        const right = Array.from({ length: 60 }, (_, at) => link(`a${2 * at + 2}`, `a${2 * at}`));
        const beside: StoredLink[] = [];
        const taken = new Set<number>();
        for (const start of starts) {
          let parent = `a${2 * start}`;
          const length = lengths.next().value as number;
          for (let at = 0; at < length; at += 1) {
            const slot = 2 * (start + at) + 1;
            if (slot > 90 || taken.has(slot)) break;
            taken.add(slot);
            const name = `b${slot}`;
            beside.push(link(name, parent));
            parent = name;
          }
        }
        expect(wrong([...right, ...beside]).sort()).toEqual(beside.map(({ blockhash }) => blockhash).sort());
      }),
    );
  });
});
