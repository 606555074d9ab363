/**
 * Programs as a wallet has them: each asks for fees through a library, and prints the answers as JSON. `RPC` is the URL, `KEY` a
 * key or null, `ACCOUNTS` a list of addresses; in place of an answer the error's text.
 */
export const WEB3 = `import { Connection, PublicKey } from '@solana/web3.js';
const connection = new Connection(RPC, {
  disableRetryOnRateLimit: true,
  ...(KEY === null ? {} : { httpHeaders: { Authorization: 'Bearer ' + KEY } }),
});
const said = (asked) => asked.catch((error) => error.message);
const accounts = ACCOUNTS.map((text) => new PublicKey(text));
console.log(JSON.stringify({
  all: await said(connection.getRecentPrioritizationFees()),
  locked: await said(connection.getRecentPrioritizationFees({ lockedWritableAccounts: accounts })),
}));
process.exit(0);
`;

export const KIT = `import { createDefaultRpcTransport, createJsonRpcApi, createRpc, createSolanaRpcFromTransport } from '@solana/kit';
const headers = KEY === null ? {} : { authorization: 'Bearer ' + KEY };
const transport = createDefaultRpcTransport({ url: RPC, headers });
const said = (asked) => asked.catch((error) => error.message);
const rpc = createSolanaRpcFromTransport(transport);
const own = createRpc({ api: createJsonRpcApi(), transport });
const text = (_, value) => (typeof value === 'bigint' ? Number(value) : value);
console.log(JSON.stringify({
  all: await said(rpc.getRecentPrioritizationFees().send()),
  locked: await said(rpc.getRecentPrioritizationFees(ACCOUNTS).send()),
  estimate: await said(own.getPriorityFeeEstimate({
    accountKeys: ACCOUNTS, options: { includeAllPriorityFeeLevels: true },
  }).send().then((answer) => answer.result ?? answer)),
}, text));
`;
