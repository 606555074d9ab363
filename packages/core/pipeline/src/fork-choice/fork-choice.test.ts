import type { Block } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { ForkChoice } from './fork-choice.js';

/** A block named by a letter and its slot, on the block named so. */
function block(name: string, parent: string): Block {
  const slotOf = (text: string): number => Number(text.slice(1));
  return {
    slot: slotOf(name),
    parentSlot: slotOf(parent),
    blockhash: Buffer.from(name.padEnd(32)),
    parentBlockhash: Buffer.from(parent.padEnd(32)),
  } as unknown as Block;
}

/** The verdict on each block, and the waiting block that it proves (+) or refutes (−). */
function verdictsOf(forks: ForkChoice, ...blocks: Block[]): string[] {
  return blocks.map((each) => {
    const { verdict, proven, refuted } = forks.check(each);
    const other = proven !== null ? ` +${Buffer.from(proven.blockhash).toString().trim()}` : '';
    return `${verdict.kind}${other}${refuted === null ? '' : ` -${refuted}`}`;
  });
}

describe('two blocks for one slot', () => {
  const parent = block('a9', 'a8');
  const [first, second] = [block('a10', 'a9'), block('b10', 'a9')];

  it('the first one stays when its child arrives', () => {
    expect(verdictsOf(new ForkChoice(), parent, first, second, block('a11', 'a10'))).toEqual([
      'take',
      'take',
      'wait',
      'take -10',
    ]);
  });

  it('the second one replaces it when its child arrives, before that child', () => {
    const forks = new ForkChoice();
    expect(verdictsOf(forks, parent, first, second, block('b11', 'b10'), block('b12', 'b11'))).toEqual([
      'take',
      'take',
      'wait',
      'take +b10',
      'take',
    ]);
    // The first one, sent again after a reconnect, does not come back.
    expect(verdictsOf(forks, first)).toEqual(['drop']);
  });

  it('one that arrives after the child of the other is left out', () => {
    expect(verdictsOf(new ForkChoice(), parent, first, block('a11', 'a10'), second)).toEqual([
      'take',
      'take',
      'take',
      'drop',
    ]);
  });

  it('the same block twice is not a second block', () => {
    expect(verdictsOf(new ForkChoice(), parent, first, first)).toEqual(['take', 'take', 'take']);
  });

  it('of three, the one that is named', () => {
    const third = block('c10', 'a9');
    expect(verdictsOf(new ForkChoice(), parent, first, second, third, block('c11', 'c10'))).toEqual([
      'take',
      'take',
      'wait',
      'wait',
      'take +c10',
    ]);
  });

  it('a child of the second after a child of the first is not believed at once', () => {
    const verdicts = verdictsOf(
      new ForkChoice(),
      ...[parent, first, second, block('a11', 'a10'), block('b12', 'b10'), block('b13', 'b12')],
    );
    expect(verdicts).toEqual(['take', 'take', 'wait', 'take -10', 'unlinked', 'take']);
  });

  it('more rivals than are kept: the named one may be forgotten, and its child is still taken', () => {
    const forks = new ForkChoice();
    verdictsOf(forks, parent, first, second);
    for (let slot = 20; slot < 40; slot += 1)
      verdictsOf(forks, block(`a${slot}`, 'a8'), block(`b${slot}`, 'a8'));
    expect(verdictsOf(forks, block('b11', 'b10'))).toEqual(['take']);
  });
});

describe('a block with another parent than the received one', () => {
  it('is not taken, and does not stop those after it', () => {
    expect(verdictsOf(new ForkChoice(), block('a9', 'a8'), block('a10', 'x9'), block('a11', 'a10'))).toEqual([
      'take',
      'unlinked',
      'take',
    ]);
  });

  it('is found at the first block of a run, by the blocks that the previous run stored', () => {
    const forks = new ForkChoice([block('a9', 'a8')]);
    expect(verdictsOf(forks, block('a10', 'x9'))).toEqual(['unlinked']);
  });
});
