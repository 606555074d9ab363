import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredBlock } from '../chain/chain.js';
import { decodeBlockFile, encodeBlockFile } from './block-file.js';

/** 26 s of a real-time chain, about 15 MB. Most files are deleted before the kernel has written them to disk. */
const MOST_BLOCKS = 64;
const NAME = /^(\d+)\.block$/;

/**
 * The last blocks of a generated chain, one file each, so that a killed simulator resumes exactly the chain its clients
 * have seen. A block is written before it is served, so a killed process loses nothing (a power failure may).
 */
export class BlockJournal {
  readonly #folder: string;
  readonly #most: number;
  /** Oldest first. */
  #slots: number[];

  constructor(folder: string, most = MOST_BLOCKS) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#most = most;
    this.#slots = [];
    for (const name of readdirSync(folder)) {
      const slot = NAME.exec(name)?.[1];
      if (slot !== undefined) this.#slots.push(Number(slot));
      // A partial file of a process that was killed while writing.
      else if (name.endsWith('.new')) rmSync(join(folder, name), { force: true });
    }
    this.#slots.sort((left, right) => left - right);
  }

  /** Returns the newest consecutive blocks, oldest first. Stops at a damaged file. */
  read(): StoredBlock[] {
    const blocks: StoredBlock[] = [];
    for (const slot of [...this.#slots].reverse()) {
      const block = this.#block(slot);
      const child = blocks[0];
      if (block === null || block.slot !== slot) {
        if (child === undefined) continue;
        break;
      }
      if (child !== undefined && !isParent(block, child)) break;
      blocks.unshift(block);
    }
    return blocks;
  }

  add(block: StoredBlock): void {
    const path = this.#path(block.slot);
    writeFileSync(`${path}.new`, encodeBlockFile(block), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    // Drops damaged blocks that the chain did not continue from.
    while (this.#slots.length > 0 && this.#slots.at(-1)! >= block.slot) {
      const slot = this.#slots.pop()!;
      if (slot > block.slot) rmSync(this.#path(slot), { force: true });
    }
    this.#slots.push(block.slot);
    while (this.#slots.length > this.#most) rmSync(this.#path(this.#slots.shift()!), { force: true });
  }

  /** Deletes everything, because the chain resumes from another block. */
  clear(): void {
    for (const slot of this.#slots) rmSync(this.#path(slot), { force: true });
    this.#slots = [];
  }

  #block(slot: number): StoredBlock | null {
    try {
      return decodeBlockFile(readFileSync(this.#path(slot)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  #path(slot: number): string {
    return join(this.#folder, `${slot}.block`);
  }
}

function isParent(parent: StoredBlock, child: StoredBlock): boolean {
  return child.parentSlot === parent.slot && child.parentBlockhash === parent.blockhash;
}
