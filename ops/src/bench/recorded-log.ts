import { readConfig } from '@earmark/backend/config';
import { importFolder } from '@earmark/backend/import/import-folder';
import { systemContext } from '@earmark/backend/kit/system-context';
import { openAppContext } from '@earmark/backend/app-context';
import { servicesOf } from '@earmark/backend/services';
import { ensureKnownEntityTypes } from '@earmark/backend/vocabulary/known-entity-types';
import type { Name } from '../suites/names.ts';

/** Records names and transcripts as an import does, by the same handlers, without projections. */
export async function recordLibrary(
  url: string,
  folder: string,
  names: readonly Name[],
  say: (line: string) => void,
): Promise<{ transcripts: number; segments: number; patterns: number }> {
  const app = await openAppContext(readConfig({}), url, say);
  const services = servicesOf(app);
  try {
    await ensureKnownEntityTypes(services.vocabulary, services.streams);
    const context = systemContext('bench');
    const rows = names.map(({ name, type, entity }) => ({
      name,
      entityType: type === 'place' ? 'location' : type,
      entity,
      caseSensitive: false,
      wholeWord: true,
    }));
    const { added } = await services.vocabulary.import(rows, context);
    const importing = { services, context, seriesName: 'Benchmark', progress: () => undefined };
    const { transcripts, segments } = await importFolder(folder, importing);

    return { transcripts, segments, patterns: added };
  } finally {
    await app.close();
  }
}
