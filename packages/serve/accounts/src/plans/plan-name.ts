/** The same check as in the database. */
const PLAN_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export function isPlanName(text: string): boolean {
  return PLAN_NAME.test(text);
}
