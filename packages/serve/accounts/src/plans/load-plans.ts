import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isPlanName } from './plan-name.js';
import type { Plan, PlanLimit, Plans } from './types.js';

/** The same path from src/ and from dist/. */
const OWN_FILE = fileURLToPath(new URL('../../plans.json', import.meta.url));

const REQUIRED = ['default', 'test'];
const OPERATION_ID = /^[a-z][A-Za-z0-9]{0,63}$/;
const MAX_LIMIT = 1_000_000;
const MAX_SECONDS = 31 * 86_400;

/**
 * The plans' file cannot be used. The message has a line for each problem, with its location. A retry fails again until
 * the file has changed.
 */
export class PlansError extends Error {
  override readonly name = 'PlansError';
  readonly code = 'invalid_plans';
  constructor(path: string, problems: readonly string[]) {
    super(`the plans in ${path} cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Reads the plans from the file at `path`, or the package's own. @throws PlansError */
export function loadPlans(path: string = OWN_FILE): Plans {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new PlansError(path, [(error as Error).message]);
  }
  const problems: string[] = [];
  const plans = plansOf(value, problems);
  if (problems.length > 0) throw new PlansError(path, problems);
  return plans;
}

function plansOf(value: unknown, problems: string[]): Plans {
  if (!isObject(value)) {
    problems.push(`the file: expected an object of plans by name, found ${kindOf(value)}`);
    return {};
  }
  for (const name of REQUIRED)
    if (!Object.hasOwn(value, name)) problems.push(`${name}: this plan must be there`);
  return Object.fromEntries(
    Object.entries(value).map(([name, plan]) => {
      if (!isPlanName(name))
        problems.push(
          `${JSON.stringify(name)}: a plan's name has 1 to 64 of the characters a-z, 0-9, - and _, and begins with a letter or digit`,
        );
      return [name, planOf(plan, name, problems)];
    }),
  );
}

function planOf(value: unknown, where: string, problems: string[]): Plan {
  const { global, endpoints } = fieldsOf(value, ['global', 'endpoints'], where, problems);
  return {
    global: limitOf(global, `${where}.global`, problems),
    endpoints: endpointsOf(endpoints, `${where}.endpoints`, problems),
  };
}

function endpointsOf(value: unknown, where: string, problems: string[]): Record<string, PlanLimit | null> {
  if (!isObject(value)) {
    problems.push(`${where}: expected an object of limits by operation id, found ${kindOf(value)}`);
    return {};
  }
  return Object.fromEntries(
    Object.entries(value).map(([id, limit]) => {
      if (!OPERATION_ID.test(id)) problems.push(`${where}: ${JSON.stringify(id)} is no operation id`);
      return [id, limit === null ? null : limitOf(limit, `${where}.${id}`, problems)];
    }),
  );
}

function limitOf(value: unknown, where: string, problems: string[]): PlanLimit {
  const { limit, seconds } = fieldsOf(value, ['limit', 'seconds'], where, problems);
  return {
    limit: numberOf(limit, MAX_LIMIT, `${where}.limit`, problems),
    seconds: numberOf(seconds, MAX_SECONDS, `${where}.seconds`, problems),
  };
}

function numberOf(value: unknown, most: number, where: string, problems: string[]): number {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number;
  problems.push(`${where}: expected a whole number from 1 to ${most}, found ${kindOf(value)}`);
  return 1;
}

/**
 * Returns the fields of an object. Unknown fields are an error, because a misspelt one would be a limit that is
 * not enforced.
 */
function fieldsOf<Name extends string>(
  value: unknown,
  names: readonly Name[],
  where: string,
  problems: string[],
): Partial<Record<Name, unknown>> {
  if (!isObject(value)) {
    problems.push(`${where}: expected an object with ${names.join(' and ')}, found ${kindOf(value)}`);
    return {};
  }
  for (const name of Object.keys(value))
    if (!names.some((known) => known === name))
      problems.push(`${where}: ${JSON.stringify(name)} is not known; expected ${names.join(' and ')}`);
  return value as Partial<Record<Name, unknown>>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A short description of the value that was found. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}
