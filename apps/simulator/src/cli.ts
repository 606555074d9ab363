import { Command, Option } from 'commander';
import { DEFAULT_LIVE_CHAIN_OPTIONS } from './chain/live-chain.js';
import { decimal, list, NOW, names, readTls, storedHead, unixTime, whole } from './cli-values.js';
import type { ReplayOptions } from './replayed/chain-of-files.js';
import type { FaultOptions } from './server/faults.js';
import { DEFAULT_GEYSER_SERVER_OPTIONS as SERVER } from './server/geyser-server.js';
import type { SimulatorOptions } from './simulator.js';
import { SLOTS_PER_EPOCH } from './synthetic/leaders.js';
import {
  DEFAULT_GENERATOR_OPTIONS as CHAIN,
  DEMO_DEX_SHARE,
  DEMO_SANDWICHES_PER_SLOT,
} from './synthetic/options.js';

export interface SimulatorCommand extends ReplayOptions {
  files: string[];
  options: SimulatorOptions;
  truthPath: string | null;
  labelsPath: string | null;
  exitAtEnd: boolean;
  logLevel: string;
}

const PACE = DEFAULT_LIVE_CHAIN_OPTIONS;

const EXAMPLES = `
Examples:
  simulator                                     a generated chain in real time on port 10000
  simulator --slot-ms 0 --slots 500             500 slots as fast as the client takes them
  simulator --seed 7 --truth truth.jsonl        and write what the client should have seen
  simulator --sandwiches 2 --labels labels.jsonl  plant sandwiches and write what they are
  simulator --consensus alpenglow               blocks with one tick
  simulator recording.bin --speed 1             a Geyser recording, as it was recorded
  simulator 254170887.getblock.json             a block of a file, with synthetic entries
  simulator --rpc-port 8899                     and JSON-RPC over the same chain
  simulator --state folder --start-time now     a chain that goes on where the last start in this folder ended
  simulator --disconnect-at 500 --half-slot 432000007
`;

