import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { accountKeys, pubkeyFromBase58, toBase58 } from '@tickscope/chain';
import { parseGetTransaction, readSharedBlock, readSharedJson, sharedPath } from './shared-data.js';

const BASE58_RUN = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{32,44}(?![A-Za-z0-9])/g;
const FOLDERS = ['dex-transactions', 'full-blocks', 'geyser-capture', 'old-faithful', 'sandwich-labels'];

/** Whether an address occurs in the real blocks and transactions, or in the list of known addresses beside them. */
export function realAddresses(): (address: string) => boolean {
  const texts = new Set<string>();
  const binaries: Buffer[] = [];
  for (const path of FOLDERS.flatMap((folder) => filesOf(sharedPath(folder)))) {
    const isPacked = path.endsWith('.gz');
    const bytes = isPacked ? gunzipSync(readFileSync(path)) : readFileSync(path);
    if (isPacked || path.endsWith('.json'))
      for (const text of bytes.toString('latin1').match(BASE58_RUN) ?? []) texts.add(text);
    else binaries.push(bytes);
  }
  // These transactions are base64 in their files.
  const { transactions } = readSharedBlock('full-blocks/254170887.getblock.json', 254170887);
  const axiom = parseGetTransaction(readSharedJson('public/axiom/b2-axiom-buy-203.json')).tx;
  for (const tx of [...transactions, axiom]) for (const key of accountKeys(tx)) texts.add(toBase58(key));
  return (address) =>
    texts.has(address) || binaries.some((bytes) => bytes.includes(Buffer.from(pubkeyFromBase58(address))));
}

function filesOf(path: string): string[] {
  return statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => filesOf(join(path, name)))
    : [path];
}
