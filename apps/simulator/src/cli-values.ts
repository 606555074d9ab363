import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { ParentBlock } from './synthetic/options.js';

export function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}

export function decimal(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || text.trim() === '')
    throw new InvalidArgumentError('It must be a number.');
  return value;
}

export function names(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

export function list(text: string): number[] {
  return text.split(',').map(whole);
}

export const NOW = -1;

export function unixTime(text: string): number {
  return text === 'now' ? NOW : whole(text);
}

export function storedHead(text: string): ParentBlock {
  const [slot = '', blockhash = '', height, time, ...rest] = text.split(',');
  if (blockhash === '' || rest.length > 0)
    throw new InvalidArgumentError('It must be slot,blockhash[,height[,unix seconds]].');
  const known = (part: string | undefined): number | null =>
    part === undefined || part === '' ? null : whole(part);
  return { slot: whole(slot), blockhash, blockHeight: known(height), blockTime: known(time) };
}

export function readTls([certificate = '', privateKey = '']: string[]): {
  certificate: Buffer;
  privateKey: Buffer;
} {
  return { certificate: readFileSync(certificate), privateKey: readFileSync(privateKey) };
}
