import { CommitmentLevel, SubscribeReplayInfoResponse, SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { type DuplexStream, GrpcClient } from '@triton-one/yellowstone-grpc/napi';
import { MAX_MESSAGE_BYTES } from './recording.js';

/** How blocks come: whole, or as single messages that are put together here (for providers that refuse whole ones). */
export type SubscriptionMode = 'blocks' | 'messages';

export interface GeyserEndpoint {
  /** `http://` or `https://`. */
  url: string;
  xToken: string | null;
  /** Ask the server to compress; costs CPU, saves network. */
  compression: 'none' | 'gzip' | 'zstd';
}

/** `full`: transactions and entries; `entries`: entries alone, enough for ticks, a tenth of the data. */
export type SubscriptionContent = 'full' | 'entries';

export interface SubscriptionOptions {
  mode: SubscriptionMode;
  content: SubscriptionContent;
  commitment: 'processed' | 'confirmed' | 'finalized';
  /** First slot to replay; `null`: from now on. */
  fromSlot: number | null;
}

const CONNECT_TIMEOUT_MS = 10_000;
const CALL_TIMEOUT_MS = 10_000;
const GZIP = 0;
const ZSTD = 1;
const PING_ID = 1;

/**
 * One subscription of a Yellowstone server, read message by message in raw bytes: the decoded objects of the package's
 * stream class cost more than all the rest of ingest, and its stream reads ahead on its own.
 */
export class GeyserStream {
  readonly #stream: DuplexStream;
  #isClosed = false;
  /** Ends the read that waits. */
  #endRead: (() => void) | null = null;

  private constructor(stream: DuplexStream) {
    this.#stream = stream;
  }

  static async open(client: GrpcClient, options: SubscriptionOptions): Promise<GeyserStream> {
    const request = Buffer.from(SubscribeRequest.encode(subscribeRequest(options)).finish());
    return new GeyserStream(await withTimeout(client.subscribe(request), CALL_TIMEOUT_MS, 'subscribe'));
  }

  /** The next message; `null` at the end of the stream. Throws when it fails, or stays silent for `timeoutMs`. */
  async read(timeoutMs: number): Promise<Uint8Array | null> {
    if (this.#isClosed) return null;
    // A read that waits does not notice that its stream was closed. No race against one promise of the stream's end:
    // that would keep every message that ever won it.
    const message = new Promise<Uint8Array | null>((resolve, reject) => {
      this.#endRead = () => resolve(null);
      this.#stream.read().then((bytes) => resolve(bytes ?? null), reject);
    });
    return withTimeout(message, timeoutMs, 'a message').finally(() => {
      this.#endRead = null;
    });
  }

  /** The answer to a server's ping; some proxies close streams on which the client says nothing. */
  async pong(): Promise<void> {
    const request = SubscribeRequest.encode({ ...EMPTY_REQUEST, ping: { id: PING_ID } }).finish();
    await withTimeout(this.#stream.writeRaw(Buffer.from(request)), CALL_TIMEOUT_MS, 'ping');
  }

  close(): void {
    this.#isClosed = true;
    this.#endRead?.();
    this.#stream.close();
  }
}

/** Connects; throws when that takes longer than 10 s. Reconnecting is ours: the server's replay has holes at times. */
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

/** The first slot that the server can replay; `null` when it does not say. */
export async function firstAvailableSlot(client: GrpcClient): Promise<number | null> {
  try {
    const bytes = await withTimeout(
      client.subscribeReplayInfo(Buffer.alloc(0)),
      CALL_TIMEOUT_MS,
      'replay info',
    );
    const { firstAvailable: first } = SubscribeReplayInfoResponse.decode(bytes);
    // A server that has nothing yet says u64::MAX.
    return first === undefined || BigInt(first) > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(first);
  } catch {
    // Older servers do not know the call; the subscription itself then says whether it can replay.
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

function subscribeRequest({ mode, content, commitment, fromSlot }: SubscriptionOptions): SubscribeRequest {
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
          accountInclude: [],
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
        ? { transactions: { accountInclude: [], accountExclude: [], accountRequired: [] } }
        : {},
    entry: { entries: {} },
    blocksMeta: { meta: {} },
  };
}

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new GeyserTimeout(`${what} did not come within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** A call or stream that stayed silent too long. */
export class GeyserTimeout extends Error {
  override readonly name = 'GeyserTimeout';
}
