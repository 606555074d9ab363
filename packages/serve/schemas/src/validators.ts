import { isAddress, isSignature } from '@tickscope/chain';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  type JsonSchema,
  type LocatedOperation,
  loadOpenApi,
  type OpenApiDocument,
  operationsById,
} from './openapi.js';
import { asText, isTextOf, TEXT_OF } from './parameter-text.js';
import { validationMessages } from './validation-messages.js';

/** Neither blank nor with control, format or line-break characters, which would disturb a list or a log. */
const PRINTABLE_TEXT = /^(?!\s*$)[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u;

const DOCUMENT_ID = 'tickscope:openapi';

/** Returns the errors of a value, a sentence per field; empty when it is valid. Fills in a body's defaults. */
export type Validate = (value: unknown) => string[];

/** Validates against the OpenAPI document, compiled once. */
export interface Validators {
  /** For an operation's JSON body. */
  body(operationId: string): Validate;
  /** For an operation's path parameters, an object of strings. */
  pathParameters(operationId: string): Validate;
  /** For an operation's query parameters, an object of strings; unknown ones are errors. */
  queryParameters(operationId: string): Validate;
  /** For an answer's JSON body, in tests: the status must be documented. */
  response(operationId: string, status: number): Validate;
  /** For one of `components.schemas`. */
  schema(name: string): Validate;
}

export function compileValidators(document: OpenApiDocument = loadOpenApi()): Validators {
  // `verbose` gives the messages access to the failed schema. All errors are reported; the body's size is
  // limited.
  const ajv = new Ajv2020({ allErrors: true, verbose: true, useDefaults: true, allowUnionTypes: true });
  addFormats.default(ajv, ['date-time', 'uuid']);
  ajv.addFormat('solana-signature', isSignature);
  ajv.addFormat('solana-address', isAddress);
  ajv.addFormat('printable-text', PRINTABLE_TEXT);
  ajv.addKeyword({
    keyword: TEXT_OF,
    type: 'string',
    schemaType: 'object',
    validate: isTextOf,
    errors: false,
  });
  // The document as a whole is not a schema: Ajv must ignore its own fields.
  ajv.addVocabulary(['x-expected', 'example', ...Object.keys(document)]);
  ajv.addSchema(document, DOCUMENT_ID);
  const operations = operationsById(document);

  const compile = (schema: JsonSchema, whole: string): Validate => {
    const validate: ValidateFunction = ajv.compile(absoluteRefs(schema));
    return (value) => (validate(value) ? [] : validationMessages(validate.errors ?? [], whole));
  };
  const find = (operationId: string): LocatedOperation => {
    const found = operations.get(operationId);
    if (found === undefined) throw new Error(`openapi.yaml has no operation "${operationId}"`);
    return found;
  };

  return {
    body(operationId) {
      const schema = find(operationId).operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined) throw new Error(`openapi.yaml: ${operationId} has no JSON body`);
      return compile(schema, 'body');
    },
    pathParameters(operationId) {
      const parameters = find(operationId).parameters.filter((parameter) => parameter.in === 'path');
      return compile(
        {
          type: 'object',
          required: parameters.map(({ name }) => name),
          properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, asText(schema)])),
        },
        'path',
      );
    },
    queryParameters(operationId) {
      const parameters = find(operationId).parameters.filter((parameter) => parameter.in === 'query');
      return compile(
        {
          type: 'object',
          required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
          properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, asText(schema)])),
          additionalProperties: false,
        },
        'query',
      );
    },
    response(operationId, status) {
      let response = find(operationId).operation.responses[status];
      const name = response?.$ref?.replace('#/components/responses/', '');
      if (name !== undefined) response = document.components.responses[name];
      const schema = response?.content?.['application/json']?.schema;
      if (schema === undefined)
        throw new Error(`openapi.yaml: ${operationId} does not document a JSON body for ${status}`);
      return compile(schema, 'body');
    },
    schema: (name) => compile({ $ref: `#/components/schemas/${name}` }, 'body'),
  };
}

/** Makes references inside the document absolute, for a schema that is compiled outside of it. */
function absoluteRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${DOCUMENT_ID}#`));
}
