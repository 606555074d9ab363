import { describe, expect, it } from 'vitest';
import { pubkeyFromBase58 } from '../base58.js';
import type { Instruction, Transaction } from '../block.js';
import { parseExactJson } from '../exact-json.js';
import { parseGetBlock } from '../get-block.js';
import { aTransaction, named32 } from '../testing/bytes.js';
import { aMeta } from '../testing/meta.js';
import { hasSharedData, readSharedData } from '../testing/shared-data.js';
import { KNOWN_TIP_ACCOUNTS, KNOWN_TIPS, TipAccounts } from './tip-accounts.js';
import { tipPayments } from './tip-payments.js';

const SLOT = 400_000_000;
const [jito, otherJito] = KNOWN_TIP_ACCOUNTS.filter(({ service }) => service === 'Jito');
const zeroslot = KNOWN_TIP_ACCOUNTS.find(({ service }) => service === '0slot')!;
// Keys: 0 payer, 1 system program, 2 another account, 3 to 5 tip accounts.
const staticKeys = [
  named32('payer'),
  new Uint8Array(32),
  named32('other'),
  ...[jito!, otherJito!, zeroslot].map(({ account }) => pubkeyFromBase58(account)),
];

/** System transfer: number 2 in four bytes, lamports in eight. */
function transfer(from: number, to: number, lamports: number): Instruction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(BigInt(lamports), 4);
  return { programIdIndex: 1, accounts: Uint8Array.of(from, to), data };
}
const tipsOf = (change: Partial<Transaction>, accounts = KNOWN_TIPS, slot = SLOT) =>
  tipPayments(slot, aTransaction({ staticKeys, meta: aMeta(), ...change }), accounts);

describe('tips of a transaction', () => {
  it('are added up by account, of outer and inner transfers, and name the service', () => {
    const innerInstructions = [{ index: 0, instructions: [{ ...transfer(0, 5, 30), stackHeight: 2 }] }];
    expect(
      tipsOf({
        instructions: [transfer(0, 5, 4), transfer(0, 3, 1), transfer(2, 3, 2), transfer(0, 2, 9)],
        meta: aMeta({ innerInstructions }),
      }),
    ).toEqual(
      [
        { service: 'Jito', account: jito!.account, lamports: 3n },
        { service: '0slot', account: zeroslot.account, lamports: 34n },
      ].sort((a, b) => (a.account < b.account ? -1 : 1)),
    );
  });

  it('are none where it failed, where an account is only named, and where money leaves a tip account', () => {
    expect(tipsOf({ instructions: [transfer(0, 3, 1)], meta: aMeta({ error: '"AccountInUse"' }) })).toEqual(
      [],
    );
    expect(tipsOf({ instructions: [] })).toEqual([]);
    expect(tipsOf({ instructions: [transfer(3, 0, 7), transfer(3, 4, 7)] })).toEqual([]);
  });

  it('are not known without inner instructions, and none are named without meta', () => {
    expect(tipsOf({ instructions: [transfer(0, 3, 1)], meta: null })).toEqual([]);
    const unknown = [jito!, otherJito!, zeroslot].map(({ account }) => [account, null]).sort();
    const meta = aMeta({ innerInstructions: null });
    const tips = tipsOf({ instructions: [transfer(0, 3, 1)], meta });
    expect(tips.map(({ account, lamports }) => [account, lamports])).toEqual(unknown);
  });

  it('to an account that was added count from its slot on', () => {
    const account = KNOWN_TIP_ACCOUNTS[0]!.account;
    const added = new TipAccounts([
      { account, service: 'New', kind: 'landing', source: 'its page', fromSlot: 500 },
      { account, service: 'Later', kind: 'landing', source: 'its page', fromSlot: 0 },
    ]);
    const instructions = [transfer(0, 3, 8)];
    expect(tipsOf({ instructions }, added, 499)).toEqual([]);
    expect(tipsOf({ instructions }, added, 500)).toEqual([{ service: 'New', account, lamports: 8n }]);
  });
});

interface Facts {
  services: {
    service: string;
    kind: string;
    accounts: string[];
    counts: Record<string, { paid: number; lamports: number; accounts: number } | undefined>;
  }[];
}

describe.skipIf(!hasSharedData)('the published facts (skipped without ../shared/data)', () => {
  const { services } = hasSharedData
    ? (JSON.parse(readSharedData('facts/tip-accounts.json').toString()) as Facts)
    : { services: [] };
  const nameOf = ({ service, kind }: Facts['services'][number]): string =>
    kind === 'unknown' ? 'unlisted' : service;

  it('are the list', () => {
    const rows = services.flatMap((one) =>
      one.accounts.map((account) => [nameOf(one), one.kind === 'unknown' ? 'unlisted' : one.kind, account]),
    );
    expect(rows.length).toBe(239);
    expect(KNOWN_TIP_ACCOUNTS.map(({ service, kind, account }) => [service, kind, account])).toEqual(rows);
  });

  it('count the tips of a real block by service, in number and lamports', () => {
    const text = readSharedData('full-blocks/254170887.getblock.json').toString();
    const tips = parseGetBlock(parseExactJson(text), 254_170_887).transactions.flatMap((tx) => [
      ...tipPayments(254_170_887, tx, KNOWN_TIPS),
    ]);
    expect(new Set(tips.map(({ service }) => service))).toEqual(new Set(['Jito']));
    expect([tips.length, tips.reduce((sum, { lamports }) => sum + lamports!, 0n)]).toEqual([6, 32_000_000n]);
  });
});
