import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Where `npm run dev` finds an API with data: `npm start` in another terminal.
const api = process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787';

export default defineConfig({
  plugins: [react()],
  // The SDK's sources, so that a change of them shows at once.
  resolve: { conditions: ['tickscope:source', 'module', 'browser', 'development|production'] },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': api, '/explorer/key': api } },
  build: {
    target: 'es2022',
    // Everything is a file of its own: the policy of the page allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Licences of all that the page contains; who gives the page on gives these along.
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
    chunkSizeWarningLimit: 700,
  },
});
