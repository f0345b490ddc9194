import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    manifest: true,
    // No inline scripts and no data: addresses, so that the content security policy can be strict.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the public pages say is one file for each language: one request before the sign-in box shows.
            { name: (id) => /messages\/([^/]+)\/(?:common|signin)\.json/.exec(id)?.[1] ?? null },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:4000' } },
});
