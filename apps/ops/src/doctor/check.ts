import { formatTable } from '@tickscope/command-line';

export interface Check {
  what: string;
  state: 'ok' | 'note' | 'bad';
  detail: string;
}

export const ok = (what: string, detail: string): Check => ({ what, state: 'ok', detail });
export const note = (what: string, detail: string): Check => ({ what, state: 'note', detail });
export const bad = (what: string, detail: string): Check => ({ what, state: 'bad', detail });

const MARKS = { ok: 'ok', note: 'note', bad: 'BAD' };

/** @param heading of what is checked */
export function checksTable(checks: readonly Check[], heading = 'check'): string {
  const rows = checks.map(({ what, state, detail }) => [MARKS[state], what, detail]);
  return formatTable([['', heading, ''], ...rows]);
}

export function exitCodeOfChecks(checks: readonly Check[]): 0 | 1 {
  return checks.some(({ state }) => state === 'bad') ? 1 : 0;
}
