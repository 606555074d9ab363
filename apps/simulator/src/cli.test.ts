import { describe, expect, test } from 'vitest';
import { parseCommandLine } from './cli.js';

const parse = (...args: string[]) => parseCommandLine(['node', 'simulator', ...args]);

describe('the command line', () => {
  test('alone serves a generated chain in real time on loopback', () => {
    const { options, files, truthPath, pace } = parse();
    expect([files, truthPath, pace.slotMs]).toEqual([[], null, 400]);
    expect(options).toMatchObject({
      host: '127.0.0.1',
      port: 10_000,
      xToken: null,
      canReplay: true,
      startOn: 'start',
    });
    expect(options.generate).toMatchObject({ seed: 'tickscope', slots: null, firstSlot: 432_000_000 });
    expect(options.generate).not.toHaveProperty('voteShare');
    // Something to look at: swaps and a few sandwiches.
    expect(options.generate!.dexShare).toBeGreaterThan(0);
    expect(options.generate!.sandwichesPerSlot).toBeGreaterThan(0);
  });

  test('names files, pace, chain and faults', () => {
    const command = parse(
      'a.bin',
      '--speed',
      '2',
      '--slot-ms',
      '0',
      '--retention',
      '9',
      '--x-token',
      'secret',
      '--no-replay',
      '--wait',
      '--epoch',
      '7',
      '--votes',
      '0.5',
      '--consensus',
      'alpenglow',
      '--no-logs',
      '--truth',
      'truth.jsonl',
      '--labels',
      'labels.jsonl',
      '--dex',
      '0.5',
      '--sandwiches',
      '2.5',
      '--sandwich-limit',
      '200',
      '--sandwich-kinds',
      'wide,same_slot',
      '--pools',
      '40',
      '--disconnect-at',
      '3,5',
      '--half-slot',
      '8',
      '--reorder',
      '4',
      '--drop',
      '0.1',
    );
    expect(command).toMatchObject({
      files: ['a.bin'],
      speed: 2,
      pace: { slotMs: 0, retentionSlots: 9 },
      truthPath: 'truth.jsonl',
      labelsPath: 'labels.jsonl',
    });
    expect(command.options).toMatchObject({
      xToken: 'secret',
      canReplay: false,
      startOn: 'first-subscriber',
    });
    expect(command.options.generate).toMatchObject({
      firstSlot: 7 * 432_000,
      voteShare: 0.5,
      consensus: 'alpenglow',
      logMessages: false,
      dexShare: 0.5,
      sandwichesPerSlot: 2.5,
      sandwichLimit: 200,
      sandwichKinds: ['wide', 'same_slot'],
      pools: 40,
    });
    expect(command.options.faults).toMatchObject({
      disconnectAt: [3, 5],
      halfSlots: [8],
      reorderWindow: 4,
      dropShare: 0.1,
    });
  });

  test('serves JSON-RPC only when a port is given, with its faults', () => {
    expect(parse().options.rpc).toBeUndefined();
    const { options } = parse(
      ...['--rpc-port', '8899', '--rpc-rate', '50', '--rpc-fail', '0.1', '--rpc-latency-ms', '20'],
      ...['--rpc-wrong-blockhash', '7,9', '--rpc-missing', '8', '--no-rpc-archive', '--fault-seed', 'x'],
    );
    expect(options.rpc).toEqual({
      port: 8_899,
      hasArchive: false,
      faults: {
        ...{ seed: 'x', latencyMs: 20, failShare: 0.1, requestsPerSecond: 50 },
        ...{ wrongBlockhashSlots: [7, 9], missingSlots: [8] },
      },
    });
  });
});
