export interface Tracing {
  /** Exports what is left, within seconds. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** Name of the program in the traces. */
  service: string;
  /** Base address of an OTLP collector over HTTP, such as http://127.0.0.1:4318; null: no tracing. */
  endpoint: string | null;
  /** Sent with every export. Secret. */
  headers: Readonly<Record<string, string>>;
  /** From 0 to 1: of the requests whose caller has not decided. */
  sampleRatio: number;
  /** Called when spans cannot be exported; they are dropped. */
  onError(message: string): void;
}
