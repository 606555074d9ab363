import yellowstone, {
  type ClientDuplexStream,
  type SubscribeRequest,
  type SubscribeUpdate,
} from '@triton-one/yellowstone-grpc';

// The package is typed as CommonJS and loaded as an ES module: its default import is the class itself.
const Client = yellowstone as unknown as typeof yellowstone.default;
type Client = InstanceType<typeof yellowstone.default>;
type ClientOptions = NonNullable<ConstructorParameters<typeof yellowstone.default>[2]>;

const LARGEST_MESSAGE_BYTES = 256 << 20;

/** The real client, connected. */
export async function connect(
  endpoint: string,
  xToken?: string,
  options: ClientOptions = {},
): Promise<Client> {
  const client = new Client(endpoint, xToken, {
    grpcMaxDecodingMessageSize: LARGEST_MESSAGE_BYTES,
    ...options,
  });
  await client.connect();
  return client;
}

/** A request without filters, plus the test's additions. */
export function request(parts: Partial<SubscribeRequest>): SubscribeRequest {
  return {
    accounts: {},
    slots: {},
    transactions: {},
    transactionsStatus: {},
    blocks: {},
    blocksMeta: {},
    entry: {},
    accountsDataSlice: [],
    ...parts,
  };
}

export const ALL_TRANSACTIONS = { accountInclude: [], accountExclude: [], accountRequired: [] };
export const WHOLE_BLOCKS = { accountInclude: [], includeTransactions: true, includeEntries: true };

export interface Collected {
  updates: SubscribeUpdate[];
  /** Why the stream ended; null if it ended normally or was closed by the test. */
  error: Error | null;
}

/** Reads until the stream ends or `enough` returns true. Skips pings. The caller's test timeout is the deadline. */
export function collect(
  stream: ClientDuplexStream,
  enough: (updates: readonly SubscribeUpdate[]) => boolean = () => false,
): Promise<Collected> {
  const updates: SubscribeUpdate[] = [];
  return new Promise((resolve) => {
    const finish = (error: Error | null): void => {
      stream.destroy();
      resolve({ updates, error });
    };
    stream.on('error', finish);
    stream.on('end', () => finish(null));
    stream.on('data', (update: SubscribeUpdate) => {
      if (update.ping !== undefined) return;
      updates.push(update);
      if (enough(updates)) finish(null);
    });
  });
}

/** Everything a subscription receives until it ends. */
export async function collectAll(endpoint: string, parts: Partial<SubscribeRequest>): Promise<Collected> {
  const client = await connect(endpoint);
  return collect(await client.subscribe(request(parts)));
}

/** The server's message, extracted from the client's chain of errors. */
export function serverText(error: unknown): string {
  const texts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) texts.push(cause.message);
  return texts.join('; ');
}
