import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service that `npm run dev -w console` talks with. */
const service = process.env.CONVENGINE_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  // The service puts a new one into each answer: src/interfaces/console/serve-console.ts.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    // The licences of what is built in go with it.
    license: { fileName: 'licenses.md' },
    manifest: 'manifest.json',
    // A file as data: in a style or script would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    // To the service, a request of the page has to look like one of its own.
    proxy: { '/api': { target: service, changeOrigin: true, headers: { origin: service } } },
  },
});
