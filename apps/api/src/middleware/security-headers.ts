import type { RequestHandler } from 'express';

const HEADERS = new Map(
  Object.entries({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Answers are data: a browser must not run, frame or store them. Pages set their own policy.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  }),
);

export const securityHeaders: RequestHandler = (_req, res, next) => {
  res.setHeaders(HEADERS);
  next();
};
