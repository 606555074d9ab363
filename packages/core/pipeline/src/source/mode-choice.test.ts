import { describe, expect, it } from 'vitest';
import { ModeChoice } from './mode-choice.js';

const ENDED = { isRefused: false, askedReplay: false };

function afterBlocks(choice: ModeChoice, count: number, entries: number): ModeChoice {
  choice.begin();
  for (let block = 0; block < count; block += 1) choice.block(entries);
  return choice;
}

describe('the mode of a subscription', () => {
  it('stays as configured while blocks with entries come', () => {
    const choice = afterBlocks(new ModeChoice('blocks'), 100, 80);
    expect(choice.lacksEntries).toBe(false);
    expect(choice.ended({ ...ENDED, askedReplay: true })).toBeNull();
    expect(choice.mode).toBe('blocks');
  });

  it('changes where the server refuses it, and back where it refuses the other one too', () => {
    const choice = new ModeChoice('blocks');
    const refused = { isRefused: true, askedReplay: false };
    expect(choice.ended(refused)).toEqual({ reason: 'refused', mode: 'messages' });
    expect(choice.ended(refused)).toEqual({ reason: 'refused', mode: 'blocks' });
  });

  it('changes where a replay gives no block', () => {
    const choice = new ModeChoice('blocks');
    choice.begin();
    expect(choice.ended({ ...ENDED, askedReplay: true })?.mode).toBe('messages');
    // A stream from the head that ended at once says nothing about the mode.
    choice.begin();
    expect(choice.ended(ENDED)).toBeNull();
  });

  it('changes where no entries come, and takes whole blocks without them where the other gives none either', () => {
    const choice = afterBlocks(new ModeChoice('blocks'), 2, 0);
    expect([choice.isWithoutEntriesSoFar, choice.lacksEntries]).toEqual([true, false]);
    choice.block(0);
    expect(choice.lacksEntries).toBe(true);
    expect(choice.ended(ENDED)).toEqual({ reason: 'no_entries', mode: 'messages' });
    afterBlocks(choice, 3, 0);
    expect(choice.ended(ENDED)).toEqual({ reason: 'no_entries_at_all', mode: 'blocks' });
    afterBlocks(choice, 9, 0);
    expect([choice.expectsEntries, choice.lacksEntries]).toEqual([false, false]);
  });

  it('finds entries among single messages', () => {
    const choice = afterBlocks(new ModeChoice('blocks'), 3, 0);
    choice.ended(ENDED);
    choice.begin();
    choice.entry();
    for (let meta = 0; meta < 9; meta += 1) choice.block(0);
    expect(choice.lacksEntries).toBe(false);
  });
});
