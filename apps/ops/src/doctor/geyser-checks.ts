import { formatBytes, formatCount } from '@tickscope/command-line';
import { type EndpointProbe, MAX_MESSAGE_BYTES, type StreamObservation } from '@tickscope/pipeline';
import { bad, type Check, note, ok } from './check.js';

/** Describes what an endpoint gives, and what that means for Tickscope. */
export function geyserChecks(probe: EndpointProbe): Check[] {
  if (probe.unreachable !== null) return [bad('endpoint', `does not answer: ${probe.unreachable}`)];
  const { head, blocks, messages } = probe;
  return [
    ok('endpoint', `${versionText(probe.version)}, head ${head ?? 'not known'}`),
    blocksCheck(probe),
    messagesCheck(messages),
    entriesCheck(probe),
    chainCheck([blocks, messages]),
    banksCheck([blocks, messages]),
    ...replayChecks(probe),
    sizeCheck([blocks, messages, probe.replayedBlocks]),
    compressionCheck(probe),
    adviceOf(probe),
  ];
}

function versionText(version: string | null): string {
  if (version === null) return 'version not stated';
  try {
    const { version: of } = JSON.parse(version) as { version?: Record<string, unknown> };
    if (of !== undefined)
      return `${of['package']} ${of['version']} (proto ${of['proto']}, Solana ${of['solana']})`;
  } catch {
    // Some providers answer plain text.
  }
  return version.slice(0, 100);
}

function blocksCheck({ blocks, filteredBlocks }: EndpointProbe): Check {
  const what = 'whole blocks';
  if (blocks === null) return note(what, 'not asked');
  if (blocks.refusal !== null && (filteredBlocks?.blocks ?? 0) > 0)
    return note(what, `only with an account filter, and so never whole: ${blocks.refusal}`);
  if (blocks.refusal !== null) return note(what, `refused: ${blocks.refusal}`);
  if (blocks.blocks === 0) return bad(what, `none came: ${endText(blocks)}`);
  return ok(what, `${formatCount(blocks.blocks)} came, ${wholeText(blocks)}`);
}

function messagesCheck(messages: StreamObservation | null): Check {
  const what = 'single messages';
  if (messages === null) return note(what, 'not asked');
  if (messages.refusal !== null) return note(what, `refused: ${messages.refusal}`);
  if (messages.blocks === 0) return note(what, `no block meta came: ${endText(messages)}`);
  return ok(
    what,
    `${formatCount(messages.blocks)} block metas, ${formatCount(messages.entries)} entries, ${wholeText(messages)}`,
  );
}

function entriesCheck({ blocks, messages }: EndpointProbe): Check {
  const what = 'entries';
  const inBlocks = (blocks?.entries ?? 0) > 0;
  const single = (messages?.entries ?? 0) > 0;
  if (inBlocks) return ok(what, `in whole blocks${single ? ' and one by one' : ' only'}: ticks are exact`);
  if (single) return ok(what, 'one by one only: ticks are exact in the mode messages');
  return note(
    what,
    'none came in either mode: blocks are stored without them, their ticks are unknown (poh_tick_exact false)',
  );
}

/** The consensus of the blocks that came. */
function chainCheck(seen: readonly (StreamObservation | null)[]): Check {
  const what = 'chain';
  const models = new Set(seen.flatMap((one) => one?.models ?? []));
  const votes = seen.reduce((sum, one) => sum + (one?.votes ?? 0), 0);
  if (models.size === 0) return note(what, 'not known: no block came with its entries');
  const v1 = seen.reduce((sum, one) => sum + (one?.v1Transactions ?? 0), 0);
  const versions = v1 === 0 ? '' : `, transactions of version 1: ${formatCount(v1)}`;
  if (models.size === 2) return ok(what, `turning to Alpenglow right now${versions}`);
  return models.has('alpenglow')
    ? ok(what, `Alpenglow: one tick a block, so offsets are multiples of 64; no votes in blocks${versions}`)
    : ok(what, `64 ticks a slot, ${formatCount(votes)} votes seen${versions}`);
}

