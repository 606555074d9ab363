import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

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
export function writeReport(name: string, sections: readonly string[], file?: string): void {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}`;
  const text = [
    `# ${name}, ${date}`,
    `Machine: ${machine}.\nCommand: \`${commandLine()}\`.`,
    ...sections,
  ].join('\n\n');
  process.stdout.write(`${text}\n`);
  const path = file ?? `${ROOT}bench/reports/${date}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
}

/** The command of this process, without paths of the machine. */
function commandLine(): string {
  const [, script = '', ...args] = process.argv;
  const shown = args.map((arg) => (isAbsolute(arg) ? 'PATH' : arg));
  return ['npx tsx --conditions=tickscope:source', relative(ROOT, script), ...shown].join(' ');
}
