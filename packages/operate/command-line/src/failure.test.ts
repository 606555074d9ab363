import { CommanderError } from 'commander';
import { expect, it } from 'vitest';
import { ApiFailureError, ApiUnreachableError } from './api/failures.js';
import { CliError, NotFoundError, UnreachableError, UsageError } from './cli-error.js';
import { exitCodeOf, failureText } from './failure.js';

const address = { url: 'http://127.0.0.1:8787/api', key: null, keyFrom: null };
const answer = (error: string) => ({ error, details: null, message: null, retryAfterSeconds: null });
const failure = (status: number, error = 'x') => new ApiFailureError(status, answer(error), address);

it.each([
  [0, 'help', new CommanderError(0, 'commander.helpDisplayed', '')],
  [2, 'an unknown option', new CommanderError(1, 'commander.unknownOption', '')],
  [2, 'options that exclude each other', new UsageError('x')],
  [2, 'a question that the API refuses', failure(400)],
  [3, 'a transaction that is not stored', new NotFoundError('x')],
  [3, 'a 404 about what was asked for', failure(404, 'Transaction not found')],
  [4, 'a stack that does not run', new UnreachableError('x')],
  [4, 'an API that does not answer', new ApiUnreachableError('x')],
  [4, 'an API whose database is away', failure(503)],
  [4, 'a server that is no Tickscope API', failure(404, 'Not found')],
  [1, 'a key that is not accepted', failure(401)],
  [1, 'a limit', failure(429)],
  [1, 'any other expected failure', new CliError('x')],
  [1, 'a defect', new TypeError('x')],
])('exit code %i: %s', (code, _, error) => {
  expect(exitCodeOf(error)).toBe(code);
});

it('what commander has printed is not printed again', () => {
  expect(failureText(new CommanderError(1, 'commander.unknownOption', 'error: x'))).toBe('');
  expect(failureText(new UsageError('x'))).toBe('tickscope: x\n');
});
