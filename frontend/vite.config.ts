import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

const ASSETS = join(import.meta.dirname, 'dist/assets');
const A_DAY_MS = 86_400_000;

/** Pages that are open load the scripts of their own build; they stay for a day after the next one. */
const keepForADay = (): Plugin => ({
  name: 'keep-for-a-day',
  apply: 'build',
  closeBundle: () => {
    const oldest = Date.now() - A_DAY_MS;
    for (const name of readdirSync(ASSETS)) {
      const path = join(ASSETS, name);
      if (statSync(path).mtimeMs < oldest) rmSync(path);
    }
  },
});

export default defineConfig({
  // Packed once, as small as can be; the server sends what is there.
  plugins: [
    react(),
    tailwindcss(),
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css)$/, threshold: 1000 }),
    keepForADay(),
  ],
  resolve: { conditions: ['earmark-source', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': 'http://127.0.0.1:3000', '/health': 'http://127.0.0.1:3000' },
  },
  build: { sourcemap: true, reportCompressedSize: false, emptyOutDir: false },
});
