import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toBase58 } from '@tickscope/chain';
import { Random } from '@tickscope/testkit/random';
import { afterAll, describe, expect, it } from 'vitest';
import type { Label } from './label.js';
import { readLabels } from './read-labels.js';

const folder = mkdtempSync(join(tmpdir(), 'tickscope-labels-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const random = new Random(7);
const sig = Array.from({ length: 10 }, () => toBase58(random.bytes(64)));
const [wallet, other] = [toBase58(random.bytes(32)), toBase58(random.bytes(32))];
const path = join(folder, 'labels');

async function read(content: string | Buffer): Promise<Label[]> {
  writeFileSync(path, content);
  const labels: Label[] = [];
  for await (const label of readLabels(path)) labels.push(label);
  return labels;
}

const WHOLE = {
  ...{ fronts: [sig[0]], victims: [sig[1], sig[2]], backs: [sig[3]], attackers: [wallet] },
  slots: { fromSlot: 7, toSlot: 9 },
};

describe('labels are read', () => {
  it('from CSV with a record for each sandwich, under many names and separators', async () => {
    const rows = [
      `\uFEFFID,Frontrun_Signature,victim_txs,back-run tx,attacker,first_slot,last_slot,profit\r`,
      `a,${sig[0]},"${sig[1]} ${sig[2]}",${sig[3]},${wallet},7,9,1.5\r`,
      '',
      `"b ""x"", y",${sig[4]},"${sig[5]},\n${sig[6]}",https://solscan.io/tx/${sig[7]},,,,`,
    ];
    expect(await read(rows.join('\n'))).toEqual([
      { line: 2, name: 'a', ...WHOLE },
      {
        ...{ line: 4, name: 'b "x", y', fronts: [sig[4]], victims: [sig[5], sig[6]], backs: [sig[7]] },
        ...{ attackers: [], slots: null },
      },
    ]);
  });

  it('from CSV with a record for each transaction', async () => {
    const rows = [
      'sandwichId,type,slot,position,signature,signer',
      `a,frontRun,7,3,${sig[0]},${wallet}`,
      `a,victim,8,4,${sig[1]},${other}`,
      `a,victim,8,5,${sig[2]},${other}`,
      `a,backRun,9,1,${sig[3]},${wallet}`,
      `b,backRun,11,1,${sig[4]},${wallet}`,
    ];
    expect(await read(rows.join('\n'))).toEqual([
      { line: 2, name: 'a', ...WHOLE },
      {
        ...{ line: 6, name: 'b', fronts: [], victims: [], backs: [sig[4]], attackers: [wallet] },
        slots: { fromSlot: 11, toSlot: 11 },
      },
    ]);
  });

  it('from JSON lines, whose sides are texts, lists or objects', async () => {
    const lines = [
      {
        ...{ id: 'a', attacker: wallet, frontrun: sig[0], backrun: { slot: 9, signature: sig[3] } },
        victims: [{ tx: sig[1], slot: 7 }, sig[2]],
      },
      { id: 5, victim: sig[4], slot: '12' },
    ];
    expect(await read(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual([
      { line: 1, name: 'a', ...WHOLE },
      {
        ...{ line: 2, name: '5', fronts: [], victims: [sig[4]], backs: [], attackers: [] },
        slots: { fromSlot: 12, toSlot: 12 },
      },
    ]);
  });

  const real = fileURLToPath(
    new URL('../../../../../shared/data/sandwich-labels/371297968.json', import.meta.url),
  );
  it.skipIf(!existsSync(real))('from a public list (skipped without the shared data)', async () => {
    const list = JSON.parse(readFileSync(real, 'utf8')) as object[];
    const [label] = await read(list.map((each) => JSON.stringify(each)).join('\n'));
    expect(label).toMatchObject({ line: 1, slots: { fromSlot: 371_297_968, toSlot: 371_297_971 } });
    expect([label!.fronts.length, label!.victims.length, label!.backs.length]).toEqual([1, 3, 1]);
  });
});

describe('a file that is no list of labels is refused, with its line', () => {
  const head = 'frontrun,victims,backrun\n';
  const cases: [string, string | Buffer, RegExp][] = [
    ['empty', '', /labels, line 1: the file is empty/],
    ['only blanks', ' \n\n', /line 1: the file is empty/],
    ['a JSON list', '\n[{}]', /line 2: a JSON list; one object a line/],
    ['broken JSON', `{"victim":"${sig[0]}"}\n{"a":`, /line 2: it is not JSON/],
    ['another JSON value later', `{"victim":"${sig[0]}"}\n7`, /line 2: it is not a JSON object/],
    ['JSON without legs', '{"slot":7}', /line 1: no signature of a front, a victim or a back/],
    ['JSON with a number for a leg', '{"victim":7}', /line 1: "victim" holds something that is no text/],
    [
      'JSON with an object without signature',
      '{"victim":{"slot":7}}',
      /line 1: an object in "victim" has no/,
    ],
    ['unknown columns', 'a,b\n1,2', /line 1: no column of signatures .* there are "a", "b"/],
    [
      'roles without id',
      `role,signature\nfront,${sig[0]}`,
      /line 1: .* needs the columns role, signature and id/,
    ],
    ['an unknown role', `id,role,signature\na,middle,${sig[0]}`, /line 2: "middle" is neither front/],
    ['too many cells', `${head}${sig[0]},,,\n`, /line 2: 4 cells, but the heading names 3/],
    ['no signature', `${head}${sig[0]},nonsense,\n`, /line 2: "nonsense" is no signature/],
    ['an address', `${head}${sig[0]},${wallet},\n`, /line 2: .* is no signature/],
    ['a negative slot', `slot,${head}-1,${sig[0]},,`, /line 2: "-1" is no slot/],
    ['a huge slot', `{"victim":"${sig[0]}","slot":1e300}`, /line 1: .* is no slot/],
    ['no attacker', `{"victim":"${sig[0]}","attacker":"x"}`, /line 1: "x" is no address/],
    ['an open quote', `${head}"${sig[0]},\n,`, /line 2: its quote does not end/],
    ['bytes that are no text', Buffer.from([0x61, 0xff, 0xfe, 10]), /line 1: it is not text in UTF-8/],
    ['control characters', `${head}\u001b\u202ex,,`, /line 2: "x" is no signature/],
    ['a line without end', `${head}${'x'.repeat(2_000_000)}`, /line 2: it is longer than 1.0 MiB/],
    ['deep JSON', `{"victim":${'['.repeat(50_000)}`, /line 1: it is not JSON/],
    [
      'too many legs',
      `${head}${Array.from({ length: 401 }, () => toBase58(random.bytes(64))).join(' ')},,`,
      /line 2: 401 signatures; at most 400/,
    ],
    [
      'too many legs in records',
      `id,role,signature\n${Array.from({ length: 401 }, () => `a,victim,${toBase58(random.bytes(64))}`).join('\n')}`,
      /line 402: 401 signatures; at most 400/,
    ],
  ];
  it.each(cases)('%s', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('as is a file that is not there', async () => {
    const missing = readLabels(join(folder, 'none'));
    await expect(missing.next()).rejects.toThrow(/none is not readable: ENOENT/);
  });
});
