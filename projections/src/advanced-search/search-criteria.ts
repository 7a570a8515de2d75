import { isUuid } from '@earmark/contracts/kit';
import { singularType } from '@earmark/contracts/vocabulary';
import { parseQuery, type AdvancedSearchAnswer, type SearchSort, type WordsAsked } from '@earmark/contracts/search';
import { findEpisode, findPodcast } from '../catalogue/catalogue.queries.ts';
import type { Db } from '../kit/db.ts';
import { searchedText } from '../vocabulary/searched-names.ts';
import { readDays } from './days.ts';
import type { SearchMoment } from './search-library.ts';
import type { Library } from './library.ts';
import type { CategoryLabel } from './search-names.queries.ts';
import type { NamedEntity, NamedPodcast } from './shown-names.ts';
import type { Criteria } from './criteria.ts';
import { folded, wordsOf } from '../search/search-text.ts';

/** What a search is asked for, as the call takes it. */
export interface AskedSearch {
  readonly q: string;
  readonly entity: string;
  readonly category: string;
  readonly speaker: string;
  readonly podcast: string;
  readonly episode: string;
  readonly from: string;
  readonly to: string;
  readonly minMentions: number;
  readonly sortBy?: SearchSort | undefined;
}

export interface UnderstoodSearch {
  /** Null: no words. */
  readonly asked: WordsAsked | null;
  readonly criteria: Omit<Criteria, 'words'>;
  /** The criteria as text, each as the call takes it; '' where there is none. */
  readonly view: AdvancedSearchAnswer['criteria'];
  /** What people read of each criterion. */
  readonly labels: Readonly<Partial<Record<CriterionName, string>>>;
  readonly notes: readonly string[];
  /** Of the criteria that were left out, as nobody has such a name: one sentence each. */
  readonly unknown: readonly string[];
  /** Why it must not run, with advice; null: it may. */
  readonly refusal: string | null;
}

export type CriterionName = 'entity' | 'category' | 'speaker' | 'podcast' | 'episode' | 'from' | 'to';

/** No entity has it, and no entity is of it: for one that is never mentioned. */
const NEVER_MENTIONED = -2;

/** Reads the filters of `q` and the other criteria as one: a filter wins. Names that nobody has are left out, with a note. */
export async function understand(
  db: Db,
  { library, shown }: Pick<SearchMoment, 'library' | 'shown'>,
  search: AskedSearch,
): Promise<UnderstoodSearch> {
  const { asked, filters, words, notes: read, refusal } = parseQuery(search.q);
  const notes = [...read];
  const said = (name: CriterionName, filter: string | undefined): string | null => {
    const value = (filter ?? search[name]).trim();

    return value === '' || value === 'all' ? null : value;
  };
  const unknown: string[] = [];
  const find = async <Found>(what: string, value: string | null, look: (value: string) => Promise<Found | null>) => {
    const found = value === null ? null : await look(value);
    if (value !== null && found === null) {
      unknown.push(`There is no ${what} "${value}".`);
      notes.push(`There is no ${what} "${value}", so it was left out.`);
    }

    return found;
  };
  const category = await find('category', said('category', filters.category), async (value) =>
    findCategory(await shown.categories(db), value),
  );
  const entity = await find('entity', said('entity', filters.entity), async (value) =>
    shown.entitiesNamed.find([value, category?.id ?? null], async () =>
      findNamedEntity(db, value, category?.id ?? null),
    ),
  );
  const podcast = await find('podcast', said('podcast', filters.podcast), async (value) =>
    shown.podcastsNamed.find([value], async () => findNamedPodcast(db, value)),
  );
  const episode = await find('episode', said('episode', filters.episode), async (value) =>
    findNamedEpisode(db, value, podcast?.uuid ?? null),
  );
  const speaker = await find('speaker', said('speaker', filters.speaker), async (value) =>
    findSpeakers(library, value),
  );
  if (speaker && speaker.names.length > 1) notes.push(`Speakers found: ${speaker.names.join(', ')}.`);
  const from = await find('day or year', said('from', filters.after), async (value) => readDays(value));
  const to = await find('day or year', said('to', filters.before), async (value) => readDays(value));
  const { entities, categories } = library.names;

  return {
    asked,
    criteria: {
      entity: entity && (entities.find(entity.id) ?? NEVER_MENTIONED),
      category: category && (categories.find(category.id) ?? NEVER_MENTIONED),
      speakers: speaker && speaker.numbers,
      seriesUuid: podcast?.uuid ?? null,
      episodeUuid: episode?.uuid ?? null,
      fromMs: from?.fromMs ?? null,
      toMs: to?.toMs ?? null,
      minMentions: search.minMentions,
    },
    view: {
      words,
      entity: entity?.slug ?? '',
      category: category?.name ?? '',
      speaker: speaker?.value ?? '',
      podcast: podcast?.slug ?? '',
      episode: episode?.uuid ?? '',
      from: from?.text ?? '',
      to: to?.text ?? '',
      minMentions: search.minMentions,
      // Only words have a relevance.
      sortBy: asked === null ? (search.sortBy === 'mentions' ? 'mentions' : 'date') : (search.sortBy ?? 'relevance'),
    },
    labels: {
      ...(entity && { entity: entity.name }),
      ...(category && { category: category.label }),
      ...(speaker && { speaker: speaker.value }),
      ...(podcast && { podcast: podcast.name }),
      ...(episode && { episode: episode.title }),
      ...(from && { from: from.text }),
      ...(to && { to: to.text }),
    },
    notes,
    unknown,
    refusal,
  };
}

