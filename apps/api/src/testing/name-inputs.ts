import {
  type JsonSchema,
  type LocatedOperation,
  type OpenApiDocument,
  operationsById,
} from '@tickscope/schemas';

export type NameKind = 'signature' | 'address';

/** An input of an operation's request that takes a signature or an address. */
export interface NameInput {
  operation: string;
  field: string;
  kind: NameKind;
  /** A valid request with this name as the input. */
  request(name: string): { method: string; path: string; body: object | null };
}

/** Finds every input of the document's operations that takes a signature or an address. */
export function nameInputs(document: OpenApiDocument): NameInput[] {
  return [...operationsById(document)].flatMap(([operation, place]) => [
    ...parameterInputs(document, operation, place),
    ...bodyInputs(document, operation, place),
  ]);
}

function parameterInputs(
  document: OpenApiDocument,
  operation: string,
  { path, method, parameters, operation: described }: LocatedOperation,
): NameInput[] {
  const body = described.requestBody === undefined ? null : exampleBodies(described)[0]!;
  return parameters.flatMap(({ name: field, in: where, schema }) => {
    const kind = kindOf(document, schema);
    if (kind === null || (where !== 'path' && where !== 'query')) return [];
    const request = (name: string) => ({
      method: method.toUpperCase(),
      path:
        where === 'path'
          ? path.replace(`{${field}}`, encodeURIComponent(name))
          : `${path}?${new URLSearchParams({ [field]: name })}`,
      body,
    });
    return [{ operation, field, kind, request }];
  });
}

function bodyInputs(
  document: OpenApiDocument,
  operation: string,
  { path, method, operation: described, parameters }: LocatedOperation,
): NameInput[] {
  if (described.requestBody === undefined) return [];
  const schema = resolved(document, described.requestBody.content['application/json']!.schema);
  const examples = exampleBodies(described);
  let filled = path;
  for (const { name, in: where, schema: own } of parameters)
    if (where === 'path') filled = filled.replace(`{${name}}`, EXAMPLE_NAMES[kindOf(document, own)!]);
  return Object.entries(schema['properties'] as Record<string, JsonSchema>).flatMap(([field, property]) => {
    const inner = Object.entries(
      (resolved(document, property)['properties'] ?? {}) as Record<string, JsonSchema>,
    );
    const ofObject = inner.flatMap(([own, schemaOfOwn]) => {
      const kind = kindOf(document, schemaOfOwn);
      const request = (name: string) => ({
        ...{ method: method.toUpperCase(), path: filled },
        body: { ...examples[0]!, [field]: { [own]: name } },
      });
      return kind === null ? [] : [{ operation, field: `${field}.${own}`, kind, request }];
    });
    const kinds = [property, property['items'] as JsonSchema | undefined].map((each) =>
      each === undefined ? null : kindOf(document, each),
    );
    // Some fields exclude each other: an example that has the field shows which others may be set with it.
    const example = examples.find((body) => field in body) ?? examples[0]!;
    const ofField = kinds.flatMap((kind, at) =>
      kind === null
        ? []
        : [
            {
              operation,
              field: at === 0 ? field : `${field}[]`,
              kind,
              request: (name: string) => ({
                method: method.toUpperCase(),
                path: filled,
                body: { ...example, [field]: at === 0 ? name : [name] },
              }),
            },
          ],
    );
    return [...ofField, ...ofObject];
  });
}

const EXAMPLE_NAMES: Record<NameKind, string> = { address: '1'.repeat(32), signature: '1'.repeat(64) };

function kindOf(document: OpenApiDocument, schema: JsonSchema): NameKind | null {
  const { format } = resolved(document, schema);
  if (format === 'solana-signature') return 'signature';
  return format === 'solana-address' ? 'address' : null;
}

function resolved(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const ref = schema['$ref'];
  return typeof ref === 'string'
    ? document.components.schemas[ref.replace('#/components/schemas/', '')]!
    : schema;
}

function exampleBodies({ requestBody }: LocatedOperation['operation']): Record<string, unknown>[] {
  const { examples } = requestBody!.content['application/json'] as {
    examples?: Record<string, { value: Record<string, unknown> }>;
  };
  return Object.values(examples ?? {}).map(({ value }) => value);
}
