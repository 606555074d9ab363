import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head, ...body] = rows;
  if (head === undefined) return '';
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** A dated report in bench/reports, or the file given: machine, command, and what the benchmark gives. Also printed. */
export function writeReport(name: string, command: string, sections: readonly string[], file?: string): void {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}`;
  const text = [`# ${name}, ${date}`, `Machine: ${machine}.\nCommand: \`${command}\`.`, ...sections].join(
    '\n\n',
  );
  process.stdout.write(`${text}\n`);
  const folder = fileURLToPath(new URL('../reports/', import.meta.url));
  const path = file ?? `${folder}${date}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
}