/** Parses the command line. Prints and exits on --help and on errors, as commander does. */
export function parseCommandLine(argv: readonly string[]): SimulatorCommand {
  const program = new Command('simulator')
    .description('Serves a Solana chain, generated or from files, as a Yellowstone gRPC (Geyser) server.')
    .argument(
      '[files...]',
      'what to replay: recordings (.bin), or getBlock JSON (.json) and ConfirmedBlock files whose names begin with their slot; without any a chain is generated',
    )
    .optionsGroup('Server:')
    .option('--host <address>', 'address to listen on', SERVER.host)
    .option('--port <number>', 'port to listen on; 0: any', whole, 10_000)
    .option('--x-token <token>', 'what clients must send as x-token')
    .option('--ping-ms <ms>', 'time between pings', whole, SERVER.pingIntervalMs)
    .option(
      '--queue <messages>',
      'messages that may wait for a client before it is cut off',
      whole,
      SERVER.queueCapacity,
    )
    .option('--no-replay', 'refuse from_slot, as a server without stored slots does')
    .option('--no-replayed-blocks', 'send no whole blocks to subscriptions with from_slot')
    .option('--no-entries', 'send no entries')
    .option('--blocks-need-accounts', 'refuse whole blocks without an account filter')
    .option('--most-replayed <slots>', 'end a stream after this many slots of replay', whole)
    .option('--tls <certificate,key>', 'serve TLS with these PEM files', names)
    .option('--compress', 'compress answers with what the client accepts')
    .option('--end-streams', 'end the streams when the chain ends')
    .option('--exit-at-end', 'exit when the chain ends')
    .addOption(
      new Option('--log-level <level>', 'level of the log on the standard error')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .optionsGroup('JSON-RPC over the same chain (127.0.0.1):')
    .option('--rpc-port <number>', 'port of a JSON-RPC server; 0: any; default: no server', whole)
    .option('--no-rpc-archive', 'say of blocks no longer kept that they were cleaned up')
    .option('--rpc-latency-ms <ms>', 'wait so long before each answer', whole, 0)
    .option('--rpc-fail <share>', 'share of requests answered with HTTP 503', decimal, 0)
    .option('--rpc-rate <number>', 'requests of a second beyond which it answers HTTP 429', whole)
    .option('--rpc-wrong-blockhash <slots>', 'name a blockhash that is not theirs', list, [])
    .option('--rpc-missing <slots>', 'say that these are missing in long-term storage', list, [])
    .optionsGroup('Pace:')
    .option('--slot-ms <ms>', 'time of a slot; 0: as fast as the slowest client', whole, PACE.slotMs)
    .option('--speed <factor>', 'pace of a recording: 1 as recorded, 0 as fast as it goes', decimal, 0)
    .option('--retention <slots>', 'blocks kept for from_slot', whole, PACE.retentionSlots)
    .option('--history <slots>', 'slots that have happened already at the start', whole, PACE.historySlots)
    .option('--pregenerate <slots>', 'slots made before the first is sent', whole, PACE.pregenerateSlots)
    .option('--confirmed-delay <slots>', 'slots until a block is confirmed', whole, PACE.confirmedDelaySlots)
    .option('--finalized-delay <slots>', 'slots until a block is finalized', whole, PACE.finalizedDelaySlots)
    .option('--wait', 'begin with the first subscriber')
    .optionsGroup('Generated chain:')
    .option('--seed <text>', 'the same seed gives the same chain for ever', CHAIN.seed)
    .option('--slots <number>', 'end after this many slots', whole)
    .option('--first-slot <slot>', 'number of the first slot', whole)
    .option('--state <folder>', 'keep the last blocks there, and go on from them at the next start')
    .option(
      '--stored-head <block>',
      'with --state: newest block that a client has stored, as slot,blockhash[,height[,unix seconds]]; the chain goes on from it where the kept blocks do not lead there',
      storedHead,
    )
    .option('--epoch <epoch>', 'begin with the first slot of this epoch', whole)
    .option(
      '--transactions <number>',
      'transactions in a block, on average',
      whole,
      CHAIN.transactionsPerSlot,
    )
    .option('--votes <share>', 'share of votes (0 on Alpenglow)', decimal)
    .option('--failures <share>', 'share of failures among the others', decimal, CHAIN.failureShare)
    .option('--dex <share>', 'share of DEX swaps among what is not a vote', decimal, DEMO_DEX_SHARE)
    .option(
      '--unlisted <share>',
      'share of trades on programs without a decoder among what is neither a vote nor a DEX swap; default: about 0.55',
      decimal,
    )
    .option('--pools <number>', 'DEX pools at the start', whole, CHAIN.pools)
    .option(
      '--sandwiches <number>',
      'sandwiches planted in a block, on average; on top of --transactions',
      decimal,
      DEMO_SANDWICHES_PER_SLOT,
    )
    .option('--sandwich-limit <number>', 'plant at most this many', whole)
    .option('--sandwich-kinds <names>', 'plant only these, names with commas', names)
    .option('--skipped <share>', 'share of skipped slots', decimal, CHAIN.skippedShare)
    .option('--hashes-per-tick <number>', 'hashes between two ticks, at least', whole, CHAIN.hashesPerTick)
    .addOption(
      new Option('--consensus <model>', 'how ticks are counted')
        .choices(['ticked', 'alpenglow'])
        .default(CHAIN.consensus),
    )
    .option('--alpenglow-from <slot>', 'turn to Alpenglow at this slot', whole)
    .option(
      '--double-banks <share>',
      'share of blocks before which the leader began and abandoned another bank',
      decimal,
      CHAIN.doubleBankShare,
    )
    .option('--wide <share>', 'share of v1 transactions with 96 addresses', decimal, CHAIN.wideShare)
    .option('--bank-ids', 'number the banks (bank_id), as newer servers do')
    .option('--leaders <number>', 'validators', whole, CHAIN.leaders)
    .option('--start-time <unix seconds>', 'time of the first block, or "now"', unixTime, CHAIN.startTime)
    .option('--no-logs', 'leave log messages out: smaller transactions')
    .option('--labels <file>', 'write the planted sandwiches, one JSON line each')
    .option('--truth <file>', "write the generator's own account of every slot, one JSON line each")
    .optionsGroup('Faults (message numbers count all data messages from 1; lists have commas):')
    .option('--disconnect-at <messages>', 'end the stream after these', list, [])
    .option('--disconnect-every <messages>', 'end the stream after every this many messages', whole, 0)
    .option('--stall-at <messages>', 'send nothing for a while before these', list, [])
    .option('--stall-ms <ms>', 'for how long', whole, 5_000)
    .option('--duplicate <share>', 'share sent twice', decimal, 0)
    .option('--drop <share>', 'share not sent', decimal, 0)
    .option('--reorder <messages>', 'reorder messages within this window', whole, 0)
    .option('--garbage-at <messages>', 'send bytes that no decoder takes instead of these', list, [])
    .option('--flip-at <messages>', 'flip one bit of these', list, [])
    .option('--half-slot <slots>', 'send half of these, once', list, [])
    .option('--wrong-counts <slots>', 'count one too many in these, once', list, [])
    .option('--fault-seed <text>', 'seed of the shares', 'faults')
    .addHelpText('after', EXAMPLES)
    .parse(argv as string[]);
  const given = program.opts();
  if (given['storedHead'] !== undefined && given['state'] === undefined)
    program.error('error: --stored-head needs --state');
  return toCommand(program.args, given);
}

type Parsed = ReturnType<Command['opts']>;

function toCommand(files: string[], given: Parsed): SimulatorCommand {
  const pace = {
    slotMs: given['slotMs'],
    retentionSlots: given['retention'],
    historySlots: given['history'],
    pregenerateSlots: given['pregenerate'],
    confirmedDelaySlots: given['confirmedDelay'],
    finalizedDelaySlots: given['finalizedDelay'],
  };
  const faults: Partial<FaultOptions> = {
    seed: given['faultSeed'],
    disconnectAt: given['disconnectAt'],
    disconnectEvery: given['disconnectEvery'],
    stallAt: given['stallAt'],
    stallMs: given['stallMs'],
    duplicateShare: given['duplicate'],
    dropShare: given['drop'],
    reorderWindow: given['reorder'],
    garbageAt: given['garbageAt'],
    flipAt: given['flipAt'],
    halfSlots: given['halfSlot'],
    wrongCountSlots: given['wrongCounts'],
  };
  const firstSlot =
    given['firstSlot'] ?? (given['epoch'] === undefined ? CHAIN.firstSlot : given['epoch'] * SLOTS_PER_EPOCH);
  return {
    files,
    pace,
    speed: given['speed'],
    truthPath: given['truth'] ?? null,
    labelsPath: given['labels'] ?? null,
    exitAtEnd: given['exitAtEnd'] === true,
    logLevel: given['logLevel'],
    options: {
      host: given['host'],
      port: given['port'],
      xToken: given['xToken'] ?? null,
      pingIntervalMs: given['pingMs'],
      queueCapacity: given['queue'],
      canReplay: given['replay'],
      limits: {
        replaysBlocks: given['replayedBlocks'],
        sendsEntries: given['entries'],
        blocksNeedAccounts: given['blocksNeedAccounts'] === true,
        mostReplayedSlots: given['mostReplayed'] ?? null,
      },
      ...(given['tls'] !== undefined && { tls: readTls(given['tls']) }),
      compresses: given['compress'] === true,
      endStreams: given['endStreams'] === true,
      startOn: given['wait'] === true ? 'first-subscriber' : 'start',
      ...(given['rpcPort'] !== undefined && { rpc: rpcOptions(given) }),
      pace,
      faults,
      ...(given['state'] !== undefined && {
        resume: { folder: given['state'], stored: given['storedHead'] ?? null },
      }),
      generate: {
        seed: given['seed'],
        slots: given['slots'] ?? null,
        firstSlot,
        transactionsPerSlot: given['transactions'],
        failureShare: given['failures'],
        skippedShare: given['skipped'],
        hashesPerTick: given['hashesPerTick'],
        consensus: given['consensus'],
        alpenglowFrom: given['alpenglowFrom'] ?? null,
        doubleBankShare: given['doubleBanks'],
        wideShare: given['wide'],
        hasBankIds: given['bankIds'] === true,
        leaders: given['leaders'],
        startTime: startTimeOf(given),
        logMessages: given['logs'],
        dexShare: given['dex'],
        unlistedShare: given['unlisted'],
        sandwichesPerSlot: given['sandwiches'],
        sandwichLimit: given['sandwichLimit'] ?? null,
        sandwichKinds: given['sandwichKinds'] ?? null,
        pools: given['pools'],
        ...(given['votes'] !== undefined && { voteShare: given['votes'] }),
      },
    },
  };
}

function rpcOptions(given: Parsed): NonNullable<SimulatorOptions['rpc']> {
  return {
    port: given['rpcPort'],
    hasArchive: given['rpcArchive'],
    faults: {
      seed: given['faultSeed'],
      latencyMs: given['rpcLatencyMs'],
      failShare: given['rpcFail'],
      requestsPerSecond: given['rpcRate'] ?? null,
      wrongBlockhashSlots: given['rpcWrongBlockhash'],
      missingSlots: given['rpcMissing'],
    },
  };
}

/** Historical slots lie before the current time. */
function startTimeOf(given: Parsed): number {
  if (given['startTime'] !== NOW) return given['startTime'];
  return Math.floor((Date.now() - given['history'] * given['slotMs']) / 1_000);
}
