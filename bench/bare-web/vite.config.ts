import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [react()],
  build: {
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index', 'viewer', 'frame', 'picture'].map((page) => join(root, `${page}.html`)) },
  },
});
