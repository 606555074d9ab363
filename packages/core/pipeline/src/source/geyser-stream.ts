import { CommitmentLevel, SubscribeReplayInfoResponse, SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { type DuplexStream, GrpcClient } from '@triton-one/yellowstone-grpc/napi';
import { collectGarbageSoon } from './collect-garbage.js';
import { MAX_MESSAGE_BYTES } from './recording.js';

/**
 * How blocks are received: whole, or as single messages that are assembled here (for providers that refuse whole
 * blocks).
 */
export type SubscriptionMode = 'blocks' | 'messages';

export interface GeyserEndpoint {
  /** `http://` or `https://`. */
  url: string;
  xToken: string | null;
  /** Ask the server to compress; costs CPU, saves network. */
  compression: 'none' | 'gzip' | 'zstd';
}

/** `full`: transactions and entries; `entries`: entries only, a tenth of the data and enough for ticks. */
export type SubscriptionContent = 'full' | 'entries';

export interface SubscriptionOptions {
  mode: SubscriptionMode;
  content: SubscriptionContent;
  commitment: 'processed' | 'confirmed' | 'finalized';
  /** First slot to replay; null: start at the head. */
  fromSlot: number | null;
  /** Only transactions that use one of these accounts, as an endpoint may demand; absent: all. */
  accounts?: readonly string[];
}

const CONNECT_TIMEOUT_MS = 10_000;
const CALL_TIMEOUT_MS = 10_000;
const GZIP = 0;
const ZSTD = 1;
const PING_ID = 1;

/**
 * One subscription to a Yellowstone server, read message by message as raw bytes. The package's own stream class is not
 * used: its decoded objects cost more than the rest of ingestion, and it reads ahead without limit.
 */
export class GeyserStream {
  /** `null`: closed. */
  #stream: DuplexStream | null;
  /** Ends the pending read. */
  #endRead: (() => void) | null = null;

  private constructor(stream: DuplexStream) {
    this.#stream = stream;
  }

  static async open(client: GrpcClient, options: SubscriptionOptions): Promise<GeyserStream> {
    const request = Buffer.from(SubscribeRequest.encode(subscribeRequest(options)).finish());
    return new GeyserStream(await withTimeout(client.subscribe(request), CALL_TIMEOUT_MS, 'subscribe'));
  }

  /**
   * Returns the next message, or null at the end of the stream. Throws if the stream fails or is silent for
   * `timeoutMs`.
   */
  async read(timeoutMs: number): Promise<Uint8Array | null> {
    const native = this.#stream;
    if (native === null) return null;
    // A pending read does not notice that its stream was closed, so `close` resolves it. Racing it against one promise
    // for the end of the stream would leak: that promise would retain every message that won the race.
    const message = new Promise<Uint8Array | null>((resolve, reject) => {
      this.#endRead = () => resolve(null);
      native.read().then((bytes) => resolve(bytes ?? null), reject);
    });
    return withTimeout(message, timeoutMs, 'a message').finally(() => {
      this.#endRead = null;
    });
  }

  /** Answers a server's ping. Some proxies close streams on which the client is silent. */
  async pong(): Promise<void> {
    if (this.#stream === null) return;
    const request = SubscribeRequest.encode({ ...EMPTY_REQUEST, ping: { id: PING_ID } }).finish();
    await withTimeout(this.#stream.writeRaw(Buffer.from(request)), CALL_TIMEOUT_MS, 'ping');
  }

  /** Ends the subscription at the server too. */
  close(): void {
    if (this.#stream === null) return;
    this.#endRead?.();
    this.#stream.close();
    this.#stream = null;
    // The native stream (7.0.1) only stops writing when it is closed. Until it is collected the server goes on sending,
    // and counts the subscription against the customer's limit.
    collectGarbageSoon();
  }
}

/**
 * Connects, with a timeout of 10 s. Reconnecting is done by the caller, because the server's replay sometimes has gaps.
 */
export async function connect({ url, xToken, compression }: GeyserEndpoint): Promise<GrpcClient> {
  return withTimeout(
    GrpcClient.new(
      url,
      xToken,
      {
        grpcConnectTimeout: CONNECT_TIMEOUT_MS,
        grpcMaxDecodingMessageSize: MAX_MESSAGE_BYTES,
        grpcHttp2KeepAliveInterval: 10_000,
        grpcKeepAliveTimeout: 10_000,
        grpcKeepAliveWhileIdle: true,
        grpcTcpNodelay: true,
        ...(compression === 'none'
          ? {}
          : { grpcDefaultCompressionAlgorithm: compression === 'gzip' ? GZIP : ZSTD }),
      },
      { enabled: false },
    ),
    CONNECT_TIMEOUT_MS + 1_000,
    'connect',
  );
}

/** Returns the first slot that the server can replay, or null if it does not say. */
export async function firstAvailableSlot(client: GrpcClient): Promise<number | null> {
  try {
    const bytes = await withTimeout(
      client.subscribeReplayInfo(Buffer.alloc(0)),
      CALL_TIMEOUT_MS,
      'replay info',
    );
    const { firstAvailable: first } = SubscribeReplayInfoResponse.decode(bytes);
    // A server without any slots reports u64::MAX.
    return first === undefined || BigInt(first) > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(first);
  } catch {
    // Older servers lack the call; the subscription itself then shows whether replay works.
    return null;
  }
}

const COMMITMENT = {
  processed: CommitmentLevel.PROCESSED,
  confirmed: CommitmentLevel.CONFIRMED,
  finalized: CommitmentLevel.FINALIZED,
} as const;

const EMPTY_REQUEST: SubscribeRequest = {
  accounts: {},
  slots: {},
  transactions: {},
  transactionsStatus: {},
  blocks: {},
  blocksMeta: {},
  entry: {},
  accountsDataSlice: [],
};

function subscribeRequest(options: SubscriptionOptions): SubscribeRequest {
  const { mode, content, commitment, fromSlot, accounts = [] } = options;
  const all: SubscribeRequest = {
    ...EMPTY_REQUEST,
    commitment: COMMITMENT[commitment],
    slots: { slots: { filterByCommitment: true, interslotUpdates: false } },
    ...(fromSlot === null ? {} : { fromSlot: String(fromSlot) }),
  };
  if (mode === 'blocks')
    return {
      ...all,
      blocks: {
        blocks: {
          accountInclude: [...accounts],
          includeTransactions: content === 'full',
          includeAccounts: false,
          includeEntries: true,
        },
      },
    };
  return {
    ...all,
    transactions:
      content === 'full'
        ? { transactions: { accountInclude: [...accounts], accountExclude: [], accountRequired: [] } }
        : {},
    entry: { entries: {} },
    blocksMeta: { meta: {} },
  };
}

export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new GeyserTimeoutError(`${what} did not come within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The server did not answer a call, or sent nothing on a stream, before the deadline. A new connection may help. */
export class GeyserTimeoutError extends Error {
  override readonly name = 'GeyserTimeoutError';
  readonly code = 'geyser_timeout';
}
