import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsInlineLimit: 2048,
    // One sheet of styles: a table must open in few requests.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules|src\/(ui|i18n(?!\/pages)|state|wire|net)\/|src\/screens\/(listing|names)/,
            },
            {
              name: 'table',
              test: /src\/(table|cards)\/|src\/games\/(?!pages)[^/]+$|src\/screens\/ResultRows/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  // Vitest would take Svelte's server build without the browser condition.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    maxWorkers: 2,
  },
});
