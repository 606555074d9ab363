/** A value as its JSON: a large result is sent as it was stored, without reading and writing it again. */
export class JsonText {
  readonly #json: string;

  constructor(json: string) {
    this.#json = json;
  }

  toString(): string {
    return this.#json;
  }

  toJSON(): unknown {
    return JSON.parse(this.#json);
  }
}

/** As `JSON.stringify`, for an answer that may have such values of its own. Those are written last. */
export function answerJson(answer: object): string {
  const stored = Object.entries(answer).filter(([, value]) => value instanceof JsonText);
  if (stored.length === 0) return JSON.stringify(answer);
  const rest = Object.entries(answer).filter(([, value]) => !(value instanceof JsonText));
  const parts = stored.map(([name, json]) => `${JSON.stringify(name)}:${String(json)}`);
  const others = JSON.stringify(Object.fromEntries(rest)).slice(1, -1);
  return `{${[...(others === '' ? [] : [others]), ...parts].join(',')}}`;
}
