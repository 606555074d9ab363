/**
 * Texts of an event stream, as the HTML standard's "Server-sent events" has them. JSON has no line breaks of its own,
 * so nothing that a transaction says can begin a line. The id comes last: who takes it as soon as its line is there has
 * the event, also where the connection breaks.
 */
export function eventText(event: string, data: object, id?: string): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === undefined ? '' : `id: ${id}\n`}\n`;
}

/** Moves a client's last event id on without an event: a block without data is not dispatched, but its id is kept. */
export function idText(id: string, comment: string): string {
  return `: ${comment}\nid: ${id}\n\n`;
}

export function retryText(retryMs: number): string {
  return `retry: ${retryMs}\n\n`;
}
