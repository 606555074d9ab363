import { setTimeout as sleep } from 'node:timers/promises';
import { toBase58 } from '@tickscope/chain';

const DEADLINE_MS = 300_000;

let asked = 0;

/** Backfills the slots around a transaction through the API, to the end of the job. Throws where it does not complete. */
export async function backfill(
  api: string,
  signature: string,
  slotRange: number,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  asked += 1;
  // An equal request within five minutes gets the former job: the account makes each one different.
  const account = toBase58(Buffer.from(`ways in ${asked}`.padStart(32, '0')));
  const submitted = (await call(`${api}/api/backfill-transaction`, { signature, account, slotRange })) as {
    data: { query_info: { request_id: string } };
  };
  const { request_id: id } = submitted.data.query_info;
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const status = (await call(`${api}/api/backfill-status/${id}`)) as { state: string };
    if (status.state === 'completed') return;
    if (status.state === 'failed' || Date.now() > deadline)
      throw new Error(`a backfill did not complete: ${JSON.stringify(status)}`);
    await sleep(100);
  }
}

async function call(url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(`${url}: HTTP ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
