const MAX_LOGGED_PATH = 200;

/** An API key, and a JWT, wherever somebody pasted it. */
const SECRETS = /sk_(?:live|test)_[0-9A-Za-z]+|eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;

/**
 * The path of a request as it may be logged: without its query, which few operations have and where secrets are pasted
 * by mistake, and without what looks like a secret in the path itself.
 */
export function loggedPath(url: string): string {
  // Cut last: half of a secret is no less one, and no longer looks like it.
  return url.split('?', 1)[0]!.replaceAll(SECRETS, '[redacted]').slice(0, MAX_LOGGED_PATH);
}
