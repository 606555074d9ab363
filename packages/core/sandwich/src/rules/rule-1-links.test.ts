import { SOL_MINT, type Swap, type TokenLink } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { PayerSighting } from '../model/payer-sighting.js';
import { botsPrior } from '../testing/prior-of.js';
import { account, linkOf, TOKEN } from '../testing/scenario.js';
import { Story } from '../testing/story.js';

const SOL = 1_000_000_000n;
const PRIVATE = 'SomebodysOwnProgram';
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const AXIOM = 'AxiomfHaWDemCFBLBayqnEnNwE6b7B2Qz3UmzMpgbMG6';

interface Sides {
  front?: Partial<Swap>;
  back?: Partial<Swap>;
  backTrader?: string;
  victim?: Partial<Swap>;
}

/** Mallory buys at index 0, a victim at 4, and `backTrader` sells it all at 8. */
function sandwich({ front = {}, back = {}, backTrader = 'mike', victim = {} }: Sides): Story {
  const story = new Story();
  const opened = story.buy('mallory', 10n * SOL, { blockIndex: 0, extra: front });
  story.buy('victim', 50n * SOL, { blockIndex: 4, extra: victim });
  story.sell(backTrader, opened.traderOut, { blockIndex: 8, extra: back });
  return story;
}

const MALLORYS = { account: `mallory.${TOKEN}`, owner: 'mallory' };
const MIKES = { account: `mike.${TOKEN}`, owner: 'mike' };
const THIRD = { account: `third.${TOKEN}`, owner: 'third' };

describe('one signer (L1)', () => {
  it('is the fee payer of an authority that did not sign', () => {
    const pda = {
      authority: 'pda',
      authoritySigned: false,
      trader: 'mallory',
      feePayer: 'mallory',
      signers: ['mallory'],
    };
    const [found] = detectSandwiches(sandwich({ front: pda, back: pda, backTrader: 'mallory' }).blocks());
    expect(found).toMatchObject({ link: 'same_signer', linkAddress: 'mallory', confidence: 'exact' });
  });

  it('is one who paid for two authorities', () => {
    const paid = (authority: string): Partial<Swap> => ({ feePayer: 'boss', signers: ['boss', authority] });
    const story = sandwich({ front: paid('mallory'), back: paid('mike') });
    expect(detectSandwiches(story.blocks())).toMatchObject([
      { link: 'same_signer', linkAddress: 'boss', attackers: ['mallory', 'mike'], confidence: 'exact' },
    ]);
  });

  it('is not one who paid for three signing authorities in the hour before', () => {
    const paid = (authority: string): Partial<Swap> => ({
      feePayer: 'relayer',
      signers: ['relayer', authority],
    });
    const story = sandwich({ front: paid('mallory'), back: paid('mike') });
    const other = { payer: 'relayer', authority: 'third', program: '', mintIn: SOL_MINT, mintOut: 'TokenC' };
    const payers = [{ ...other, slot: 90, blockTime: null }];
    expect(detectSandwiches(story.blocks(), { payers })).toEqual([]);
    const longAgo = [{ ...other, slot: 90, blockTime: 1_700_000_050 - 3_601 }];
    expect(detectSandwiches(story.blocks(), { payers: longAgo })).toHaveLength(1);
  });

  describe('is a bot’s own gas payer, however many it paid for,', () => {
    const paid = (authority: string, outerProgramId: string): Partial<Swap> => ({
      feePayer: 'gas',
      signers: ['gas', authority],
      outerProgramId,
    });
    const before = { payer: 'gas', slot: 90, blockTime: null };
    const byGas = [{ link: 'same_signer', linkAddress: 'gas', attackers: ['mallory', 'mike'] }];
    const detect = (program: string, payers: readonly PayerSighting[]) =>
      detectSandwiches(sandwich({ front: paid('mallory', program), back: paid('mike', program) }).blocks(), {
        payers,
      });
    const called = (program: string): PayerSighting[] =>
      ['third', 'fourth'].map((authority) => ({
        ...before,
        authority,
        program,
        mintIn: SOL_MINT,
        mintOut: 'TokenC',
      }));

    it('where all of them called one private program', () => {
      expect(detect(PRIVATE, called(PRIVATE))).toMatchObject(byGas);
      expect(detect(PRIVATE, called('AnotherPrivateProgram'))).toMatchObject([{ link: 'private_program' }]);
      expect(detect(JUPITER, called(JUPITER))).toEqual([]);
    });

    it('where some sold what others bought, each token as often as it was bought', () => {
      const sold = { ...before, authority: 'fourth', program: '', mintIn: 'TokenC', mintOut: SOL_MINT };
      expect(detect(JUPITER, [called(JUPITER)[0]!, sold])).toMatchObject(byGas);
      expect(detect(JUPITER, [called(JUPITER)[0]!, { ...sold, mintIn: 'TokenD' }])).toEqual([]);
      const buyers = ['third', 'fourth', 'fifth'].map((authority) => ({
        ...sold,
        authority,
        mintIn: SOL_MINT,
        mintOut: TOKEN,
      }));
      expect(detect(JUPITER, buyers)).toEqual([]);
    });

    it('where its wallets take turns, so that who sold one token bought the next', () => {
      const wallets = ['third', 'fourth', 'fifth', 'sixth', 'third'];
      const turns = wallets.slice(1).flatMap((seller, index) => {
        const [token, buyer] = [`Token${index}`, wallets[index]!];
        const swap = { ...before, slot: 80 + index, program: '' };
        return [
          { ...swap, authority: buyer, mintIn: SOL_MINT, mintOut: token },
          { ...swap, authority: seller, mintIn: token, mintOut: SOL_MINT },
        ];
      });
      expect(detect(JUPITER, turns)).toMatchObject(byGas);
      expect(detect(JUPITER, turns.slice(0, -1))).toEqual([]);
    });
  });

  it('of a victim is another entity, or it is no victim', () => {
    const own = { feePayer: 'mallory', signers: ['mallory', 'victim'] };
    expect(detectSandwiches(sandwich({ backTrader: 'mallory', victim: own }).blocks())).toEqual([]);
  });
});

