import { probeEndpoint } from '@tickscope/pipeline';
import { type ServerLimits, type SimulatorOptions, startSimulator } from '@tickscope/simulator';
import { describe, expect, it } from 'vitest';
import { geyserChecks } from './geyser-checks.js';

/** Asks a simulated server and gives the details by check. */
async function ask(
  limits: Partial<ServerLimits> = {},
  options: SimulatorOptions = {},
): Promise<Record<string, { state: string; detail: string }>> {
  const simulator = await startSimulator({
    generate: { seed: 'doctor', transactionsPerSlot: 12, skippedShare: 0 },
    pace: { slotMs: 100, historySlots: 200, retentionSlots: 400 },
    limits,
    ...options,
  });
  try {
    const endpoint = { url: simulator.endpoint, xToken: null, compression: 'none' as const };
    // Of 130 slots, so that a busy machine reads them all before the deadline, and a server may still end a replay after 100.
    const probe = await probeEndpoint(endpoint, { deadlineMs: 20_000, replaySlots: 130 });
    return Object.fromEntries(
      geyserChecks(probe).map(({ what, state, detail }) => [what, { state, detail }]),
    );
  } finally {
    await simulator.stop();
  }
}

describe('doctor --geyser', () => {
  it('says of a server without limits what it gives, and that it fits', async () => {
    const checks = await ask();
    expect(checks['endpoint']?.detail).toMatch(/tickscope-simulator 0\.1\.0 .*head \d+/);
    expect(checks['whole blocks']?.detail).toMatch(/complete with entries/);
    expect(checks['entries']?.detail).toMatch(/in whole blocks and one by one/);
    expect(checks['chain']?.detail).toMatch(/^64 ticks a slot, \d+ votes seen/);
    expect(checks['banks']?.detail).toMatch(/^no numbers come/);
    expect(checks['replay range']?.detail).toMatch(/slots below the head/);
    expect(checks['replay of whole blocks']).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/up to the head/),
    });
    expect(checks['message size']?.state).toBe('ok');
    expect(checks['compression']?.detail).toMatch(/gzip/);
    expect(checks['meaning']?.detail).toMatch(/GEYSER_MODE=blocks/);
  });

  it('says that the chain runs Alpenglow, and whether numbers of banks come', async () => {
    const checks = await ask(
      {},
      {
        generate: { seed: 'alpenglow', transactionsPerSlot: 12, consensus: 'alpenglow', hasBankIds: true },
      },
    );
    expect(checks['chain']?.detail).toMatch(/^Alpenglow: one tick a block/);
    // The server sends them, and the native client of @triton-one/yellowstone-grpc 7.0.1 drops fields that it does not know.
    expect(checks['banks']?.detail).toMatch(/^no numbers come/);
  });

  it('names a server that accepts from_slot and never delivers blocks', async () => {
    const checks = await ask({ replaysBlocks: false });
    expect(checks['replay of whole blocks']).toEqual({
      state: 'note',
      detail: 'accepted (from_slot), but no block ever comes: the ingester asks in the other mode',
    });
    expect(checks['replay of single messages']).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/up to the head/),
    });
    expect(checks['meaning']?.detail).toMatch(/after an interruption messages are used/);
  });

  it('names a server that gives no entries', async () => {
    const checks = await ask({ sendsEntries: false });
    expect(checks['entries']).toMatchObject({
      state: 'note',
      detail: expect.stringMatching(/none came in either mode/),
    });
    expect(checks['meaning']?.detail).toMatch(/usable without ticks/);
  });

  it('names a server that gives whole blocks only with an account filter', async () => {
    const checks = await ask({ blocksNeedAccounts: true });
    expect(checks['whole blocks']?.detail).toMatch(/only with an account filter/);
    expect(checks['meaning']?.detail).toBe('set GEYSER_MODE=messages');
  });

  it('names a server that ends a stream after 100 slots of replay', async () => {
    const checks = await ask({ mostReplayedSlots: 100 });
    expect(checks['replay of whole blocks']?.detail).toMatch(
      /^100 blocks .*then the server ended the stream/,
    );
  });

  it('names a server that does not answer', async () => {
    const probe = await probeEndpoint({ url: 'http://127.0.0.1:1', xToken: null, compression: 'none' });
    expect(geyserChecks(probe)).toMatchObject([{ what: 'endpoint', state: 'bad' }]);
  });
});
