import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics for operators. Names are stable: dashboards and alerts use them. */
export function createMetrics() {
  const registers = [new Registry()];
  collectDefaultMetrics({ register: registers[0]!, prefix: 'tickscope_ingester_' });
  const seconds = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 2.5, 5, 10, 30];
  return {
    registry: registers[0]!,
    headSlot: new Gauge({ name: 'tickscope_head_slot', help: 'Newest slot received whole', registers }),
    headTime: new Gauge({
      name: 'tickscope_head_block_timestamp_seconds',
      help: 'Block time of that slot, in Unix seconds; 0: not known',
      registers,
    }),
    nodeSlot: new Gauge({
      name: 'tickscope_node_slot',
      help: 'Confirmed slot of the node at RPC_URL, asked every 15 s; 0: not known',
      registers,
    }),
    writtenSlot: new Gauge({
      name: 'tickscope_written_slot',
      help: 'Newest slot that can be asked about',
      registers,
    }),
    blocks: new Counter({ name: 'tickscope_blocks_written_total', help: 'Blocks written', registers }),
    transactions: new Counter({
      name: 'tickscope_transactions_written_total',
      help: 'Transactions written',
      registers,
    }),
    rows: new Counter({ name: 'tickscope_rows_written_total', help: 'Rows written', registers }),
    messages: new Counter({ name: 'tickscope_stream_messages_total', help: 'Messages received', registers }),
    bytes: new Counter({
      name: 'tickscope_stream_bytes_total',
      help: 'Bytes of messages received',
      registers,
    }),
    garbage: new Counter({
      name: 'tickscope_stream_garbage_total',
      help: 'Messages that could not be read',
      registers,
    }),
    incomplete: new Counter({
      name: 'tickscope_slots_incomplete_total',
      help: 'Slots that did not come whole',
      registers,
    }),
    missingSlots: new Counter({
      name: 'tickscope_slots_missing_total',
      help: 'Slots that never came',
      registers,
    }),
    gapRanges: new Gauge({
      name: 'tickscope_gap_ranges',
      help: 'Ranges of slots recorded as gaps, by state of repair',
      labelNames: ['state'] as const,
      registers,
    }),
    gapSlots: new Gauge({
      name: 'tickscope_gap_slots',
      help: 'Slots in these ranges',
      labelNames: ['state'] as const,
      registers,
    }),
    repairedBlocks: new Counter({
      name: 'tickscope_repaired_blocks_total',
      help: 'Missing blocks fetched, by where they came from',
      labelNames: ['source'] as const,
      registers,
    }),
    repairErrors: new Counter({
      name: 'tickscope_repair_errors_total',
      help: 'Rounds of gap repair that failed',
      registers,
    }),
    connected: new Gauge({ name: 'tickscope_stream_connected', help: '1 while subscribed', registers }),
    server: new Gauge({
      name: 'tickscope_stream_server',
      help: 'Which server the stream comes from: 0 GEYSER_ENDPOINT, 1 its fallback',
      registers,
    }),
    reconnects: new Counter({
      name: 'tickscope_stream_disconnects_total',
      help: 'Ended subscriptions: by the server, because we read too slowly, stalled, our own bounds, or failed',
      labelNames: ['cause'] as const,
      registers,
    }),
    unusualTransactions: new Counter({
      name: 'tickscope_unusual_transactions_total',
      help: 'Transactions beyond every limit of their format that this version knows, by what exceeds it; stored as any other',
      labelNames: ['what'] as const,
      registers,
    }),
    unknownSwaps: new Counter({
      name: 'tickscope_unknown_swap_frames_total',
      help: 'Calls that look like swaps but that no layout describes, by program and first byte of the data (hex)',
      labelNames: ['program', 'first_byte', 'inferred'] as const,
      registers,
    }),
    queueBlocks: new Gauge({
      name: 'tickscope_queue_blocks',
      help: 'Blocks waiting for the writer',
      registers,
    }),
    queueBytes: new Gauge({
      name: 'tickscope_queue_bytes',
      help: 'Their size in memory, estimated',
      registers,
    }),
    equivocations: new Counter({
      name: 'tickscope_equivocations_total',
      help: 'Second blocks for a slot: waiting for a child to decide, the first kept, replaced, or removed from the tables',
      labelNames: ['resolution'] as const,
      registers,
    }),
    chainWatchErrors: new Counter({
      name: 'tickscope_chain_watch_errors_total',
      help: 'Times that the stored chain could not be looked at',
      registers,
    }),
    spillBytes: new Gauge({ name: 'tickscope_spill_bytes', help: 'Blocks waiting on disk', registers }),
    spillSegments: new Gauge({ name: 'tickscope_spill_segments', help: 'Files they are in', registers }),
    spillBlocks: new Gauge({ name: 'tickscope_spill_blocks', help: 'How many blocks', registers }),
    spillOldestSeconds: new Gauge({
      name: 'tickscope_spill_oldest_seconds',
      help: 'Since the oldest of them arrived; 0: there are none',
      registers,
    }),
    spillRefused: new Gauge({
      name: 'tickscope_spill_refused',
      help: '1 while the spill folder takes no more',
      registers,
    }),
    spillDamaged: new Counter({
      name: 'tickscope_spill_damaged_slots_total',
      help: 'Slots whose blocks on disk could not be read again; they are gaps',
      registers,
    }),
    tableBytes: new Gauge({
      name: 'tickscope_table_bytes',
      help: 'On disk, by table',
      labelNames: ['table'] as const,
      registers,
    }),
    tableBytesPerDay: new Gauge({
      name: 'tickscope_table_bytes_per_day',
      help: 'What a day adds, by table',
      labelNames: ['table'] as const,
      registers,
    }),
    tableParts: new Gauge({
      name: 'tickscope_table_parts',
      help: 'Parts of the partition that has most, by table',
      labelNames: ['table'] as const,
      registers,
    }),
    diskUsed: new Gauge({ name: 'tickscope_disk_used_bytes', help: 'By all tables', registers }),
    diskBudget: new Gauge({
      name: 'tickscope_disk_budget_bytes',
      help: 'DISK_BUDGET_BYTES, or what the disk has for the tables',
      registers,
    }),
    diskNeeded: new Gauge({
      name: 'tickscope_disk_needed_bytes',
      help: 'What the tables come to at their full age, at the present pace',
      registers,
    }),
    diskFree: new Gauge({
      name: 'tickscope_disk_free_bytes',
      help: 'On the disks of the tables; of several, on the one with the least',
      registers,
    }),
    writeSeconds: new Histogram({
      name: 'tickscope_write_seconds',
      help: 'Time of a batch in ClickHouse',
      buckets: seconds,
      registers,
    }),
    lagSeconds: new Histogram({
      name: 'tickscope_arrival_to_answer_seconds',
      help: 'From a block whole in memory to its slots row',
      buckets: seconds,
      registers,
    }),
    writeWithin: new Gauge({
      name: 'tickscope_write_within_seconds',
      help: 'INGESTER_WRITE_WITHIN_MS: how long blocks may wait to be written together',
      registers,
    }),
    writeErrors: new Counter({
      name: 'tickscope_write_errors_total',
      help: 'Failed tries to write',
      registers,
    }),
    referenceSuccess: new Gauge({
      name: 'tickscope_reference_last_success_timestamp_seconds',
      help: 'When reference data were last read, by kind: leaders, nodes, vote_accounts, names, tokens, labels',
      labelNames: ['kind'] as const,
      registers,
    }),
    referenceRows: new Counter({
      name: 'tickscope_reference_rows_total',
      help: 'Rows of reference data written, by kind',
      labelNames: ['kind'] as const,
      registers,
    }),
    referenceErrors: new Counter({
      name: 'tickscope_reference_errors_total',
      help: 'Failed tries to read reference data, by kind',
      labelNames: ['kind'] as const,
      registers,
    }),
    referencePendingMints: new Gauge({
      name: 'tickscope_reference_pending_mints',
      help: 'Mints that wait to be asked about',
      registers,
    }),
    detectedSlot: new Gauge({
      name: 'tickscope_detected_slot',
      help: 'Newest slot whose sandwiches are stored; in a backlog those that are final',
      registers,
    }),
    sandwiches: new Counter({
      name: 'tickscope_sandwiches_found_total',
      help: 'Sandwiches found live, by confidence',
      labelNames: ['confidence'] as const,
      registers,
    }),
    detectionSeconds: new Histogram({
      name: 'tickscope_detection_seconds',
      help: 'From a stored block to its stored sandwiches, for blocks that changed some',
      buckets: seconds,
      registers,
    }),
    redetections: new Counter({
      name: 'tickscope_redetections_total',
      help: 'Times that sandwiches were made again from the tables: at the start, and for slots that came late',
      registers,
    }),
    heatBuckets: new Counter({
      name: 'tickscope_heat_buckets_total',
      help: 'Buckets of 128 slots whose account heat was made, or made again',
      registers,
    }),
    heatSeconds: new Histogram({
      name: 'tickscope_heat_bucket_seconds',
      help: 'Time to make the account heat of a bucket',
      buckets: seconds,
      registers,
    }),
    heatErrors: new Counter({
      name: 'tickscope_heat_errors_total',
      help: 'Failed tries to make account heat',
      registers,
    }),
    detectionErrors: new Counter({
      name: 'tickscope_detection_errors_total',
      help: 'Failed tries to detect or to store sandwiches',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
