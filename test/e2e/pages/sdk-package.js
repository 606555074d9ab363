// What a user of the SDK does, in Node and in a browser alike.
import { createTickscope, TickscopeError } from '@tickscope/sdk';

/** Asks the API about a planted sandwich, and reports what the SDK gave. */
async function answer({ baseUrl, signature, account, unknown }) {
  const client = createTickscope({ baseUrl });
  const { data } = await client.checkSandwichFast({ signature, slot_range: 2 });
  const [result] = data.results;
  const rows = [];
  for await (const { slot, block_index } of client.rows.analyzeTrade({
    signature,
    account_id: account,
    slot_range: 1,
    limit: 2,
  }))
    rows.push(`${slot}.${block_index}`);
  const sandwiches = [];
  for await (const { id } of client.rows.listSandwiches({ limit: '2' })) sandwiches.push(id);
  const failure = await client.getTransaction({ signature: unknown }).catch((error) => error);
  return {
    verdict: result.verdict,
    roles: result.incidents.map(({ interaction_type: type }) => type.replace('sandwich_', '')),
    rows,
    sandwiches,
    failure: [failure instanceof TickscopeError && failure.name, failure.code, failure.status],
    firstEvent: await firstEvent(client),
    runtime: 'process' in globalThis ? `node ${process.versions.node.split('.')[0]}` : 'browser',
  };
}

/** The live feed is silent here: the signal ends it. */
async function firstEvent(client) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('stopped')), 1_000);
  try {
    for await (const { event } of client.stream({ signal: stop.signal })) return event;
  } catch (error) {
    return error.message;
  }
  return 'ended';
}

if ('process' in globalThis) process.stdout.write(JSON.stringify(await answer(JSON.parse(process.argv[2]))));
else globalThis.answer = answer;
