export type { components, operations, paths } from './api-types.gen.js';
export type { CheckedRequest } from './checked-request.js';
export {
  HTTP_METHODS,
  type JsonSchema,
  type LocatedOperation,
  loadOpenApi,
  type OpenApiDocument,
  type OpenApiParameter,
  operationsById,
  type VisitorAccess,
} from './openapi.js';
export { compileValidators, type Validate, type Validators } from './validators.js';
