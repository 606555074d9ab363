/** A request that was not answered with 200. */
export interface FailedRequest {
  what: string;
  fromMs: number;
  toMs: number;
  /** HTTP status with the start of the body, or what went wrong on the way. */
  how: string;
}

export interface Question {
  what: string;
  path: string;
  body?: unknown;
}

const TIMEOUT_MS = 20_000;

/** Sends requests to the API at a steady rate, without waiting for earlier ones. Times are of `Date.now()`. */
export class Load {
  readonly failed: FailedRequest[] = [];
  readonly #origin: string;
  readonly #key: string;
  readonly #questions: readonly Question[];
  readonly #open = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #asked = 0;

  constructor(origin: string, key: string, questions: readonly Question[]) {
    this.#origin = origin;
    this.#key = key;
    this.#questions = questions;
  }

  get asked(): number {
    return this.#asked;
  }

  start(perSecond: number): void {
    this.#timer = setInterval(() => {
      const question = this.#questions[this.#asked % this.#questions.length]!;
      this.#asked += 1;
      const request = this.#ask(question).finally(() => this.#open.delete(request));
      this.#open.add(request);
    }, 1_000 / perSecond);
  }

  /** Resolves when every request has its answer. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await Promise.all(this.#open);
  }

  /** Whether each question is answered with 200 now. */
  async isAnswered(): Promise<boolean> {
    const answers = await Promise.all(this.#questions.map((question) => this.#failure(question)));
    return answers.every((failure) => failure === null);
  }

  async #ask(question: Question): Promise<void> {
    const fromMs = Date.now();
    const how = await this.#failure(question);
    if (how !== null) this.failed.push({ what: question.what, fromMs, toMs: Date.now(), how });
  }

  /** `null`: it was answered. */
  async #failure({ path, body }: Question): Promise<string | null> {
    try {
      const response = await fetch(`${this.#origin}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      return response.status === 200 ? null : `${response.status} ${text.slice(0, 200)}`;
    } catch (error) {
      const { message, cause } = error as Error;
      return `${message} ${(cause as NodeJS.ErrnoException | undefined)?.code ?? ''}`.trim();
    }
  }
}
