import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/paths.js';

const FOLDER = `${ROOT}infra/prometheus`;
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

function promtool(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
  return { status, output: status === 0 ? '' : `${stdout}${stderr}` };
}

describe('the alerts', () => {
  const { groups } = parse(readFileSync(`${FOLDER}/rules.yaml`, 'utf8')) as {
    groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);

  it('link a section of the runbook each, and the runbook has no others', () => {
    const runbook = readFileSync(`${ROOT}docs/runbook.md`, 'utf8');
    const sections = [...runbook.matchAll(/^### (\w+)\n([\s\S]*?)(?=^#|$(?![\s\S]))/gm)];
    expect(sections.map(([, name]) => name).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const [, name, text = ''] of sections)
      for (const part of ['**Meaning**', '**See**', '**Do**']) expect(text, name).toContain(part);
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });

  it('notice for each scraped program that it has vanished', () => {
    const { scrape_configs: jobs } = parse(readFileSync(`${FOLDER}/prometheus.yaml`, 'utf8')) as {
      scrape_configs: { job_name: string }[];
    };
    for (const { job_name: job } of jobs)
      expect(rules.map(({ expr }) => expr)).toContain(`absent(up{job="${job}"})`);
  });

  it.skipIf(!hasPromtool)('are rules that Prometheus takes (skipped without promtool)', () => {
    expect(promtool('check', 'rules', 'rules.yaml')).toEqual({ status: 0, output: '' });
  });

  it.skipIf(!hasPromtool)('fire in incidents, and only then (skipped without promtool)', () => {
    expect(promtool('test', 'rules', 'rules.test.yaml')).toEqual({ status: 0, output: '' });
  });
});
