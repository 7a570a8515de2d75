import { AdvancedSearchAnswer } from '@earmark/contracts/search';
import { EpisodePage } from '@earmark/contracts/episodes';
import { openLog } from '@earmark/projections/event-log';
import { projectors } from '@earmark/projections/runner';
import pg from 'pg';
import { z } from 'zod';
import { timed } from '../suites/statistics.ts';
import { queryOnce } from '../suites/workspace.ts';
import { signIn } from './admin-call.ts';
import { rebuildOnce } from './rebuild-rounds.ts';
import { saveTranscript } from './save-transcript.ts';

/** A save is answered after two seconds even where the projections are late. */
const PATIENCE_MS = 10_000;
const Place = z.object({ podcast: z.string(), episode: z.string() });

/** Milliseconds of corrections, each of a word to one that nobody has said: until the save is answered, and until a search finds it. */
export async function correctAndFind(
  url: string,
  databaseUrl: string,
  corrections: number,
): Promise<{ saved: number[]; found: number[] }> {
  const [place] = z.array(Place).parse(
    await queryOnce(
      databaseUrl,
      `select c.slug as podcast, p.slug as episode from read.mentions_episode e
       join read.catalogue_episode p on p.episode_uuid = e.episode_uuid
       join read.catalogue_series c on c.series_uuid = e.series_uuid
       order by abs(e.segments - 400), p.episode_uuid limit 1`,
    ),
  );
  const call = await signIn(url);
  let page = EpisodePage.parse((await call('GET', `/api/podcasts/${place!.podcast}/${place!.episode}`)).answer);
  const isFound = async (word: string): Promise<boolean> => {
    const { answer } = await call('GET', `/api/search/advanced?q=${word}`);

    return AdvancedSearchAnswer.parse(answer).summary.totalPassages === 1;
  };
  const times = { saved: [] as number[], found: [] as number[] };
  for (let number = 0; number < corrections; number += 1) {
    const word = `zq${Date.now().toString(36)}x${number}`;
    const transcript = page.transcript.map((segment, index) =>
      index === number ? { ...segment, text: `${word} ${segment.text}` } : segment,
    );
    const { ms } = await timed(async () => {
      const answered = await saveTranscript(call, { ...page, transcript }, 1);
      page = answered.page;
      times.saved.push(answered.ms);
      const until = performance.now() + PATIENCE_MS;
      while (!(await isFound(word)))
        if (performance.now() > until) throw new Error(`${word} was saved, but is not found`);
    });
    times.found.push(ms);
  }

  return times;
}

/** Milliseconds of a rebuild of the words, and of the mentions, each alone. */
export async function rebuildTimes(databaseUrl: string): Promise<{ passages: number; mentions: number }> {
  const log = await openLog({ eventstoreUrl: null, databaseUrl });
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    const times = { passages: 0, mentions: 0 };
    for (const name of ['passages', 'mentions'] as const)
      times[name] = (
        await rebuildOnce(
          log,
          pool,
          projectors.find((one) => one.name === name)!,
        )
      ).total;

    return times;
  } finally {
    await pool.end();
    await log.close();
  }
}
