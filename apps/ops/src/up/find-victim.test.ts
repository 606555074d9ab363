import { type ApiClient, ApiUnreachableError, type Call } from '@tickscope/command-line';
import {
  checkOf,
  incidentOf,
  NOTHING_MISSING,
  POOL,
  sandwichOf,
  signatureOf,
} from '@tickscope/command-line/testing/answers';
import type { components } from '@tickscope/schemas';
import { describe, expect, it } from 'vitest';
import { findVictim } from './find-victim.js';

type Sandwich = components['schemas']['SandwichEvent'];

/** One stored sandwich: its slot, whether an attempt failed, whether a slot near it is missing, and who else traded near it. */
interface Known {
  name: string;
  slot: number;
  hasAttempt?: boolean;
  hasGap?: boolean;
  others?: number;
}

interface Chain {
  from: number;
  detected: number | null;
  sandwiches: Known[];
}

const sandwichAt = ({ name, slot, hasAttempt = false }: Known): Sandwich => {
  const [victim] = sandwichOf().victims;
  return sandwichOf({
    ...{ id: `${slot}.2.0.-1.0`, slot_range: { from: slot, to: slot }, attempt_count: hasAttempt ? 1 : 0 },
    victims: [{ ...victim!, slot, signature: signatureOf(name) }],
  });
};

/** An API over a chain that goes on with each question about its state. */
function apiOf(chains: readonly (Chain | null)[]): { client: ApiClient; asked(): number } {
  let asked = 0;
  let chain: Chain | null = null;
  const known = (signature: string): Known =>
    chain!.sandwiches.find(({ name }) => signatureOf(name) === signature)!;
  const answers: Record<string, (call: Call) => unknown> = {
    getStatus() {
      chain = chains[Math.min(asked, chains.length - 1)]!;
      asked += 1;
      if (chain === null) throw new ApiUnreachableError('away');
      return { data: { stored: { from_slot: chain.from }, detection: { to_slot: chain.detected } } };
    },
    listSandwiches({ queryParameters: { from = '0', to = '999' } = {} }) {
      const within = chain!.sandwiches.filter(({ slot }) => slot >= Number(from) && slot <= Number(to));
      return { data: { sandwiches: within.sort((one, other) => other.slot - one.slot).map(sandwichAt) } };
    },
    checkSandwichFast({ body }) {
      const { signatures, slot_range: range } = body as { signatures: string[]; slot_range: number };
      expect(range).toBe(10);
      // In another order than they were asked for.
      const results = [...signatures].reverse().map((signature) => {
        const { slot, hasAttempt = false, hasGap = false } = known(signature);
        const leg = (name: string, success: boolean) =>
          incidentOf(
            name,
            'front',
            { slot, index: 1, tick: -2 },
            {
              success,
              sandwich: { id: `${slot}.2.0.-1.0` },
            },
          );
        return checkOf([leg('Front', true), ...(hasAttempt ? [leg('Try', false)] : [])], {
          signature,
          coverage: { ...NOTHING_MISSING, missing_slots: hasGap ? [slot + 1] : [] },
        });
      });
      return { data: { results } };
    },
    analyzeTrade({ body }) {
      const { others = 9 } = known((body as { signature: string }).signature);
      return { pagination: { total_items: 3 + others } };
    },
  };
  const call = async (id: string, given: Call) => answers[id]!(given);
  return { client: { call } as unknown as ApiClient, asked: () => asked };
}

const find = (client: ApiClient, ms = 60_000, said: string[] = []) =>
  findVictim(client, {
    ...{ ms, pollMs: 1, signal: new AbortController().signal },
    say: (line) => said.push(line),
  });
const example = (name: string) => ({ signature: signatureOf(name), account: POOL, isSandwiched: true });

describe('the trade that a new stack asks about', () => {
  it('is waited for until all around it is known, an attempt failed, and others traded near it', async () => {
    const early = { name: 'Early', slot: 104, hasAttempt: true };
    const plain = { name: 'Plain', slot: 112 };
    const lonely = { name: 'Lonely', slot: 113, hasAttempt: true, others: 2 };
    const gappy = { name: 'Gappy', slot: 114, hasAttempt: true, hasGap: true };
    const telling = { name: 'Telling', slot: 115, hasAttempt: true };
    const newest = { name: 'Newest', slot: 116, hasAttempt: true };
    const before = [early, plain, lonely, gappy];
    const said: string[] = [];
    const { client, asked } = apiOf([
      { from: 100, detected: 105, sandwiches: [early] },
      { from: 100, detected: 124, sandwiches: [...before, telling] },
      { from: 100, detected: 125, sandwiches: [...before, telling, newest] },
    ]);
    expect(await find(client, 60_000, said)).toEqual(example('Telling'));
    expect(asked()).toBe(3);
    expect(said).toEqual(['Waiting for a sandwich with something to see, 60 s at most…']);
  });

  it('is the one that shows most when time is over', async () => {
    const early = { name: 'Early', slot: 104 };
    const plain = { name: 'Plain', slot: 112 };
    const lonely = { name: 'Lonely', slot: 113, hasAttempt: true, others: 0 };
    const of = (...sandwiches: Known[]) => find(apiOf([{ from: 100, detected: 125, sandwiches }]).client, 0);
    expect(await of(lonely, plain, early)).toEqual(example('Lonely'));
    expect(await of(plain, early)).toEqual(example('Plain'));
    expect(await of(early)).toEqual(example('Early'));
    expect(await of()).toBeNull();
  });

  it('is not there when nothing is analysed, or the API does not answer', async () => {
    const sandwiches = [{ name: 'Early', slot: 104 }];
    expect(await find(apiOf([{ from: 100, detected: null, sandwiches }]).client, 0)).toEqual(
      example('Early'),
    );
    expect(await find(apiOf([null]).client, 0)).toBeNull();
  });
});
