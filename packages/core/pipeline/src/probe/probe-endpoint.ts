import { GetSlotResponse, GetVersionResponse } from '@triton-one/yellowstone-grpc';
import { textOfFailure } from '../source/disconnect-cause.js';
import { connect, firstAvailableSlot, type GeyserEndpoint, withTimeout } from '../source/geyser-stream.js';
import { observeStream, type StreamObservation } from './observe-stream.js';

/** Observations of a Geyser endpoint. */
export interface EndpointProbe {
  /** Why nothing else could be asked; null: it answers. */
  unreachable: string | null;
  /** As the server states them, usually JSON; null: it does not. */
  version: string | null;
  head: number | null;
  /** First slot that the server says it replays; null: it does not say. */
  firstReplaySlot: number | null;
  /** Live whole blocks, and live single messages. */
  blocks: StreamObservation | null;
  messages: StreamObservation | null;
  /** Whole blocks with an account filter, where they are refused without one; null: not asked. */
  filteredBlocks: StreamObservation | null;
  /** A replay in each mode; null: the mode is refused. */
  replayedBlocks: StreamObservation | null;
  replayedMessages: StreamObservation | null;
  /** Why a connection with this compression failed; null: it works. */
  compression: { gzip: string | null; zstd: string | null };
}

export interface ProbeOptions {
  /** Deadline of each subscription. */
  deadlineMs?: number;
  /** How far back a replay is asked for. */
  replaySlots?: number;
  signal?: AbortSignal;
  onStep?(step: string): void;
}

const DEFAULT_DEADLINE_MS = 15_000;
/** Further than the shortest replays that providers offer (100 slots). */
const DEFAULT_REPLAY_SLOTS = 150;
const LIVE_BLOCKS = 5;
const CALL_TIMEOUT_MS = 10_000;
/** The program that most transactions name. */
const COMMON_ACCOUNT = 'ComputeBudget111111111111111111111111111111';

/** Asks an endpoint for what the ingester needs, one subscription after the other. */
export async function probeEndpoint(
  endpoint: GeyserEndpoint,
  options: ProbeOptions = {},
): Promise<EndpointProbe> {
  const { deadlineMs = DEFAULT_DEADLINE_MS, replaySlots = DEFAULT_REPLAY_SLOTS, signal, onStep } = options;
  const probe: EndpointProbe = {
    ...{ unreachable: null, version: null, head: null, firstReplaySlot: null },
    ...{ blocks: null, messages: null, filteredBlocks: null, replayedBlocks: null, replayedMessages: null },
    compression: { gzip: null, zstd: null },
  };
  onStep?.('asking for version and head');
  try {
    await askForState(endpoint, probe);
  } catch (error) {
    return { ...probe, unreachable: textOfFailure(error as Error) };
  }
  const observe = (mode: StreamObservation['mode'], fromSlot: number | null, accounts: string[] = []) =>
    observeStream({
      ...{ endpoint, mode, fromSlot, accounts, deadlineMs, commitment: 'processed' },
      enough: {
        blocks: fromSlot === null ? LIVE_BLOCKS : Number.POSITIVE_INFINITY,
        slot: fromSlot === null ? null : probe.head,
      },
      ...(signal !== undefined && { signal }),
    });
  onStep?.('reading whole blocks');
  probe.blocks = await observe('blocks', null);
  onStep?.('reading single messages');
  probe.messages = await observe('messages', null);
  if (probe.blocks.refusal !== null) {
    onStep?.('reading whole blocks with an account filter');
    probe.filteredBlocks = await observe('blocks', null, [COMMON_ACCOUNT]);
  }
  const from = Math.max(probe.firstReplaySlot ?? 0, (probe.head ?? replaySlots) - replaySlots);
  onStep?.('reading a replay');
  if (probe.blocks.refusal === null) probe.replayedBlocks = await observe('blocks', from);
  if (probe.messages.refusal === null) probe.replayedMessages = await observe('messages', from);
  onStep?.('trying compression');
  for (const compression of ['gzip', 'zstd'] as const)
    probe.compression[compression] = await askForState({ ...endpoint, compression }, null).then(
      () => null,
      (error: Error) => textOfFailure(error),
    );
  return probe;
}

/** Reads version, head and the reach of the replay. Throws if the server does not answer at all. */
async function askForState(endpoint: GeyserEndpoint, probe: EndpointProbe | null): Promise<void> {
  const client = await connect(endpoint);
  const version = await withTimeout(client.getVersion(Buffer.alloc(0)), CALL_TIMEOUT_MS, 'the version');
  if (probe === null) return;
  probe.version = GetVersionResponse.decode(version).version;
  const head = await withTimeout(client.getSlot(Buffer.alloc(0)), CALL_TIMEOUT_MS, 'the head').catch(
    () => null,
  );
  probe.head = head === null ? null : Number(GetSlotResponse.decode(head).slot);
  probe.firstReplaySlot = await firstAvailableSlot(client);
}
