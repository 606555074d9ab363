import { existsSync, readFileSync } from 'node:fs';

/** Real chain data outside the repository. Tests that need it are skipped if it is absent. */
const folder = new URL('../../../../../../shared/data/', import.meta.url);

export const hasSharedData = existsSync(folder);

export function readSharedData(path: string): Buffer {
  return readFileSync(new URL(path, folder));
}

/** The parts of a `getBlock` result with base64 transactions that tests read themselves. */
export interface GetBlockJson {
  blockhash: string;
  previousBlockhash: string;
  parentSlot: number;
  blockTime: number;
  blockHeight: number;
  rewards: { pubkey: string; rewardType: string }[];
  transactions: GetBlockRow[];
}

export interface GetBlockRow {
  transaction: [string, string];
  version: number | 'legacy';
  meta: {
    err: unknown;
    fee: number;
    preBalances: number[];
    postBalances: number[];
    computeUnitsConsumed: number;
    loadedAddresses: { writable: string[]; readonly: string[] };
    innerInstructions: { index: number; instructions: { programIdIndex: number }[] }[];
  };
}

export function readGetBlockText(): string {
  return readSharedData('full-blocks/254170887.getblock.json').toString();
}

export function readGetBlockJson(): GetBlockJson {
  const json = JSON.parse(readGetBlockText()) as GetBlockJson & { result?: GetBlockJson };
  return json.result ?? json;
}

/** The messages of the Geyser capture, each preceded by its length as big-endian u32. */
export function readCaptureMessages(): Uint8Array[] {
  const bytes = readSharedData('geyser-capture/398202772-398202799.bin');
  const messages: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    messages.push(new Uint8Array(bytes.subarray(at + 4, at + 4 + size)));
    at += 4 + size;
  }
  return messages;
}
