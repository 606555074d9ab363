import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { getAbsoluteFSPath } from 'swagger-ui-dist';
import { constantAnswer, sendConstant } from '../constant-answer.js';

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
 * Shows the samples of each operation, with this server's address. Shares the key of the explorer's tabs, by the
 * same messages (`apps/web/src/api/session.ts`, ADR 0038). Without `validatorUrl: null` the page would ask a server of
 * swagger.io about the document.
 */
const START_JS = `const KEPT = 'tickscope-key';
const api = new URL('api', location.href).href;
const fence = String.fromCharCode(96).repeat(3);

function withSamples(spec) {
  spec.servers = [{ url: api }];
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

const tabs = new BroadcastChannel(KEPT);
const set = (key) => {
  tabs.postMessage({ set: key });
  keep(key);
};
const keep = (key) => (key === null ? sessionStorage.removeItem(KEPT) : sessionStorage.setItem(KEPT, key));

const keepsCredentials = {
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (credentials) => {
          const [value] = Object.values(credentials).map((one) => one.value);
          if (value && value !== sessionStorage.getItem(KEPT)) set(value);
          return authorize(credentials);
        },
        logout: (logout) => (names) => {
          if (sessionStorage.getItem(KEPT) !== null) set(null);
          return logout(names);
        },
      },
    },
  },
};

function useKeyOfTabs(ui, schemes) {
  // Kept before it is shown: a key that is kept already is not sent to the other tabs again.
  const use = (key) => {
    keep(null);
    const shown = [...ui.authSelectors.authorized().keys()];
    if (shown.length > 0) ui.authActions.logout(shown);
    if (key === null) return;
    keep(key);
    const name = key.startsWith('sk_') ? 'apiKey' : 'jwt';
    ui.authActions.authorize({ [name]: { name, schema: schemes[name], value: key } });
  };
  tabs.onmessage = ({ data }) => {
    const key = sessionStorage.getItem(KEPT);
    if ('ask' in data) {
      if (key !== null) tabs.postMessage({ answer: key });
    } else {
      const next = 'set' in data ? data.set : (key ?? data.answer);
      if (next !== key) use(next);
    }
  };
  const key = sessionStorage.getItem(KEPT);
  if (key === null) tabs.postMessage({ ask: true });
  else use(key);
}

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
        useKeyOfTabs(ui, document.components.securitySchemes);
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
  const page = constantAnswer('text/html; charset=utf-8', Buffer.from(pageHtml(title)));
  return [
    [
      '/docs',
      (req, res) => {
        res.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' });
        return sendConstant(page, req, res);
      },
    ],
    ['/docs/start.js', cached('text/javascript; charset=utf-8', Buffer.from(START_JS))],
    ...assets,
  ];
}

function cached(type: string, bytes: Buffer): RequestHandler {
  const answer = constantAnswer(type, bytes);
  return (req, res) => {
    res.set('Cache-Control', 'public, max-age=3600');
    return sendConstant(answer, req, res);
  };
}