function findCategory(
  labels: ReadonlyMap<string, CategoryLabel>,
  value: string,
): { id: string; name: string; label: string } | null {
  const named = (wanted: string) => {
    for (const [id, { name, label }] of labels)
      if (id === value || [name, label].some((one) => folded(one) === folded(wanted))) return { id, name, label };

    return null;
  };
  const singular = singularType(value);

  return named(value) ?? (singular === null ? null : named(singular));
}

/** By id, slug, name or the name of a pattern, its own or those of what is merged into it; of several, the one with the most mentions. */
export async function findNamedEntity(db: Db, value: string, categoryId: string | null): Promise<NamedEntity | null> {
  const direct = await db.query<NamedEntity>({
    name: 'search: an entity',
    text: `select n.entity_id as id, n.name, n.slug
      from read.vocabulary_entity o join read.vocabulary_entity n on n.entity_id = o.shown_id
      where (o.entity_id = $1 or o.slug = $3) and ($2::uuid is null or n.entity_type_id = $2)
      order by o.entity_id = $1 desc nulls last, n.entity_id
      limit 1`,
    values: [isUuid(value) ? value : null, categoryId, value.normalize('NFC').toLowerCase()],
  });
  if (direct.rows[0]) return direct.rows[0];
  const { rows } = await db.query<NamedEntity>(
    `select n.entity_id as id, n.name, n.slug
     from read.vocabulary_entity n
     where ($1::uuid is null or n.entity_type_id = $1)
       and n.searched like $2 and $3 = any(string_to_array(n.searched, E'\\n'))
     order by
       (select coalesce(sum(m.count), 0) from read.mentions_entity_episode m where m.entity_id = n.entity_id) desc,
       n.entity_id
     limit 1`,
    [categoryId, `%${searchedText(value).replace(/[\\%_]/g, '\\$&')}%`, searchedText(value)],
  );

  return rows[0] ?? null;
}

/** By slug, uuid or name, or by words that only one podcast has in its name. */
async function findNamedPodcast(db: Db, value: string): Promise<NamedPodcast | null> {
  const podcast = await findPodcast(db, value);
  if (podcast) return podcast;
  const words = wordsOf(value);
  if (words.length === 0) return null;
  const { rows } = await db.query<NamedPodcast & { is_whole: boolean }>(
    `select c.series_uuid as uuid, c.name, c.slug, s.name = $1 as is_whole
     from read.search_series s join read.catalogue_series c on c.series_uuid = s.series_uuid
     where string_to_array(s.name, ' ') @> $2::text[]
     order by s.name = $1 desc, c.episode_count desc, c.series_uuid limit 2`,
    [words.join(' '), words],
  );

  return rows[0] && (rows[0].is_whole || rows.length === 1) ? rows[0] : null;
}

async function findNamedEpisode(
  db: Db,
  value: string,
  seriesUuid: string | null,
): Promise<{ uuid: string; title: string } | null> {
  const found = await findEpisode(db, seriesUuid, value);
  if (found) return found.episode;
  const { rows } = await db.query<{ uuid: string; title: string }>(
    `select c.episode_uuid as uuid, c.title
     from read.search_episode s join read.catalogue_episode c on c.episode_uuid = s.episode_uuid
     where s.title = $1 and ($2::uuid is null or s.series_uuid = $2)
     order by c.published_at desc nulls last, c.episode_uuid limit 1`,
    [folded(value), seriesUuid],
  );

  return rows[0] ?? null;
}

const present = new WeakMap<Library, ReadonlySet<number>>();

/** Who says something. */
function speakersOf(library: Library): ReadonlySet<number> {
  const known = present.get(library) ?? new Set(library.episodes.flatMap(({ ownSpeakers }) => ownSpeakers));
  present.set(library, known);

  return known;
}

/** Whoever bears the name exactly, else folded alike, else everybody with all of these words in the name. */
export function findSpeakers(
  library: Library,
  value: string,
): { value: string; names: string[]; numbers: Set<number> } | null {
  const { speakers } = library.names;
  const speaking = speakersOf(library);
  const exact = speakers.find(value);
  if (exact !== null && speaking.has(exact)) return { value, names: [value], numbers: new Set([exact]) };
  const wanted = folded(value);
  const words = wordsOf(value);
  const all = [...speaking];
  const alike = all.filter((speaker) => folded(speakers.texts[speaker]!) === wanted);
  const numbers =
    alike.length > 0 || words.length === 0
      ? alike
      : all.filter((speaker) => {
          const own = new Set(wordsOf(speakers.texts[speaker]!));

          return words.every((word) => own.has(word));
        });
  if (numbers.length === 0) return null;
  const names = numbers.map((speaker) => speakers.texts[speaker]!).sort();

  return { value: names.length === 1 ? names[0]! : value, names, numbers: new Set(numbers) };
}
