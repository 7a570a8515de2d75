/** Of parameters that mean the same wherever they occur. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  after: 'Where the previous page ended: its `next`.',
  asOf: 'A time, the position of an event in the log or its id: the answer is that of then.',
  before: 'Where the previous page ended: its `next`.',
  limit: 'Most results of a page.',
  offset: 'How many results to leave out.',
  podcastName: 'As in the address of the podcast’s page.',
  episodeName: 'As in the address of the episode’s page.',
  seriesUuid: 'Id of a podcast in the directory.',
  directory: 'Where to search; by default, everywhere.',
  eventId: 'Id of the event that recorded the change.',
  episodeUuid: 'Id of an episode.',
  entityId: 'Id of an entity.',
  entityTypeId: 'Id of a category.',
  patternId: 'Id of a pattern.',
  segmentId: 'Id of a segment.',
  podcastUuid: 'Id of a podcast.',
  correlationId: 'Id of a request: all that one save recorded has it.',
  threadId: 'Id of the first question’s thread, as its answer gives it.',
  undoId: 'Id that the undo answered with.',
  sha256: 'Checksum of the file, as the run names it.',
  service: 'Name of a service, as the list of integrations gives it.',
  paged: 'With it, 50 a page and a total; without it, a plain array.',
  form: '`csv` or `jsonl`, a table or one JSON object a line.',
};

/** Of the others, by where the path begins; the first beginning that has the parameter counts. */
const BY_PATH: readonly (readonly [beginning: string, parameters: Readonly<Record<string, string>>])[] = [
  ['/api/admin/search-series', { q: 'Words of a name, or the address of a feed.' }],
  [
    '/api/podcasts/search',
    {
      q: 'Words of the name, in any order; the last one may be a beginning.',
      category: 'Of the podcast.',
      language: 'Of the podcast.',
      sort: 'Order of the results.',
    },
  ],
  ['/api/podcasts/{podcastName}/search', { q: 'What was said, at least three characters.' }],
  ['/api/podcasts/{podcastName}/{episodeName}/transcript', { form: '`csv`, `json`, `srt`, `txt` or `vtt`.' }],
  ['/api/admin/series/', { uuid: 'Id of the podcast.' }],
  ['/api/admin/additions/', { id: 'Id of the addition, as its answer gave it.' }],
  ['/api/admin/episodes/{uuid}/carry-over/{id}', { id: 'Id of the correction that waits.' }],
  ['/api/admin/episodes/', { uuid: 'Id of the episode.' }],
  ['/api/admin/transcript-search/upload/', { uuid: 'Id of the episode.' }],
  ['/api/admin/transcript-search/batches/', { id: 'Id that the upload of many answered with.' }],
  [
    '/api/admin/transcript-search/',
    {
      status: 'Only uploads in this state.',
      podcast: 'Id of a podcast.',
      q: 'Words of the titles of episode and podcast.',
    },
  ],
  ['/api/episodes/', { uuid: 'Id of the episode.' }],
  ['/api/episodes', { podcast: 'Slug or id of a podcast.', category: 'Category of the podcast, or how it begins.' }],
  [
    '/api/admin/entity-patterns',
    {
      id: 'Id of the pattern.',
      q: 'Part of a pattern or of an entity’s name.',
      holdNoisy: 'Whether names that are mostly ordinary words are held back for a decision.',
      show: 'Only patterns of this kind.',
      sort: 'Order of the patterns.',
    },
  ],
  ['/api/admin/held-patterns/', { id: 'Id of the pattern that was held back.' }],
  ['/api/admin/entities/', { id: 'Id of the entity.' }],
  ['/api/admin/splits/', { id: 'Id of the split.' }],
  ['/api/admin/discovery-batches/', { id: 'Id of the batch, as its answer gave it.' }],
  ['/api/admin/ignored-names/', { id: 'Id of the ignored name.' }],
  [
    '/api/admin/discovered-entities/',
    {
      id: 'Id of the candidate.',
      status: 'Only candidates about which this was decided.',
      type: 'Name of a category.',
      band: 'How sure the search was: from 0.8 on high, from 0.6 on medium.',
      podcast: 'Id of a podcast.',
      episode: 'Id of an episode.',
      q: 'Part of the name.',
      sort: 'Order of the candidates; with a minus, the highest first.',
      mine: 'Only one’s own decisions.',
    },
  ],
  [
    '/api/entities/{slug}',
    {
      slug: 'As in the address of the entity’s page.',
      podcast: 'Only mentions in this podcast: its slug.',
      episode: 'Only mentions in this episode: its id.',
    },
  ],
  ['/api/entities', { q: 'Part of a name.', category: 'Name of a category.', sort: 'Order of the entities.' }],
  [
    '/api/why',
    { podcast: 'Only mentions in this podcast: its slug.', episode: 'Only mentions in this episode: its id.' },
  ],
  [
    '/api/admin/episode/process',
    {
      podcastId: 'Id of its podcast.',
      skipWhisperX: 'Whether to leave out speech to text.',
    },
  ],
  [
    '/api/admin/pipeline/',
    {
      id: 'Id of the run.',
      status: 'Only runs in this state.',
      podcast: 'Id of a podcast.',
      episode: 'Id of an episode.',
      batch: 'Only runs that were requested together: the id that the request answered with.',
      episodes: 'Ids of episodes, with commas between them.',
      q: 'Words of the titles of episode and podcast.',
    },
  ],
  ['/api/admin/episodes-to-process', { podcast: 'Id of a podcast.', q: 'Words of the titles of episode and podcast.' }],
  [
    '/api/admin/recounts/changes',
    {
      by: 'Only one’s own changes, or all.',
      since: 'Only changes since this time.',
    },
  ],
  [
    '/api/admin/recounts/',
    {
      id: 'Id of the recount.',
      by: 'What the differences are summed up by.',
      sort: 'By the number or by the share that changed.',
      text: 'Part of a name in the differences.',
    },
  ],
  [
    '/api/history',
    {
      stream: 'Name of a stream, such as `episode-` with an id.',
      actor: 'Id or name of who did it.',
      kind: 'What was changed.',
      podcast: 'Slug or id of a podcast.',
      from: 'Only what happened at this time or later.',
      to: 'Only what happened until this time.',
      text: 'Part of the sentence.',
    },
  ],
  ['/api/admin/projections/', { name: 'Name of the projection.' }],
  [
    '/api/search/advanced',
    {
      q: 'Words, "exact phrases", `AND`, `OR`, `NOT`, `begin*`, `near/5`, and filters such as `speaker:` and `after:`.',
      entity: 'Id, slug or name of an entity.',
      category: 'Id or name of a category.',
      speaker: 'Name of a speaker.',
      podcast: 'Id, slug or name of a podcast.',
      episode: 'Id, slug or name of an episode.',
      from: 'Only episodes published on this day or in this year, or later.',
      to: 'Only episodes published on this day or in this year, or earlier.',
      minMentions: 'Fewest mentions in an episode.',
      sortBy: 'Order of the episodes; by default relevance for words, otherwise date.',
      form: '`csv`, `jsonl` or `rss`.',
    },
  ],
  [
    '/api/search/segments',
    { q: 'As in advanced search.', entity: 'Id, slug or name of an entity.', speaker: 'Name of a speaker.' },
  ],
  ['/api/search/suggest', { q: 'What has been typed.' }],
  ['/api/ask-{slug}/answers', { id: 'Id of the answer.', q: 'Part of the question or the answer.' }],
  ['/api/ask-{slug}/', { slug: 'Name of the assistant: `ASSISTANT_SLUG`.', podcastId: 'Id of the podcast.' }],
  ['/api/export/mentions', { podcast: 'Slug of a podcast.', entity: 'Slug of an entity.' }],
];

/** What a parameter of a call is, in a phrase; undefined if nothing is known of it. */
export function aboutParameter(path: string, name: string): string | undefined {
  const [, special] = BY_PATH.find(([beginning, parameters]) => path.startsWith(beginning) && name in parameters) ?? [];

  return special?.[name] ?? EVERYWHERE[name];
}
