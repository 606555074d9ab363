// Runs in the browser: the built package as it is, without a bundler, from another origin than the API.
import { createTickscope, NoAnswerError, TickscopeError } from '/sdk/index.js';

const { baseUrl, token, signature, account, unknown } = await (await fetch('/settings.json')).json();
const client = createTickscope({ baseUrl, token, retries: 0 });

/** Describes an error as its caller sees it. */
async function failure(run) {
  try {
    await run();
    return null;
  } catch (error) {
    const { name, status = null, details = null, requestId = null } = error;
    const kind = [NoAnswerError, TickscopeError].find((type) => error instanceof type)?.name ?? name;
    return { kind, status, details, requestId };
  }
}

const report = { rows: [], events: [] };
try {
  report.subscription = (await client.getSubscription()).data.status;
  for await (const { slot, block_index, is_original } of client.rows.analyzeTrade({
    signature,
    account_id: account,
    slot_range: 1,
    limit: 4,
  }))
    report.rows.push([slot, block_index, is_original]);
  for await (const { event, id, data } of client.stream()) {
    report.events.push([event, typeof id, data.id, data.gross]);
    if (event === 'sandwich') break;
    report.events.pop();
  }
  report.unknown = await failure(() => client.getTransaction({ signature: unknown }));
  report.invalid = await failure(() => client.checkWallet({ wallet_address: 'x' }));
  const stranger = createTickscope({ baseUrl, token: 'sk_live_nobody', retries: 0 });
  report.stranger = await failure(() => stranger.getSubscription());
} catch (error) {
  report.error = String(error?.stack ?? error);
}
await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
