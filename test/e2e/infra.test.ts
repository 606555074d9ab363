import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/paths.js';

const compose = parse(readFileSync(`${ROOT}infra/docker-compose.yaml`, 'utf8')) as {
  services: Record<string, { environment: Record<string, string>; command?: string[]; ports?: string[] }>;
};

/** The names that a program's own list of settings holds: `.env.example` for the API, the table of infra/README.md. */
function namesIn(file: string): Set<string> {
  return new Set(readFileSync(`${ROOT}${file}`, 'utf8').match(/\b[A-Z]+(_[A-Z]+)+\b/g));
}

describe('the files for containers, which are not run here', () => {
  it('set only variables that the programs read', () => {
    const api = namesIn('.env.example');
    for (const name of Object.keys(compose.services['api']!.environment)) expect(api, name).toContain(name);
    const ingester = readFileSync(`${ROOT}apps/ingester/src/config.ts`, 'utf8');
    for (const name of Object.keys(compose.services['ingester']!.environment))
      expect(ingester, name).toContain(`  ${name}:`);
  });

  it('start programs that exist, and open ports on this machine only', () => {
    for (const service of Object.values(compose.services)) {
      const script = service.command?.find((word) => /\.m?js$/.test(word));
      if (script !== undefined)
        expect(script).toMatch(/^apps\/((api|ingester)\/dist\/main\.js|cli\/bin\/tickscope\.mjs)$/);
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });
});