describe('one token account (L2)', () => {
  it('links a front that filled it with a back by its owner', () => {
    const story = sandwich({ front: { destination: account('mike', TOKEN) } });
    expect(detectSandwiches(story.blocks())).toMatchObject([
      {
        link: 'token_account',
        linkAddress: `mike.${TOKEN}`,
        attackers: ['mallory', 'mike'],
        confidence: 'exact',
      },
    ]);
  });

  it('links a back that emptied the front’s own', () => {
    const story = sandwich({ back: { source: account('mallory', TOKEN) } });
    expect(detectSandwiches(story.blocks())).toMatchObject([{ link: 'token_account', confidence: 'exact' }]);
  });

  describe('that was handed over', () => {
    const handedOver = (slot: number, extra: Partial<TokenLink> = {}): TokenLink =>
      linkOf(
        MALLORYS,
        { account: MALLORYS.account, owner: 'mike' },
        { slot, blockIndex: 6 },
        {
          kind: 'set_authority',
          ...extra,
        },
      );
    const back = { source: account('mike', TOKEN, MALLORYS.account) };
    const found = { link: 'token_account', linkAddress: MALLORYS.account, confidence: 'exact' };

    it('links its former owner with its new one', () => {
      const tokenLinks = [handedOver(100)];
      expect(detectSandwiches(sandwich({ back }).blocks({ tokenLinks }))).toMatchObject([
        { ...found, attackers: ['mallory', 'mike'] },
      ]);
    });

    it('links them by way of a third', () => {
      const tokenLinks = [
        linkOf(
          MALLORYS,
          { account: MALLORYS.account, owner: 'third' },
          { slot: 100, blockIndex: 5 },
          {
            kind: 'set_authority',
          },
        ),
        handedOver(100, { fromOwner: 'third', authority: 'third' }),
      ];
      expect(detectSandwiches(sandwich({ back }).blocks({ tokenLinks }))).toMatchObject([found]);
    });

    it('links a program’s account with the wallet that the program gave it to', () => {
      const front = { destination: account('vault authority', TOKEN, MALLORYS.account) };
      const byProgram = {
        fromOwner: 'vault authority',
        authority: 'vault authority',
        authoritySigned: false,
      };
      const tokenLinks = [handedOver(100, byProgram)];
      expect(detectSandwiches(sandwich({ front, back }).blocks({ tokenLinks }))).toMatchObject([found]);
    });

    it('links no wallets where neither owner signed and no private program ran both', () => {
      const vault = account('vault authority', TOKEN, MALLORYS.account);
      const other = account('other authority', TOKEN, MALLORYS.account);
      const byProgram = {
        fromOwner: 'vault authority',
        authority: 'vault authority',
        authoritySigned: false,
      };
      const tokenLinks = [handedOver(100, { ...byProgram, toOwner: 'other authority' })];
      const detect = (outerProgramId: string) =>
        detectSandwiches(
          sandwich({
            front: { destination: vault, outerProgramId },
            back: { source: other, outerProgramId },
          }).blocks({ tokenLinks }),
        );
      expect(detect(JUPITER)).toEqual([]);
      expect(detect(PRIVATE)).toMatchObject([found]);
    });
  });

  it('of an aggregator, whose owner signs nothing, links no wallets', () => {
    const shared = account('aggregator authority', TOKEN);
    const through = { outerProgramId: JUPITER, authority: 'aggregator authority', authoritySigned: false };
    const front = { ...through, trader: 'mallory', destination: shared };
    const back = { ...through, trader: 'mike', source: shared };
    expect(detectSandwiches(sandwich({ front, back }).blocks())).toEqual([]);
  });

  it('without a signature links two callers of one private program', () => {
    const shared = account('program authority', TOKEN);
    const front = { outerProgramId: PRIVATE, destination: shared };
    const back = { outerProgramId: PRIVATE, source: shared };
    expect(detectSandwiches(sandwich({ front, back }).blocks())).toMatchObject([
      { link: 'token_account', linkAddress: `program authority.${TOKEN}`, confidence: 'exact' },
    ]);
  });
});

