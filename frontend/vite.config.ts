import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
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

/**
 * JSON schemas are made by the server alone. Every schema of zod carries the code for them, a fifth of what a page loads
 * of it.
 */
const withoutJsonSchemas = (): Plugin => ({
  name: 'without-json-schemas',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) => ({
      code: [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => undefined;`)
        .join('\n'),
      map: { mappings: '' },
    }),
  },
});

/** Within the page, because the first paint would wait for a file. */
const inlineTheme = (): Plugin => ({
  name: 'inline-theme',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => {
      const script = readFileSync(join(import.meta.dirname, 'theme.js'), 'utf8');

      return html.replace('<script src="/theme.js"></script>', () => `<script>\n${script}    </script>`);
    },
  },
});

/** The Latin files of the typefaces, and the reader's choice (theme.js) that has one preloaded; null: everybody's. */
const FACES = [
  ['inter-latin-wght-normal', null],
  ['source-serif-4-latin-wght-normal', 'serif'],
  ['atkinson-hyperlegible-next-latin-wght-normal', 'legible'],
] as const;

const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      FACES.map(([name, face]) => {
        const file = Object.keys(bundle ?? {}).find((path) => path.startsWith(`assets/${name}-`));
        if (file === undefined) throw new Error(`The build has no font ${name}.`);

        return {
          tag: 'link',
          injectTo: 'head-prepend',
          attrs: {
            ...(face === null ? { rel: 'preload' } : { 'data-face': face }),
            href: `/${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
            // After the style and the scripts: text is readable without it.
            fetchpriority: 'low',
          },
        };
      }),
  },
});

/** The frame is styled within the page (shell.css), so nothing is painted later for the style sheet's sake; the scripts wait for it. */
const paintFrameFirst = (): Plugin => ({
  name: 'paint-frame-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const [sheet] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
      if (sheet === undefined) throw new Error('The build has no style sheet.');

      return html.replace(sheet, '').replace('</body>', () => `  ${sheet}\n  </body>`);
    },
  },
});

export default defineConfig({
  // Packed once, as small as can be; the server sends what is there.
  plugins: [
    react(),
    tailwindcss(),
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css)$/, threshold: 1000 }),
    keepForADay(),
    withoutJsonSchemas(),
    inlineTheme(),
    preloadFonts(),
    paintFrameFirst(),
  ],
  resolve: { conditions: ['earmark-source', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': 'http://127.0.0.1:3000', '/health': 'http://127.0.0.1:3000' },
  },
  build: {
    sourcemap: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    emptyOutDir: false,
    // The server tells browsers what a page will load; see backend/src/site.
    manifest: true,
    rolldownOptions: {
      output: {
        // By size, not by file: no request for a single icon.
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 4 },
            { name: 'named-icons', test: /\/ui\/named-icon/, priority: 3 },
            { name: 'icons', test: /\/lucide-react\//, priority: 2 },
            { name: 'common', test: /\/(frontend|contracts)\/(src|dist)\//, minShareCount: 6, priority: 1 },
          ],
        },
      },
    },
  },
});
