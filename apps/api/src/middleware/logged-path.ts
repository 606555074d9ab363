const MAX_LOGGED_PATH = 200;

/** Matches API keys and JWTs anywhere in a path. */
const SECRETS = /sk_(?:live|test)_[0-9A-Za-z]+|eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;

/**
 * The path of a request for the log. The query is left out: few operations have one, and secrets are pasted
 * there by mistake. Anything that looks like a secret in the path is redacted.
 */
export function loggedPath(url: string): string {
  // Cut last: a truncated secret would no longer match the pattern, but would still leak.
  return url.split('?', 1)[0]!.replaceAll(SECRETS, '[redacted]').slice(0, MAX_LOGGED_PATH);
}
