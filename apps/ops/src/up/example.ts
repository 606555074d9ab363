import { dataDirOf } from '@tickscope/command-line';

/** A trade to ask about, and an account that it locked. */
export interface Example {
  signature: string;
  account: string;
  isSandwiched: boolean;
}

/** Lists what to open or paste: the explorer's page, the command of this program, then the same question over HTTP. */
export function describeExample(
  { signature, account, isSandwiched }: Example,
  api: { url: string; key: string | null; letsVisitorsRead: boolean },
  dataDir: string,
): string {
  const where = dataDirOf(undefined) === dataDir ? '' : ` --data-dir ${quoted(dataDir)}`;
  const what = isSandwiched
    ? 'A trade that was sandwiched: what happened to it, and what did it cost?'
    : 'A transaction: who was just before and just after it?';
  // The link is opened minutes later, or again: a code in it would have ended by then.
  const needsKey = api.letsVisitorsRead
    ? ''
    : `\nIts page asks for a key. A link that brings the key along, once, within a minute:\n\nnpx tickscope link /tx/${signature}${where}\n`;
  const command = isSandwiched ? signature : `${signature} --account ${account}`;
  return `${what}

${api.url}/tx/${signature}
${needsKey}
npx tickscope check ${command}${where}

Who touched the account ${account} around it, over HTTP:

curl -s ${api.url}/api/analyze-trade -H 'Content-Type: application/json' \\
  -H 'Authorization: Bearer ${api.key ?? 'YOUR_KEY'}' \\
  -d '{"signature":"${signature}","account_id":"${account}"}'
`;
}

/** For a shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
