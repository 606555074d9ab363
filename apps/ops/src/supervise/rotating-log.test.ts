import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RotatingLog } from './rotating-log.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickscope-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps the newest lines in a bounded number of bounded files', () => {
  const file = join(folder, 'api.log');
  const log = new RotatingLog(file, 100);
  for (let line = 0; line < 200; line += 1) log.write(`line ${String(line).padStart(4, '0')}\n`);
  log.close();
  expect(readdirSync(folder).sort()).toEqual(['api.log', 'api.log.1', 'api.log.2', 'api.log.3']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(100 + 10);
  const text = ['api.log.3', 'api.log.2', 'api.log.1', 'api.log']
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const lines = text.trimEnd().split('\n');
  expect(lines.at(-1)).toBe('line 0199');
  expect(lines).toEqual(
    Array.from(
      { length: lines.length },
      (_, at) => `line ${String(200 - lines.length + at).padStart(4, '0')}`,
    ),
  );
});

it('continues the file of an earlier start, and knows its size', () => {
  const file = join(folder, 'api.log');
  writeFileSync(file, 'x'.repeat(100));
  const log = new RotatingLog(file, 100);
  log.write('new\n');
  log.close();
  expect(readFileSync(file, 'utf8')).toBe('new\n');
  expect(statSync(`${file}.1`).size).toBe(100);
});
