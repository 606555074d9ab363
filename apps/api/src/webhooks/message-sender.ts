import {
  type Accounts,
  type Attempt,
  claimDeliveries,
  type DueDelivery,
  disableWebhook,
  endDelivery,
  type PlaceHeld,
  retryDelivery,
} from '@tickscope/accounts';
import type { Logger } from '@tickscope/log';
import { type SendLimits, sendMessage } from './send-message.js';

export interface SenderSettings extends SendLimits {
  /** Messages that are sent at once, and as many again to slow receivers. */
  atOnce: number;
  /** A receiver that takes longer to answer is slow. */
  slowMs: number;
  retryWaitsMs: readonly number[];
}

/** A message that is being sent. */
interface Sending extends PlaceHeld {
  isSlow: boolean;
  done: Promise<void>;
}

/**
 * Sends deliveries that are due, each in a place. A receiver that was slow to answer gets a place among the slow ones, and
 * one that turns out to be slow moves there while its message is sent: so no receiver holds one of the other places for
 * longer than `slowMs`. An account holds half of the places for slow receivers at most; those of its receivers that move
 * there beyond that take none from others.
 */
export class MessageSender {
  readonly #accounts: Accounts;
  readonly #log: Logger;
  readonly #settings: SenderSettings;
  /** By webhook. */
  readonly #sending = new Map<string, Sending>();
  readonly #onRoom: () => void;

  /** @param input.onRoom called when a place has become free */
  constructor(input: { accounts: Accounts; log: Logger; onRoom: () => void }, settings: SenderSettings) {
    this.#accounts = input.accounts;
    this.#log = input.log;
    this.#onRoom = input.onRoom;
    this.#settings = settings;
  }

  /** Starts what is due, as far as there is room. */
  async start(): Promise<void> {
    const { atOnce, timeoutMs } = this.#settings;
    const slowPerAccount = Math.ceil(atOnce / 2);
    const sending = [...this.#sending.values()];
    const quick = sending.filter(({ isSlow }) => !isSlow).length;
    const free = {
      places: Math.max(0, atOnce - quick),
      slowPlaces: Math.max(0, atOnce - slowPlacesHeld(sending, slowPerAccount)),
      slowPerAccount,
    };
    if (free.places + free.slowPlaces === 0) return;
    const leaseMs = timeoutMs * 3;
    for (const due of await claimDeliveries(this.#accounts, { ...free, leaseMs, sending })) this.#send(due);
  }

  /** Resolves when nothing is being sent any more. */
  async ended(): Promise<void> {
    await Promise.all([...this.#sending.values()].map(({ done }) => done));
  }

  #send(due: DueDelivery): void {
    const { webhook, account, isSlow } = due;
    const sending: Sending = { webhook, account, isSlow, done: Promise.resolve() };
    const turnsSlow = setTimeout(() => {
      sending.isSlow = true;
      this.#onRoom();
    }, this.#settings.slowMs);
    this.#sending.set(webhook, sending);
    sending.done = this.#attempt(due)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the end of a delivery is not stored'))
      .finally(() => {
        clearTimeout(turnsSlow);
        this.#sending.delete(webhook);
        this.#onRoom();
      });
  }

  async #attempt(due: DueDelivery): Promise<void> {
    const { slowMs, retryWaitsMs } = this.#settings;
    const startedAt = performance.now();
    const { outcome, text: result } = await sendMessage(due, this.#settings);
    const attempt: Attempt = { result, isSlow: performance.now() - startedAt > slowMs };
    if (outcome === 'accepted') await endDelivery(this.#accounts, due, attempt);
    else if (outcome === 'gone')
      await disableWebhook(this.#accounts, due.webhook, 'the receiver answered HTTP 410 (gone)', {
        due,
        result,
      });
    else if (await retryDelivery(this.#accounts, due, attempt, retryWaitsMs))
      this.#log.info({ webhook: due.webhook, result }, 'a webhook was disabled');
  }
}

function slowPlacesHeld(sending: readonly PlaceHeld[], mostPerAccount: number): number {
  const byAccount = new Map<string, number>();
  for (const { account, isSlow } of sending)
    if (isSlow) byAccount.set(account, Math.min(mostPerAccount, (byAccount.get(account) ?? 0) + 1));
  return [...byAccount.values()].reduce((sum, held) => sum + held, 0);
}
