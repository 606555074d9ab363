import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compileValidators, type OpenApiDocument, operationsById } from '@tickscope/schemas';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import { found, plant, signatureAt, storeBlocks, write } from '@tickscope/testkit/store/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../server.js';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';
import { quiet } from '../testing/quiet.js';
import { get, send } from '../testing/request.js';
import type { CodeSample } from './code-samples.js';

const planted = plant(900, { attacker: 'mallory', victims: ['alice'], pool: 'pool' });

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(async () => {
  for (const other of others) await other.stop();
  await api?.stop();
});

const others: RunningApi[] = [];

/** Asks another process, which has no document kept. */
async function served(): Promise<OpenApiDocument> {
  const other = await startApi(api.config, quiet);
  others.push(other);
  const { status, body } = await get(`${other.url}/openapi.json`);
  expect(status).toBe(200);
  return body as OpenApiDocument;
}

const samplesOf = (document: OpenApiDocument, id: string): CodeSample[] =>
  operationsById(document).get(id)!.operation['x-codeSamples'] as CodeSample[];

test('without a sandwich the examples are those of the document', async () => {
  const text = JSON.stringify((await served()).paths);
  expect(text).toContain('370537741.812.2.-1.0');
});

describe('with a sandwich', () => {
  let document: OpenApiDocument;
  beforeAll(async () => {
    await storeBlocks(api, [planted]);
    await write(api, found(planted));
    await markDetected(api.owner);
    document = await served();
  });

  test('the examples of requests name it, and each of them finds something', async () => {
    const located = operationsById(document);
    for (const id of ['analyzeTrade', 'checkSandwichFast', 'enhanceMetadata', 'walletSignatures']) {
      const { path, parameters, operation } = located.get(id)!;
      const [example] = Object.values(operation.requestBody!.content['application/json']!.examples!);
      const filled = path.replace(/\{(\w+)\}/, (_, name) =>
        String(parameters.find((parameter) => parameter.name === name)!.example),
      );
      const answer = await send(`${api.url}/api${filled}`, { method: 'POST', body: example!.value });
      expect([id, answer.status]).toEqual([id, 200]);
      expect(JSON.stringify(answer.body)).toContain(signatureAt(planted, 1));
    }
    const { value } = Object.values(
      located.get('checkAttacker')!.operation.requestBody!.content['application/json']!.examples!,
    )[0]!;
    expect(value).toMatchObject({
      attacker_address: address('mallory'),
      victim_address: address('alice'),
    });
    const [id] = located.get('getSandwich')!.parameters;
    expect((await get(`${api.url}/api/mev/sandwiches/${id!.example}`)).status).toBe(200);
    const [attacker] = located.get('getAttacker')!.parameters;
    expect((await get(`${api.url}/api/mev/attackers/${attacker!.example}`)).body).toMatchObject({
      data: { seen_as_attacker: true },
    });
    const [slot] = located.get('getSlot')!.parameters;
    expect((await get(`${api.url}/api/slots/${slot!.example}`)).body).toMatchObject({
      data: { slot: 900, state: 'stored' },
    });
  });

  test('every example of a request is what its schema says', () => {
    const validators = compileValidators(document);
    for (const [id, { parameters, operation }] of operationsById(document)) {
      const of = (place: string) =>
        parameters.filter((parameter) => parameter.in === place && parameter.example !== undefined);
      const sample = (place: string) =>
        Object.fromEntries(of(place).map(({ name, example }) => [name, String(example)]));
      expect([id, validators.pathParameters(id)(sample('path'))]).toEqual([id, []]);
      expect([id, validators.queryParameters(id)(sample('query'))]).toEqual([id, []]);
      for (const { value } of Object.values(
        operation.requestBody?.content['application/json']?.examples ?? {},
      ))
        expect([id, validators.body(id)(value)]).toEqual([id, []]);
    }
  });

  test('every operation has samples in curl, TypeScript and Python', () => {
    for (const id of operationsById(document).keys())
      expect([id, samplesOf(document, id).map(({ label }) => label)]).toEqual([
        id,
        ['curl', 'TypeScript', 'Python'],
      ]);
    expect(samplesOf(document, 'checkSandwichFast')[1]!.source).toContain(
      `await client.checkSandwichFast({\n  "signature": "${signatureAt(planted, 1)}"\n})`,
    );
  });

  test.each(['checkSandwichFast', 'getSlot', 'getStatus'])(
    'the samples of %s run as they are, with the address of the server',
    async (id) => {
      const [curl, , python] = samplesOf(document, id).map(({ source }) => source);
      const env = { ...process.env, TICKSCOPE_API_KEY: 'sk_live_x' };
      // Not synchronous: the server runs in this process.
      const run = (command: string, args: string[]) =>
        promisify(execFile)(command, args, { env, timeout: 20_000 });
      const viaCurl = await run('sh', ['-c', `${curl} -s`]);
      expect(JSON.parse(viaCurl.stdout)).toMatchObject({ success: true });
      const viaPython = await run('python3', ['-c', python!]);
      expect(viaPython.stderr).toBe('');
      expect(viaPython.stdout).toMatch(/^\{'success': True/);
    },
  );
});
