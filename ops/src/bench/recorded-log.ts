import { readConfig } from '@earmark/backend/config';
import { importFolder } from '@earmark/backend/import/import-folder';
import { systemContext } from '@earmark/backend/kit/system-context';
import { openAppContext } from '@earmark/backend/app-context';
import type { Fetcher } from '@earmark/backend/feeds/fetcher';
import { Commands } from '@earmark/backend/kit/commands';
import { FETCHER } from '@earmark/backend/kit/core';
import { PG_POOL } from '@earmark/backend/kit/pg';
import { Parsing } from '@earmark/backend/kit/process/parsing';
import { Streams } from '@earmark/backend/kit/streams';
import { ensureKnownEntityTypes } from '@earmark/backend/vocabulary/known-entity-types';
import type { Name } from '../suites/names.ts';
import { ImportPatterns } from '@earmark/contracts/vocabulary';
import type { Pool } from 'pg';

/** Records names and transcripts as an import does, through the same handlers, without projections. */
export async function recordLibrary(
  url: string,
  folder: string,
  names: readonly Name[],
  say: (line: string) => void,
): Promise<{ transcripts: number; segments: number; patterns: number }> {
  const app = await openAppContext(readConfig({}), url, say);
  const [commands, streams] = [app.get(Commands), app.get(Streams)];
  try {
    await ensureKnownEntityTypes(commands, streams.log);
    const context = systemContext('bench');
    const rows = names.map(({ name, type, entity }) => ({
      name,
      entityType: type === 'place' ? 'location' : type,
      entity,
      caseSensitive: false,
      wholeWord: true,
    }));
    const { added } = await commands.send(new ImportPatterns({ rows }, context));
    const importing = {
      commands,
      streams,
      parsing: app.get(Parsing),
      pool: app.get<Pool>(PG_POOL),
      fetcher: app.get<Fetcher>(FETCHER),
      context,
      seriesName: 'Benchmark',
      mayMove: false,
      progress: () => undefined,
    };
    const { transcripts, segments } = await importFolder(folder, importing);

    return { transcripts, segments, patterns: added };
  } finally {
    await app.close();
  }
}
