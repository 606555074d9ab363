import '@fontsource-variable/inter/wght.css';
import './design/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.js';
import { takeCodeFromFragment, takeKeyOfLink } from './api/link-code.js';
import { takeKeyFromTabs } from './api/session.js';
import { createAppRouter } from './router.js';
import { restoreTheme } from './theme.js';

const code = takeCodeFromFragment();
const key = takeKeyFromTabs().then(() => (code === null ? undefined : takeKeyOfLink(code)));
restoreTheme();

/** A page that waits longer for its font is shown in another one. */
const MOST_FONT_MS = 500;
const font = document.fonts.load('16px "Inter Variable"').catch(() => undefined);
await Promise.race([font, new Promise((resolve) => setTimeout(resolve, MOST_FONT_MS))]);
await key;

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createAppRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