describe('tokens passed on (L3)', () => {
  const at = (blockIndex: number): { slot: number; blockIndex: number } => ({ slot: 100, blockIndex });

  it('link by one transfer and by two', () => {
    const one = [linkOf(MALLORYS, MIKES, at(2))];
    const two = [linkOf(MALLORYS, THIRD, at(2)), linkOf(THIRD, MIKES, at(6))];
    for (const tokenLinks of [one, two])
      expect(detectSandwiches(sandwich({}).blocks({ tokenLinks }))).toMatchObject([
        {
          link: 'token_transfer',
          linkAddress: MIKES.account,
          attackers: ['mallory', 'mike'],
          confidence: 'exact',
        },
      ]);
  });

  const chainOf = (hops: number, extra: Partial<TokenLink> = {}): TokenLink[] =>
    Array.from({ length: hops }, (_, hop) => {
      const holder = (number: number) => ({ account: `account ${number}`, owner: `holder ${number}` });
      const from = hop === 0 ? MALLORYS : holder(hop);
      const to = hop === hops - 1 ? MIKES : holder(hop + 1);
      return linkOf(from, to, { slot: 100, blockIndex: 1 }, { outerIndex: hop, ...extra });
    });

  it('link by up to four hops', () => {
    for (const hops of [3, 4])
      expect(detectSandwiches(sandwich({}).blocks({ tokenLinks: chainOf(hops) }))).toMatchObject([
        { link: 'token_transfer', attackers: ['mallory', 'mike'], confidence: 'exact' },
      ]);
    expect(detectSandwiches(sandwich({}).blocks({ tokenLinks: chainOf(5) }))).toEqual([]);
  });

  it('link by hops that a program signed only where one private program called both legs', () => {
    const tokenLinks = chainOf(2, { authoritySigned: false });
    const through = (outerProgramId: string) => ({ outerProgramId });
    const detect = (front: string, back: string) =>
      detectSandwiches(sandwich({ front: through(front), back: through(back) }).blocks({ tokenLinks }));
    expect(detect(PRIVATE, PRIVATE)).toMatchObject([{ link: 'token_transfer', confidence: 'exact' }]);
    expect(detect(JUPITER, JUPITER)).toEqual([]);
    expect(detect(PRIVATE, 'AnotherPrivateProgram')).toEqual([]);
  });

  it('link through another account of the same wallet', () => {
    const second = { account: 'mallory.second', owner: 'mallory' };
    const tokenLinks = [linkOf(MALLORYS, second, at(2)), linkOf(second, MIKES, at(6))];
    expect(detectSandwiches(sandwich({}).blocks({ tokenLinks }))).toMatchObject([
      { link: 'token_transfer', attackers: ['mallory', 'mike'], confidence: 'exact' },
    ]);
  });

  it('link in a block without a swap of the token', () => {
    const story = new Story();
    const front = story.at(100).buy('mallory', 10n * SOL);
    story.at(101).buy('victim', 50n * SOL);
    story.at(104).sell('mike', front.traderOut);
    const quiet = linkOf(MALLORYS, MIKES, { slot: 103, blockIndex: 0 });
    const blocks = story.blocks({ tokenLinks: [quiet] });
    expect(blocks.map(({ slot, swaps }) => [slot, swaps.length])).toContainEqual([103, 0]);
    expect(detectSandwiches(blocks)).toMatchObject([
      { link: 'token_transfer', attackers: ['mallory', 'mike'], confidence: 'exact' },
    ]);
  });

  it.each([
    [
      'when a program moved them',
      linkOf(MALLORYS, MIKES, at(2), { authority: 'pda', authoritySigned: false }),
    ],
    ['when another token moved', linkOf(MALLORYS, MIKES, at(2), { mint: 'TokenC' })],
    ['when a trifle moved', linkOf(MALLORYS, MIKES, at(2), { amount: 1_000n })],
    ['when they moved before the front', linkOf(MALLORYS, MIKES, { slot: 99, blockIndex: 0 })],
    ['when they moved after the back', linkOf(MALLORYS, MIKES, at(9))],
  ])('do not link %s', (_, link) => {
    expect(detectSandwiches(sandwich({}).blocks({ tokenLinks: [link] }))).toEqual([]);
  });

  it('make one sandwich of a front whose tokens two wallets sold', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL, { blockIndex: 0 });
    story.buy('victim', 50n * SOL, { blockIndex: 4 });
    const half = front.traderOut / 2n;
    story.sell('mike', half, { blockIndex: 8 });
    story.sell('third', front.traderOut - half, { blockIndex: 9 });
    const tokenLinks = [
      linkOf(MALLORYS, MIKES, at(2), { amount: half }),
      linkOf(MALLORYS, THIRD, at(3), { amount: front.traderOut - half }),
    ];
    expect(detectSandwiches(story.blocks({ tokenLinks }))).toMatchObject([
      {
        link: 'token_transfer',
        attackers: ['mallory', 'mike', 'third'],
        quantityRatio: 1,
        confidence: 'exact',
      },
    ]);
  });
});

