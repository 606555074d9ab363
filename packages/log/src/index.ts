export { createLogger, type Logger, type LogOptions } from './logger.js';
