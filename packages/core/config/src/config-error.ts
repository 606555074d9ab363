export interface ConfigProblem {
  variable: string;
  /** The fault, and what to do. */
  text: string;
}

/**
 * The environment, or a file that it names, cannot be used. The message lists every problem, so that one start finds
 * them all. A retry fails again until the operator has changed the settings.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'invalid_config';
  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, text }) => `${variable} ${text}`).join('\n'));
  }
}