describe('a private program (L4)', () => {
  const through = { outerProgramId: PRIVATE };

  it('alone makes a sandwich suspected', () => {
    expect(detectSandwiches(sandwich({ front: through, back: through }).blocks())).toMatchObject([
      { link: 'private_program', linkAddress: PRIVATE, confidence: 'suspected', reason: 'link' },
    ]);
  });

  it('says nothing where it is a public one, or where the amounts differ by more than a hundredth', () => {
    for (const outerProgramId of [JUPITER, AXIOM]) {
      const open = { outerProgramId };
      expect(detectSandwiches(sandwich({ front: open, back: open }).blocks())).toEqual([]);
    }
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL, { extra: through });
    story.buy('victim', 50n * SOL);
    story.sell('mike', (front.traderOut * 98n) / 100n, { extra: through });
    expect(detectSandwiches(story.blocks())).toEqual([]);
  });

  it('counts where it is a known bot’s, and its own callers are no victims', () => {
    const prior = botsPrior({
      attackers: ['another wallet'],
      linkAddress: 'another wallet',
      program: PRIVATE,
    });
    const known = sandwich({ front: through, back: through });
    expect(detectSandwiches(known.blocks(), { prior })).toMatchObject([
      { link: 'private_program', confidence: 'exact', basis: 'same_slot', intent: 'proven' },
    ]);
    const own = sandwich({ front: through, back: through, victim: through });
    expect(detectSandwiches(own.blocks(), { prior })).toEqual([]);
    // A third wallet calls it in between: then it may be a public program.
    const crowd = new Story();
    const front = crowd.buy('mallory', 10n * SOL, { extra: through });
    crowd.buy('victim', 50n * SOL);
    crowd.buy('third', SOL, { extra: through });
    crowd.sell('mike', front.traderOut, { extra: through });
    expect(detectSandwiches(crowd.blocks(), { prior })).toMatchObject([{ reason: 'link' }]);
  });
});
