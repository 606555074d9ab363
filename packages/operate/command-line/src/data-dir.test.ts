import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataDirOf } from './data-dir.js';

describe('the data folder of a command', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'tickscope-dir-')));
    mkdirSync(join(root, 'a', 'b'), { recursive: true });
    vi.stubEnv('TICKSCOPE_DATA_DIR', undefined);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true, force: true });
  });

  it('is found from the folders below it, the nearest one first', () => {
    mkdirSync(join(root, '.tickscope'));
    expect(dataDirOf(undefined, join(root, 'a', 'b'))).toBe(join(root, '.tickscope'));
    expect(dataDirOf(undefined, root)).toBe(join(root, '.tickscope'));
    mkdirSync(join(root, 'a', '.tickscope'));
    expect(dataDirOf(undefined, join(root, 'a', 'b'))).toBe(join(root, 'a', '.tickscope'));
  });

  it('is created here where none exists; a file of that name does not count', () => {
    writeFileSync(join(root, 'a', '.tickscope'), '');
    expect(dataDirOf(undefined, join(root, 'a', 'b'))).toBe(join(root, 'a', 'b', '.tickscope'));
  });

  it('is the one that the flag or the environment names, from here', () => {
    mkdirSync(join(root, '.tickscope'));
    vi.stubEnv('TICKSCOPE_DATA_DIR', 'of-env');
    expect(dataDirOf(undefined, join(root, 'a'))).toBe(join(root, 'a', 'of-env'));
    expect(dataDirOf('of-flag', join(root, 'a'))).toBe(join(root, 'a', 'of-flag'));
  });
});
