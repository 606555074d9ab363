export interface ConfigProblem {
  variable: string;
  /** What is wrong, and what to do. */
  text: string;
}

/** The environment cannot be used. The message lists every problem, so that one start finds them all. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, text }) => `${variable} ${text}`).join('\n'));
  }
}
