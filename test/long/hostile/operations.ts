import { type LocatedOperation, loadOpenApi, operationsById } from '@tickscope/schemas';
import { guessedKey, type Kind, type Scene } from './kinds.js';
import { bytesOf, type Outcome, otherAddress, send } from './send.js';

/** Values that no field expects, or only some. */
const ODD: readonly unknown[] = [
  ...[null, true, -1, 0, 1, 2.5, 1e308, 2 ** 53, '', ' ', '0', '-1', '1e9', 'null', '\u0000', '\u202e', 'é'],
  ...["' OR 1=1 --", '../..', '%00', '__proto__', 'x'.repeat(5_000), [], {}, [[]], { a: { b: { c: 1 } } }],
  ...[Array.from({ length: 60 }, () => 1), '9'.repeat(400), '1'.repeat(44), '1'.repeat(88)],
  ...['2023-11-14', '9999-12-31T00:00:00Z', 'https://127.0.0.1/', 'http://[::1]:1/', 'https://a.example:0/'],
];
/** An answer that does not end, or is held: it is left after this time. */
const HELD_MS = 400;
const MOST_PIPELINED = 40;

const OPERATIONS = [...operationsById(loadOpenApi())];

interface OperationRequest {
  bytes: Buffer;
  isHeld: boolean;
}

/** A value for a field or parameter: an existing name, the document's example, or anything. */
function valueFor({ random, known }: Scene, example: unknown): unknown {
  const way = random.below(10);
  if (way < 4) return example ?? random.pick(known.signatures);
  if (way < 7) return random.pick([...known.accounts, random.pick(known.signatures), '1000', 1_010]);
  return random.pick(ODD);
}

const textFor = (scene: Scene, example: unknown): string => {
  const value = valueFor(scene, example);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The document's example with some fields changed, left out or added; sometimes its text is cut or no JSON at all. */
function bodyFor(scene: Scene, place: LocatedOperation): string {
  const { random } = scene;
  const [example] = Object.values(place.operation.requestBody?.content['application/json']?.examples ?? {});
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(example?.value ?? {})) {
    const way = random.below(8);
    if (way > 0) body[name] = way < 4 ? value : valueFor(scene, value);
  }
  if (random.below(6) === 0) body[random.pick(['limit', 'page', 'slot_range', 'x'])] = random.pick(ODD);
  const text = JSON.stringify(body);
  return random.below(12) === 0 ? text.slice(0, random.below(text.length + 1)) : text;
}

function pathFor(scene: Scene, place: LocatedOperation): string {
  const { random } = scene;
  const exampleOf = (name: string) => place.parameters.find((one) => one.name === name)?.example;
  const filled = place.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    pathSegment(scene, exampleOf(name)),
  );
  const query = place.parameters
    .filter((parameter) => parameter.in === 'query' && random.below(3) === 0)
    .map(({ name, example }) => `${name}=${encodeURIComponent(textFor(scene, example))}`);
  return `/api${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** Dots would be another path. */
const pathSegment = (scene: Scene, example: unknown): string =>
  encodeURIComponent(textFor(scene, example)).replaceAll('.', '%2E') || '%20';

function operationRequest(scene: Scene, key: string | undefined, isLast: boolean): OperationRequest {
  const [id, place] = scene.random.pick(OPERATIONS);
  const path = pathFor(scene, place);
  const body = place.operation.requestBody === undefined ? undefined : bodyFor(scene, place);
  const bytes = bytesOf({
    ...{ method: place.method.toUpperCase(), path, key, isKeptAlive: !isLast },
    ...(body === undefined ? {} : { body }),
  });
  return { bytes, isHeld: id === 'streamSandwiches' || /[?&]wait=/.test(path) };
}

/** Mostly the key with a large plan, so that requests get as far as their operation. */
function keyFor({ random, known }: Scene): string {
  const way = random.below(20);
  if (way === 0) return known.limitedKey;
  if (way === 1) return known.expiredKey;
  return way === 2 ? guessedKey() : known.hostileKey;
}

/** Requests to any of the operations, one or many at once, with a key or as a visitor. */
async function ask(
  scene: Scene,
  { isVisitor, count }: { isVisitor: boolean; count: number },
): Promise<Outcome> {
  const { random } = scene;
  const key = isVisitor ? undefined : keyFor(scene);
  const requests = Array.from({ length: count }, (_, at) => operationRequest(scene, key, at === count - 1));
  const isHeld = requests.some((request) => request.isHeld);
  const isDeaf = count > 1 && random.below(4) === 0;
  const outcome = await send(
    isVisitor ? scene.visitors : scene.target,
    [Buffer.concat(requests.map(({ bytes }) => bytes))],
    {
      from: otherAddress(),
      deaf: isDeaf,
      ...(isHeld || isDeaf ? { leaveAfterMs: HELD_MS } : {}),
    },
  );
  return { ...outcome, requests: count };
}

const manyOf = ({ random }: Scene): number => 2 + random.below(MOST_PIPELINED - 1);

export const OPERATION_KINDS: Kind[] = [
  { name: 'an operation', weight: 160, run: (s) => ask(s, { isVisitor: false, count: 1 }) },
  { name: 'an operation, by a visitor', weight: 80, run: (s) => ask(s, { isVisitor: true, count: 1 }) },
  { name: 'operations, pipelined', weight: 40, run: (s) => ask(s, { isVisitor: false, count: manyOf(s) }) },
  {
    name: 'operations, pipelined by a visitor',
    weight: 20,
    run: (s) => ask(s, { isVisitor: true, count: manyOf(s) }),
  },
];
