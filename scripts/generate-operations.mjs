// Writes packages/serve/sdk/src/operations.gen.ts from the API document: what the SDK needs of each operation to call it.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const DOCUMENT = new URL('../packages/serve/schemas/src/openapi.yaml', import.meta.url);
const OUTPUT = new URL('../packages/serve/sdk/src/operations.gen.ts', import.meta.url);
/** The answers of operations that submit a job. */
const SUBMITTED = ['#/components/responses/JobSubmitted', '#/components/responses/BackfillSubmitted'];

const document = parse(readFileSync(DOCUMENT, 'utf8'));
const resolve = (value) =>
  value?.$ref === undefined
    ? value
    : value.$ref
        .split('/')
        .slice(1)
        .reduce((found, name) => found[name], document);

function* operationFacts() {
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId === undefined) continue;
      const body = resolve(operation.requestBody?.content['application/json'].schema);
      const fields = Object.entries(body?.properties ?? {});
      const answer = operation.responses[200];
      const defaulted = fields.filter(([, field]) => field.default !== undefined).map(([name]) => name);
      yield [
        operation.operationId,
        {
          method: method.toUpperCase(),
          path,
          ...(defaulted.length > 0 && { defaulted }),
          ...(operation['x-repeatable'] === false && { isRepeatable: false }),
          ...(Object.keys(resolve(answer).content)[0] === 'text/event-stream' && { isStream: true }),
          ...(SUBMITTED.includes(answer.$ref) && { isJob: true }),
        },
      ];
    }
}

const lines = [...operationFacts()].map(([id, facts]) => `  ${id}: ${JSON.stringify(facts)},`);
writeFileSync(
  OUTPUT,
  `// Generated from openapi.yaml by \`npm run generate -w @tickscope/schemas\`.\nexport const OPERATIONS = {\n${lines.join('\n')}\n} as const;\n`,
);