function banksCheck(seen: readonly (StreamObservation | null)[]): Check {
  const numbered = seen.some((one) => (one?.bankIds ?? 0) > 0);
  return ok(
    'banks',
    numbered
      ? 'numbered (bank_id): two banks of one slot are kept apart by it'
      : 'no numbers come (bank_id; the client library of this version drops them): two banks of one slot are kept apart by their hashes',
  );
}

function replayChecks({ head, firstReplaySlot, replayedBlocks, replayedMessages }: EndpointProbe): Check[] {
  const reach: Check =
    firstReplaySlot === null || head === null
      ? note('replay range', 'the server does not say how far back it replays')
      : {
          what: 'replay range',
          state: head - firstReplaySlot < 100 ? 'note' : 'ok',
          detail: `from slot ${firstReplaySlot} on, ${formatCount(head - firstReplaySlot)} slots below the head: an outage up to that long loses no tick`,
        };
  return [
    reach,
    replayCheck('replay of whole blocks', replayedBlocks),
    replayCheck('replay of single messages', replayedMessages),
  ];
}

function replayCheck(what: string, replay: StreamObservation | null): Check {
  if (replay === null) return note(what, 'not asked: the server refuses this mode');
  const { blocks, fromSlot, firstSlot, lastSlot, endedBy } = replay;
  if (blocks === 0) {
    const isRefused = replay.refusal !== null || endedBy === 'error';
    return note(
      what,
      isRefused
        ? `refused: ${replay.error}`
        : 'accepted (from_slot), but no block ever comes: the ingester asks in the other mode',
    );
  }
  const range = `${formatCount(blocks)} blocks from slot ${firstSlot} to ${lastSlot}, asked from ${fromSlot}`;
  if (endedBy === 'server' || endedBy === 'error')
    return note(
      what,
      `${range}; then the server ended the stream${replay.error === null ? '' : ` (${replay.error})`}: the ingester asks again from there`,
    );
  if (endedBy === 'deadline') return note(what, `${range}; the head was not reached in time`);
  return ok(what, `${range}, up to the head`);
}

function sizeCheck(seen: readonly (StreamObservation | null)[]): Check {
  const largest = Math.max(0, ...seen.map((one) => one?.largestMessageBytes ?? 0));
  return {
    what: 'message size',
    state: largest > MAX_MESSAGE_BYTES / 2 ? 'note' : 'ok',
    detail: `the largest was ${formatBytes(largest)}; the ingester takes up to ${formatBytes(MAX_MESSAGE_BYTES)}`,
  };
}

function compressionCheck({ compression }: EndpointProbe): Check {
  const works = (['zstd', 'gzip'] as const).filter((name) => compression[name] === null);
  return ok(
    'compression',
    works.length === 0
      ? 'none works: leave GEYSER_COMPRESSION at none'
      : `${works.join(' and ')} accepted (GEYSER_COMPRESSION)`,
  );
}

/** The settings that fit. */
function adviceOf({ blocks, messages, replayedBlocks }: EndpointProbe): Check {
  const what = 'meaning';
  const gives = (one: StreamObservation | null): boolean => (one?.whole ?? 0) > 0;
  if (!gives(blocks) && !gives(messages)) {
    const some = (blocks?.withoutEntries ?? 0) > 0 || (messages?.blocks ?? 0) > 0;
    return some
      ? note(what, 'usable without ticks: for ticks take another endpoint as GEYSER_ENDPOINT')
      : bad(what, 'not usable: no block came in either mode');
  }
  if (!gives(blocks)) return ok(what, 'set GEYSER_MODE=messages');
  if (replayedBlocks !== null && replayedBlocks.blocks === 0)
    return note(what, 'GEYSER_MODE=blocks works; after an interruption messages are used');
  return ok(what, 'set GEYSER_MODE=blocks (the default)');
}

function wholeText({ whole, withoutEntries }: StreamObservation): string {
  if (withoutEntries > 0) return `${formatCount(withoutEntries)} complete but for their entries`;
  return whole === 0 ? 'none complete yet' : `${formatCount(whole)} complete with entries`;
}

function endText({ endedBy, error }: StreamObservation): string {
  if (error !== null && endedBy === 'error') return error;
  return endedBy === 'server' ? 'the server ended the stream' : 'nothing came in time';
}
