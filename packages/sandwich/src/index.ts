export * from './bracket.js';
