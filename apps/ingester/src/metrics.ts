import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics for operators. Names are stable: dashboards and alerts use them. */
export function createMetrics() {
  const registers = [new Registry()];
  collectDefaultMetrics({ register: registers[0]!, prefix: 'tickscope_ingester_' });
  const buckets = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 2.5, 5, 10, 30];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = (name: string, help: string) => new Histogram({ name, help, buckets, registers });
  return {
    registry: registers[0]!,
    headSlot: gauge('tickscope_head_slot', 'Newest slot received whole'),
    headTime: gauge(
      'tickscope_head_block_timestamp_seconds',
      'Block time of that slot, in Unix seconds; 0: not known',
    ),
    nodeSlot: gauge(
      'tickscope_node_slot',
      'Confirmed slot of the node at RPC_URL, asked every 15 s; 0: not known',
    ),
    writtenSlot: gauge('tickscope_written_slot', 'Newest slot that can be asked about'),
    blocks: counter('tickscope_blocks_written_total', 'Blocks written'),
    transactions: counter('tickscope_transactions_written_total', 'Transactions written'),
    rows: counter('tickscope_rows_written_total', 'Rows written'),
    messages: counter('tickscope_stream_messages_total', 'Messages received'),
    bytes: counter('tickscope_stream_bytes_total', 'Bytes of messages received'),
    garbage: counter('tickscope_stream_garbage_total', 'Messages that could not be read'),
    incomplete: counter('tickscope_slots_incomplete_total', 'Slots that did not come whole'),
    missingSlots: counter('tickscope_slots_missing_total', 'Slots that never came'),
    gapRanges: gauge('tickscope_gap_ranges', 'Ranges of slots recorded as gaps, by state of repair', 'state'),
    gapSlots: gauge('tickscope_gap_slots', 'Slots in these ranges', 'state'),
    repairedBlocks: counter(
      'tickscope_repaired_blocks_total',
      'Missing blocks fetched, by where they came from',
      'source',
    ),
    repairErrors: counter('tickscope_repair_errors_total', 'Rounds of gap repair that failed'),
    connected: gauge('tickscope_stream_connected', '1 while subscribed'),
    server: gauge(
      'tickscope_stream_server',
      'Which server the stream comes from: 0 GEYSER_ENDPOINT, 1 its fallback',
    ),
    reconnects: counter(
      'tickscope_stream_disconnects_total',
      'Ended subscriptions: by the server, because we read too slowly, stalled, our own bounds, or failed',
      'cause',
    ),
    unusualTransactions: counter(
      'tickscope_unusual_transactions_total',
      'Transactions beyond every limit of their format that this version knows, or with an error that is not decodable, by what is unusual; stored as any other',
      'what',
    ),
    unknownSwaps: counter(
      'tickscope_unknown_swap_frames_total',
      'Calls that look like swaps but were not decoded, by program and first byte of the data (hex)',
      'program',
      'first_byte',
      'inferred',
    ),
    queueBlocks: gauge('tickscope_queue_blocks', 'Blocks waiting for the writer'),
    queueBytes: gauge('tickscope_queue_bytes', 'Their size in memory, estimated'),
    equivocations: counter(
      'tickscope_equivocations_total',
      'Second blocks for a slot: waiting for a child to decide, the first kept, replaced, or removed from the tables',
      'resolution',
    ),
    chainWatchErrors: counter(
      'tickscope_chain_watch_errors_total',
      'Times that the stored chain could not be looked at',
    ),
    spillBytes: gauge('tickscope_spill_bytes', 'Blocks waiting on disk'),
    spillSegments: gauge('tickscope_spill_segments', 'Files they are in'),
    spillBlocks: gauge('tickscope_spill_blocks', 'How many blocks'),
    spillOldestSeconds: gauge(
      'tickscope_spill_oldest_seconds',
      'Since the oldest of them arrived; 0: there are none',
    ),
    spillRefused: gauge('tickscope_spill_refused', '1 while the spill folder takes no more'),
    spillDamaged: counter(
      'tickscope_spill_damaged_slots_total',
      'Slots whose blocks on disk could not be read again; they are gaps',
    ),
    tableBytes: gauge('tickscope_table_bytes', 'On disk, by table', 'table'),
    tableBytesPerDay: gauge('tickscope_table_bytes_per_day', 'What a day adds, by table', 'table'),
    tableParts: gauge('tickscope_table_parts', 'Parts of the partition that has most, by table', 'table'),
    diskUsed: gauge('tickscope_disk_used_bytes', 'By all tables'),
    diskBudget: gauge(
      'tickscope_disk_budget_bytes',
      'DISK_BUDGET_BYTES, or what the disk has for the tables',
    ),
    diskNeeded: gauge(
      'tickscope_disk_needed_bytes',
      'What the tables come to at their full age, at the present pace',
    ),
    diskFree: gauge(
      'tickscope_disk_free_bytes',
      'On the disks of the tables; of several, on the one with the least',
    ),
    writeSeconds: histogram('tickscope_write_seconds', 'Time of a batch in ClickHouse'),
    lagSeconds: histogram(
      'tickscope_arrival_to_answer_seconds',
      'From a block whole in memory to its slots row',
    ),
    writeWithin: gauge(
      'tickscope_write_within_seconds',
      'INGESTER_WRITE_WITHIN_MS: how long blocks may wait to be written together',
    ),
    writeErrors: counter('tickscope_write_errors_total', 'Failed tries to write'),
    referenceSuccess: gauge(
      'tickscope_reference_last_success_timestamp_seconds',
      'When reference data were last read, by kind: leaders, nodes, vote_accounts, names, tokens, labels',
      'kind',
    ),
    referenceRows: counter(
      'tickscope_reference_rows_total',
      'Rows of reference data written, by kind',
      'kind',
    ),
    referenceErrors: counter(
      'tickscope_reference_errors_total',
      'Failed tries to read reference data, by kind',
      'kind',
    ),
    referencePendingMints: gauge('tickscope_reference_pending_mints', 'Mints that wait to be asked about'),
    detectedSlot: gauge(
      'tickscope_detected_slot',
      'Newest slot whose sandwiches are stored; in a backlog those that are final',
    ),
    sandwiches: counter(
      'tickscope_sandwiches_found_total',
      'Sandwiches found live, by confidence',
      'confidence',
    ),
    detectionSeconds: histogram(
      'tickscope_detection_seconds',
      'From a stored block to its stored sandwiches, for blocks that changed some',
    ),
    redetections: counter(
      'tickscope_redetections_total',
      'Times that sandwiches were made again from the tables: at the start, and for slots that came late',
    ),
    heatBuckets: counter(
      'tickscope_heat_buckets_total',
      'Buckets of 128 slots whose account heat was made, or made again',
    ),
    heatSeconds: histogram('tickscope_heat_bucket_seconds', 'Time to make the account heat of a bucket'),
    heatErrors: counter('tickscope_heat_errors_total', 'Failed tries to make account heat'),
    detectionErrors: counter(
      'tickscope_detection_errors_total',
      'Failed tries to detect or to store sandwiches',
    ),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
