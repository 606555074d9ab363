import { JobError } from '@tickscope/accounts';
import { expect, test } from 'vitest';
import { ApiError } from '../errors.js';
import { throughOutages } from './through-outages.js';

const away = () => new ApiError('unavailable', { details: 'The database does not answer.' });
const never = new AbortController().signal;

test('an analysis is retried during an outage and returns its result afterwards', async () => {
  let tries = 0;
  const analyse = async () => {
    tries += 1;
    if (tries < 3) throw away();
    return 'found';
  };
  expect(await throughOutages(analyse, never, 60_000)).toBe('found');
  expect(tries).toBe(3);
});

test('an analysis that would wait too long fails with a public error', async () => {
  const failure = throughOutages(() => Promise.reject(away()), never, 100);
  await expect(failure).rejects.toThrow(JobError);
  await expect(failure).rejects.toThrow('The database does not answer. Ask again later.');
});

test('any other error ends it at once', async () => {
  let tries = 0;
  const analyse = () => {
    tries += 1;
    return Promise.reject(new ApiError('internal', { details: 'The request failed.' }));
  };
  await expect(throughOutages(analyse, never, 60_000)).rejects.toMatchObject({ code: 'internal' });
  expect(tries).toBe(1);
});

test('a cancelled job does not wait and does not report the outage', async () => {
  const job = new AbortController();
  const analyse = () => {
    job.abort(new Error('cancelled'));
    return Promise.reject(away());
  };
  await expect(throughOutages(analyse, job.signal, 60_000)).rejects.toThrow('cancelled');
});
