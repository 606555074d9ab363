import type { StoredLink } from '@tickscope/store';
import { describe, expect, it } from 'vitest';
import { ImportRule } from './import-rule.js';

/** A block named by a letter and its slot, on the block named so; `?`: with an unknown parent hash. */
function link(name: string, parent: string): StoredLink {
  const slotOf = (text: string): number => Number(text.slice(1));
  return {
    slot: slotOf(name),
    parentSlot: slotOf(parent),
    blockhash: name,
    parentBlockhash: parent.startsWith('?') ? null : parent,
    content: 'full',
  };
}

/** Reasons by slot for blocks of a file beside stored ones. */
async function refusals(file: StoredLink[], stored: StoredLink[], replace = false): Promise<string[]> {
  const rule = new ImportRule(async (from, to) => stored.filter(({ slot }) => slot >= from && slot <= to), {
    replace,
  });
  return [...(await rule.refusals(file))].map(([slot, reason]) => `${slot}: ${reason}`);
}

describe('a block of a file', () => {
  it.each<[string, StoredLink, StoredLink[]]>([
    ['into an empty store', link('a10', 'a9'), []],
    ['that is stored', link('a10', 'a9'), [link('a10', 'a9')]],
    ['that the next stored block names', link('a10', 'a9'), [link('a11', 'a10')]],
    ['that it names, with skipped slots between', link('a10', 'a9'), [link('a14', 'a10')]],
    [
      'that it names, where another one is stored',
      link('a10', 'a9'),
      [link('b10', 'a9'), link('a11', 'a10')],
    ],
    ['before a hole', link('a10', 'a9'), [link('a20', 'a19')]],
    ['after a hole', link('a10', 'a9'), [link('a5', 'a4')]],
    ['on its stored parent', link('a10', 'a9'), [link('a9', 'a8')]],
    ['on one of two stored parents', link('a10', 'a9'), [link('b9', 'a8'), link('a9', 'a8')]],
    ['with an unknown parent hash', link('a10', '?9'), [link('b9', 'a8')]],
    ['before a child with an unknown parent hash', link('a10', 'a9'), [link('a11', '?10')]],
    ['of which one of two children knows', link('a10', 'a9'), [link('b11', 'b10'), link('a11', 'a10')]],
    ['far from all that is stored', link('a9000', 'a8999'), [link('b8000', 'b7999'), link('c9999', 'c8999')]],
  ])('%s is taken', async (_, block, stored) => {
    expect(await refusals([block], stored)).toEqual([]);
  });

  it.each<[string, StoredLink, StoredLink[], RegExp]>([
    [
      'that is not the named one',
      link('b10', 'a9'),
      [link('a11', 'a10')],
      /^10: the stored block of slot 11 names/,
    ],
    [
      'in the place of the named one',
      link('b10', 'a9'),
      [link('a10', 'a9'), link('a11', 'a10')],
      /slot 11 names/,
    ],
    [
      'in a slot that was skipped',
      link('b10', 'a9'),
      [link('a11', 'a9')],
      /^10: the chain skipped this slot: .* 11 is in slot 9/,
    ],
    [
      'beside an unproven one',
      link('b10', 'a9'),
      [link('a10', 'a9')],
      /no stored block says which one is right/,
    ],
    [
      'on another parent than the stored one',
      link('b10', 'b9'),
      [link('a9', 'a8')],
      /another block than the stored one of slot 9/,
    ],
    [
      'that passes over a stored block',
      link('b10', 'b7'),
      [link('a9', 'a8')],
      /said to be in slot 7, but a block of slot 9/,
    ],
  ])('%s is refused, unless it replaces', async (_, block, stored, reason) => {
    expect(await refusals([block], stored)).toEqual([expect.stringMatching(reason)]);
    expect(await refusals([block], stored, true)).toEqual([]);
  });

  it('is judged by the stored blocks near it, however the slots of a batch are scattered', async () => {
    const stored = [10, 5_000, 90_000].flatMap((slot) => [
      link(`a${slot}`, `a${slot - 1}`),
      link(`a${slot + 1}`, `a${slot}`),
    ]);
    const file = [90_000, 10, 5_000, 40_000].map((slot) => link(`b${slot}`, `a${slot - 1}`));
    expect(
      (await refusals(file, stored)).map((text) => Number.parseInt(text, 10)).sort((a, b) => a - b),
    ).toEqual([10, 5_000, 90_000]);
  });

  it('is not judged by what the same import stored: the chain of its file decides', async () => {
    const rule = new ImportRule(async () => [link('a10', 'a9'), link('a11', 'a10')], { replace: false });
    rule.stored(10);
    rule.stored(11);
    expect([...(await rule.refusals([link('b10', 'a9')]))]).toEqual([]);
  });
});
