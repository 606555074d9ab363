/**
 * Formats an event as in the HTML standard's "Server-sent events". JSON has no line breaks, so no data can
 * start a line of its own. The id comes last: a client that reads its line has the whole event, even if the
 * connection breaks there.
 */
export function eventText(event: string, data: object, id?: string): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === undefined ? '' : `id: ${id}\n`}\n`;
}

/**
 * Moves a client's last event id forward without an event: a block without data is not dispatched, but its id
 * is kept.
 */
export function idText(id: string, comment: string): string {
  return `: ${comment}\nid: ${id}\n\n`;
}

export function retryText(retryMs: number): string {
  return `retry: ${retryMs}\n\n`;
}
