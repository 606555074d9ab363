/**
 * Whether answers say where detection has not run yet (`verdict`, `coverage.undetected_slots`). With `true` the tests
 * require both fields, wait for detection by asking the API alone, and fail when a sandwiched trade is ever called
 * `not_sandwiched` on the way. With `false` they wait until the tables are right, up to a deadline.
 */
export const ANSWERS_SAY_VERDICT = true;
