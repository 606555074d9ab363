import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { getAbsoluteFSPath } from 'swagger-ui-dist';

/** The page's own policy: all resources from this server, no inline script or style. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/** Paths are relative to `/docs`, so that the page also works behind a proxy that adds a prefix. */
function pageHtml(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
}

// Without `validatorUrl: null` the page would ask a server of swagger.io about the document.
const START_JS = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`;

/** The documentation page, Swagger UI from its npm package, and the files that it loads. */
export function docsRoutes(title: string): [path: string, RequestHandler][] {
  const folder = getAbsoluteFSPath();
  const assets = Object.entries(ASSETS).map(([name, type]): [string, RequestHandler] => {
    const bytes = readFileSync(join(folder, name));
    return [`/docs/${name}`, cached(type, bytes)];
  });
  const html = pageHtml(title);
  return [
    [
      '/docs',
      (_req, res) => {
        res.set('Content-Security-Policy', POLICY).type('text/html; charset=utf-8').send(html);
      },
    ],
    ['/docs/start.js', cached('text/javascript; charset=utf-8', Buffer.from(START_JS))],
    ...assets,
  ];
}

function cached(type: string, bytes: Buffer): RequestHandler {
  return (_req, res) => {
    res.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' }).send(bytes);
  };
}
