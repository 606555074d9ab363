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

/**
 * Shows the samples of each operation, with this server's address. Uses the key that the explorer keeps until the tab is
 * closed, and keeps it in the same place. Without `validatorUrl: null` the page would ask a server of swagger.io about the document.
 */
const START_JS = `const KEPT = 'tickscope-key';
const api = new URL('api', location.href).href;
const fence = String.fromCharCode(96).repeat(3);

function withSamples(spec) {
  for (const item of Object.values(spec.paths))
    for (const operation of Object.values(item)) {
      const samples = operation['x-codeSamples'];
      if (samples === undefined) continue;
      const texts = samples.map(({ label, source }) =>
        '**' + label + '**\\n\\n' + fence + '\\n' + source.replaceAll('https://tickscope.example/api', api) + '\\n' + fence);
      operation.description = [operation.description ?? '', ...texts].join('\\n\\n');
    }
  return spec;
}

const keepsCredentials = {
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (credentials) => {
          const [value] = Object.values(credentials).map((one) => one.value);
          if (value) sessionStorage.setItem(KEPT, value);
          return authorize(credentials);
        },
        logout: (logout) => (names) => {
          sessionStorage.removeItem(KEPT);
          return logout(names);
        },
      },
    },
  },
};

fetch('openapi.json')
  .then((response) => response.json())
  .then((document) => {
    const ui = SwaggerUIBundle({
      spec: withSamples(document),
      dom_id: '#swagger-ui',
      validatorUrl: null,
      deepLinking: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      plugins: [keepsCredentials],
      onComplete() {
        const value = sessionStorage.getItem(KEPT);
        if (value === null) return;
        const name = value.startsWith('sk_') ? 'apiKey' : 'jwt';
        ui.authActions.authorize({ [name]: { name, schema: document.components.securitySchemes[name], value } });
      },
    });
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
