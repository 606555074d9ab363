import type { ApiError, ErrorCode, ErrorForm } from '../../errors.js';

/** Codes of JSON-RPC 2.0, section 5.1; -32000 is the first of those that a server defines. */
const CODES: Readonly<Partial<Record<ErrorCode, number>>> = {
  bad_request: -32_600,
  payload_too_large: -32_600,
  unsupported_media_type: -32_600,
  internal: -32_603,
};
const SERVER_ERROR = -32_000;

/** An error as JSON-RPC has it: with the envelope as `data`, and the request's id, if it was read. */
export const rpcErrorBody: ErrorForm = (envelope, error, request) => {
  const { details } = error.options;
  const reason = Array.isArray(details) ? details.join('; ') : details;
  return {
    jsonrpc: '2.0',
    id: idOf(request),
    error: { code: codeOf(error), message: `${envelope.error}: ${reason}`, data: envelope },
  };
};

function codeOf({ code, options: { details } }: ApiError): number {
  if (code !== 'validation_failed') return CODES[code] ?? SERVER_ERROR;
  const [first = ''] = details;
  if (first.startsWith('body: expected JSON')) return -32_700;
  if (first.startsWith('method: expected')) return -32_601;
  return first.startsWith('params') ? -32_602 : -32_600;
}

function idOf(request: unknown): string | number | null {
  if (typeof request !== 'object' || request === null || !('id' in request)) return null;
  const { id } = request;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
