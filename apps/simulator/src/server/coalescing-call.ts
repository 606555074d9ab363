import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

/** Bytes in flight above which the writer has to wait. */
const MOST_IN_FLIGHT_BYTES = 256 << 10;

/**
 * Lets grpc-js pass many messages to HTTP/2 at once. By default it waits for each message to be flushed before the
 * next, so every message becomes a DATA frame of its own. That is slow, and the HTTP/2 library of the Rust clients (h2
 * 0.4.16, also in the Node package) closes the connection with `too_many_data_frames` when about a hundred frames below
 * 256 bytes are unread (hyperium/h2#935, #939). Real servers batch.
 */
class CoalescingCall extends ServerInterceptingCall {
  #inFlightBytes = 0;
  #waiting: (() => void) | null = null;

  override sendMessage(message: Buffer, callback: () => void): void {
    this.#inFlightBytes += message.length;
    super.sendMessage(message, () => {
      this.#inFlightBytes -= message.length;
      const waiting = this.#waiting;
      if (waiting === null || this.#inFlightBytes >= MOST_IN_FLIGHT_BYTES) return;
      this.#waiting = null;
      waiting();
    });
    if (this.#inFlightBytes < MOST_IN_FLIGHT_BYTES) callback();
    else this.#waiting = callback;
  }
}

export const coalescing: ServerInterceptor = (method, call) =>
  method.responseStream ? new CoalescingCall(call) : new ServerInterceptingCall(call);
