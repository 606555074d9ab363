import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger, type LogOptions } from './logger.js';

function logged(options: Partial<LogOptions>, write: (log: ReturnType<typeof createLogger>) => void): string {
  const out = new PassThrough();
  write(createLogger({ name: 'test', level: 'info', destination: out, ...options }));
  return String(out.read() ?? '');
}

test('a line is one JSON object with the time as text, the program and the message', () => {
  const line = logged({}, (log) => log.info({ slot: 5 }, 'stored'));
  expect(line.endsWith('}\n')).toBe(true);
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    pid: process.pid,
    name: 'test',
    slot: 5,
    msg: 'stored',
  });
});

test('records below the level are not written', () => {
  expect(logged({ level: 'warn' }, (log) => log.info('no'))).toBe('');
  expect(logged({ level: 'silent' }, (log) => log.fatal('no'))).toBe('');
});

test.each([
  ['at the top', { password: 'hunter2', authorization: 'Bearer hunter2' }],
  ['in a request', { req: { headers: { authorization: 'hunter2', cookie: 'hunter2' } } }],
  ['in the configuration', { config: { clickhouse: { password: 'hunter2' } } }],
  ['in an environment', { env: { CLICKHOUSE_PASSWORD: 'hunter2' } }],
  ['in an error', { err: Object.assign(new Error('refused'), { password: 'hunter2' }) }],
])('no secret is written: %s', (_, fields) => {
  const line = logged({}, (log) => log.error(fields, 'failed'));
  expect(line).toContain('[redacted]');
  expect(line).not.toContain('hunter2');
  expect(logged({ pretty: true }, (log) => log.error(fields, 'failed'))).not.toContain('hunter2');
});

test('children keep the name and add their own fields', () => {
  const line = logged({}, (log) => log.child({ requestId: 'r1' }).info('done'));
  expect(JSON.parse(line)).toMatchObject({ name: 'test', requestId: 'r1', msg: 'done' });
});

test('pretty lines are for people', () => {
  const line = logged({ pretty: true }, (log) => log.warn({ slot: 5, cause: 'late' }, 'skipped'));
  expect(line).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] WARN \(test\): skipped \{"slot":5,"cause":"late"\}\n$/);
});

test('a pretty error shows its stack', () => {
  const line = logged({ pretty: true }, (log) => log.error({ err: new Error('boom') }, 'failed'));
  expect(line).toContain('ERROR (test): failed');
  expect(line).toMatch(/Error: boom\n +at /);
});
