// tsc does not copy SQL: copies each .sql beside the compiled file that reads it.
import { cpSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
for (const name of ['projections', 'backend'])
  for (const file of readdirSync(join(root, name, 'src'), { recursive: true }))
    if (String(file).endsWith('.sql'))
      cpSync(join(root, name, 'src', String(file)), join(root, name, 'dist', String(file)));
