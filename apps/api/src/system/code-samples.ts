import { type LocatedOperation, type OpenApiDocument, operationsById } from '@tickscope/schemas';

/** As Redocly's documentation pages read it from `x-codeSamples`. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** The address in samples, for which `servedDocument` and the documentation page put the server's own. */
export const API = 'https://tickscope.example/api';

/** The document with samples in curl, TypeScript and Python for each operation, made of the examples of its request. */
export function withCodeSamples(document: OpenApiDocument): OpenApiDocument {
  const paths = structuredClone(document.paths);
  for (const [id, place] of operationsById(document)) {
    const operation = paths[place.path]?.[place.method];
    if (operation !== undefined) operation['x-codeSamples'] = samplesOf(id, place);
  }
  return { ...document, paths };
}

function samplesOf(id: string, place: LocatedOperation): CodeSample[] {
  const inPath = place.parameters.filter(({ in: where }) => where === 'path');
  const fields = Object.fromEntries(inPath.map(({ name, example }) => [name, example ?? '']));
  const path = place.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(fields[name] ?? '')),
  );
  const body = bodyOf(place);
  const request = { method: place.method.toUpperCase(), url: `${API}${path}`, body };
  const isStream = place.operation.responses['200']?.content?.['text/event-stream'] !== undefined;
  return [
    { lang: 'Shell', label: 'curl', source: curlOf(request, isStream) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescriptOf(id, { ...fields, ...body }, isStream) },
    { lang: 'Python', label: 'Python', source: pythonOf(request, isStream) },
  ];
}

function bodyOf({ operation }: LocatedOperation): Record<string, unknown> | null {
  if (operation.requestBody === undefined) return null;
  const [example] = Object.values(operation.requestBody.content['application/json']?.examples ?? {});
  return example?.value ?? {};
}

interface Sampled {
  method: string;
  url: string;
  body: Record<string, unknown> | null;
}

function curlOf({ method, url, body }: Sampled, isStream: boolean): string {
  // Bodies of examples have no single quotes: base58, numbers and plain words.
  const data = body === null ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`];
  return [
    `curl ${isStream ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    '-H "Authorization: Bearer $TICKSCOPE_API_KEY"',
    ...data,
  ].join(' \\\n  ');
}

function typescriptOf(id: string, fields: Record<string, unknown>, isStream: boolean): string {
  const input = Object.keys(fields).length === 0 ? '' : JSON.stringify(fields, null, 2);
  const call = isStream
    ? 'for await (const event of client.stream()) console.log(event);'
    : `console.log(await client.${id}(${input}));`;
  return `import { createTickscope } from '@tickscope/sdk';

const client = createTickscope({ baseUrl: '${API}', token: process.env.TICKSCOPE_API_KEY });
${call}`;
}

/** With the standard library alone. */
function pythonOf({ method, url, body }: Sampled, isStream: boolean): string {
  // JSON text of ASCII, in quotes, is also a text of Python.
  const data = body === null ? '' : `\n    data=${JSON.stringify(JSON.stringify(body))}.encode(),`;
  const type = body === null ? '' : ', "Content-Type": "application/json"';
  const read = isStream
    ? 'for line in response:\n        print(line.decode(), end="")'
    : 'print(json.load(response))';
  return `import ${isStream ? '' : 'json, '}os, urllib.request

request = urllib.request.Request(
    "${url}",
    method="${method}",${data}
    headers={"Authorization": "Bearer " + os.environ["TICKSCOPE_API_KEY"]${type}},
)
with urllib.request.urlopen(request) as response:
    ${read}`;
}
