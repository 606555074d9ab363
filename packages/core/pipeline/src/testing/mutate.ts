import type { Random } from '@tickscope/testkit/random';

/** How a file is divided into length-prefixed frames, so that whole frames can be swapped. */
export type Framing = 'u32' | 'varint' | 'json' | 'none';

/** Returns a damaged copy of a file, with one to three kinds of damage or tampering. */
export function mutate(random: Random, bytes: Buffer, framing: Framing): Buffer {
  const ways = [flipBytes, flipBytes, truncate, deleteChunk, duplicateChunk, overwriteChunk];
  if (framing === 'u32' || framing === 'varint')
    ways.push(...Array.from({ length: 5 }, () => (r: Random, b: Buffer) => rearrangeFrames(r, b, framing)));
  if (framing === 'json') ways.push(editJsonText, editJsonText, editJsonText, editJsonTree, editJsonTree);
  let mutated = bytes;
  for (let left = random.pick([1, 1, 2, 3]); left > 0; left -= 1)
    mutated = random.pick(ways)(random, mutated);
  return mutated;
}

function flipBytes(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length === 0) return copy;
  for (let left = 1 + random.below(6); left > 0; left -= 1) {
    const at = random.below(copy.length);
    // Flips a bit, sets any byte, or adds or subtracts one: slightly wrong counts and lengths are the hardest to
    // detect.
    const old = copy[at]!;
    copy[at] = random.pick([old ^ (1 << random.below(8)), random.below(256), old + 1, old - 1]) & 0xff;
  }
  return copy;
}

function truncate(random: Random, bytes: Buffer): Buffer {
  return bytes.subarray(0, random.below(bytes.length + 1));
}

function chunk(random: Random, bytes: Buffer): [number, number] {
  const start = random.below(bytes.length + 1);
  return [start, Math.min(bytes.length, start + 1 + random.below(random.pick([4, 64, 4_096, 65_536])))];
}

function deleteChunk(random: Random, bytes: Buffer): Buffer {
  const [start, end] = chunk(random, bytes);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
}

function duplicateChunk(random: Random, bytes: Buffer): Buffer {
  const [start, end] = chunk(random, bytes);
  return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
}

function overwriteChunk(random: Random, bytes: Buffer): Buffer {
  const [start, end] = chunk(random, bytes);
  const copy = Buffer.from(bytes);
  copy.copyWithin(random.below(bytes.length + 1), start, end);
  return copy;
}

/** Swaps, drops, repeats or moves whole messages, one or many of them. */
function rearrangeFrames(random: Random, bytes: Buffer, framing: 'u32' | 'varint'): Buffer {
  const frames = splitFrames(bytes, framing);
  if (frames.length < 2) return bytes;
  const at = (): number => random.below(frames.length);
  for (let left = random.pick([1, 1, 3, 40]); left > 0; left -= 1) {
    const [one, two] = [at(), at()];
    const kind = random.below(4);
    if (kind === 0) [frames[one], frames[two]] = [frames[two]!, frames[one]!];
    else if (kind === 1 && frames.length > 2) frames.splice(one, 1);
    else if (kind === 2) frames.splice(two, 0, frames[one]!);
    else frames.splice(two, 0, ...frames.splice(one, 1 + random.below(8)));
  }
  return Buffer.concat(frames);
}

/** Returns the frames with their length prefixes; remaining bytes at the end form one more. */
function splitFrames(bytes: Buffer, framing: 'u32' | 'varint'): Buffer[] {
  const frames: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    let size = 0;
    let body = at;
    if (framing === 'u32') {
      if (bytes.length - at < 4) break;
      size = bytes.readUInt32BE(at);
      body = at + 4;
    } else
      for (let factor = 1; body < bytes.length; factor *= 128) {
        const byte = bytes[body]!;
        body += 1;
        size += (byte % 128) * factor;
        if (byte < 128) break;
      }
    if (body + size > bytes.length) break;
    frames.push(bytes.subarray(at, body + size));
    at = body + size;
  }
  if (at < bytes.length) frames.push(bytes.subarray(at));
  return frames;
}

const ODD_VALUES = [
  ...['0', '1', '-1', '255', '256', '65536', '4294967296', '9007199254740991', '9007199254740993'],
  ...[
    '18446744073709551615',
    '18446744073709551616',
    '1e400',
    '1.5',
    'null',
    'true',
    '"x"',
    '""',
    '[]',
    '{}',
  ],
];

/** Replaces a number or a letter in place. */
function editJsonText(random: Random, bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const number = /(?<=[:,[])-?\d+(?=[,\]}])/g;
  number.lastIndex = random.below(text.length + 1);
  const found = number.exec(text);
  if (found === null || random.chance(1, 4)) {
    const copy = Buffer.from(bytes);
    for (let at = random.below(copy.length + 1); at < copy.length; at += 1)
      if (/[A-Za-z0-9]/.test(String.fromCharCode(copy[at]!))) {
        copy[at] = random.pick([...'12ABCxyz0OIl+/=']).charCodeAt(0);
        break;
      }
    return copy;
  }
  const edited =
    text.slice(0, found.index) + random.pick(ODD_VALUES) + text.slice(found.index + found[0].length);
  return Buffer.from(edited, 'latin1');
}

/** Removes, repeats, swaps or empties an element or field somewhere in the tree. */
function editJsonTree(random: Random, bytes: Buffer): Buffer {
  let root: unknown;
  try {
    root = JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes;
  }
  let node = root;
  for (let depth = 1 + random.below(9); depth > 0; depth -= 1) {
    const children = Object.values(node ?? {}).filter((child) => typeof child === 'object' && child !== null);
    if (children.length === 0) break;
    node = random.pick(children);
  }
  if (Array.isArray(node)) editList(random, node);
  else if (typeof node === 'object' && node !== null) editObject(random, node as Record<string, unknown>);
  return Buffer.from(JSON.stringify(root));
}

function editList(random: Random, list: unknown[]): void {
  if (list.length === 0) list.push(random.pick([null, 0, 'x', {}, []]));
  const [one, two] = [random.below(list.length), random.below(list.length)];
  const kind = random.below(5);
  if (kind === 0) list.splice(one, 1);
  else if (kind === 1) list.splice(two, 0, list[one]);
  else if (kind === 2) [list[one], list[two]] = [list[two], list[one]];
  else if (kind === 3) list[one] = random.pick([null, 0, -1, 'x', {}, []]);
  else list.length = one;
}

function editObject(random: Random, object: Record<string, unknown>): void {
  const keys = Object.keys(object);
  if (keys.length === 0) return;
  const key = random.pick(keys);
  if (random.chance(1, 2)) delete object[key];
  else object[key] = random.pick([null, 0, -1, 'x', {}, [], object[random.pick(keys)]]);
}
