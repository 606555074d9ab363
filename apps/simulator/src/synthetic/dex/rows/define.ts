import type { Row } from './row.js';

/** Lanes, scenes and gaps of most rows. */
const USUAL = { notBefore: 0, lanes: 9, scenes: [1, 1], gap: [2, 16] } as const;

/** A row of attacks: at least `goal` of them must be counted. */
export function attack(name: string, goal: number, row: Partial<Row> & Pick<Row, 'actor'>): Row {
  return { ...USUAL, name, isAttack: true, goal, bystanders: 'any', ...row };
}

/** A row of look-alikes: at most `goal` of them may be counted. */
export function lookAlike(name: string, goal: number, row: Partial<Row> & Pick<Row, 'actor'>): Row {
  return { ...USUAL, name, isAttack: false, goal, bystanders: 'spared', ...row };
}

/** A row of bots that must be known by their sixth sandwich. */
export function habit(name: string, row: Partial<Row> & Pick<Row, 'actor'>): Row {
  return attack(name, 0.95, { notBefore: 5, lanes: 16, scenes: [9, 15], gap: [1, 8], ...row });
}
