/** The logger that this package needs; pino's fits. */
export interface AccountsLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT: AccountsLog = { info() {}, warn() {}, error() {} };
