import { EntityTypeId, KNOWN_ENTITY_TYPES, NO_CONTEXT } from '@earmark/contracts/vocabulary';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { seriesFacts } from '@earmark/contracts/series';
import type { EventLog, NewEvent } from '../kit/event-log/event-log.ts';
import { at, event } from './story.ts';

/** Ids and events of a small library, for specs: `id('episode', 1)` is always the same, typed as the caller needs. */
export const id = <Id extends string>(what: string, number = 1): Id =>
  uuidFrom(EARMARK_NAMESPACE, `${what} ${number}`) as Id;

export const personType = uuidFrom(EARMARK_NAMESPACE, 'person', EntityTypeId);

export const categories = (): NewEvent[] =>
  KNOWN_ENTITY_TYPES.map((type) =>
    event('EntityTypeCreated', { entityTypeId: uuidFrom(EARMARK_NAMESPACE, type.name), ...type }),
  );

type PatternOptions = { entity?: number; wholeWord?: boolean } & Partial<typeof NO_CONTEXT>;
export const pattern = (number: number, name: string, options: PatternOptions = {}) => ({
  patternId: id('pattern', number),
  entityId: id('entity', options.entity ?? number),
  entityTypeId: personType,
  name,
  caseSensitive: false,
  wholeWord: options.wholeWord ?? true,
  near: options.near ?? NO_CONTEXT.near,
  notNear: options.notNear ?? NO_CONTEXT.notNear,
  distance: options.distance ?? NO_CONTEXT.distance,
});

export const entityNamed = (number: number, name: string, from: string | null = null): NewEvent =>
  event('EntityNamed', {
    entityId: id('entity', number),
    entityTypeId: personType,
    from,
    name,
    slugBase: name.toLowerCase().replaceAll(' ', '-'),
  });

export const patternAdded = (number: number, name: string, options: PatternOptions = {}): NewEvent =>
  event('PatternAdded', { pattern: pattern(number, name, options) });

export const seriesAdded = (number = 1, name = 'Night Shift'): NewEvent =>
  event('SeriesAdded', {
    seriesUuid: id('series', number),
    slugBase: name.replaceAll(' ', ''),
    feedUrl: null,
    itunesId: null,
    facts: seriesFacts(name, { language: 'en' }),
  });

export const episodeAdded = (number = 1, title = 'Pilot', publishedAt: string | null = at): NewEvent =>
  event('EpisodeAdded', {
    episodeUuid: id('episode', number),
    seriesUuid: id('series'),
    guid: null,
    slugBase: title.toLowerCase().replaceAll(' ', '-'),
    facts: {
      title,
      description: null,
      audioUrl: null,
      imageUrl: null,
      publishedAt,
      durationSeconds: null,
      link: null,
      transcripts: [],
    },
  });

/** A whole version of an episode's transcript, replacing the version shown; a line is `Speaker: text`. */
export function transcriptEvents(
  episode: number,
  lines: readonly string[],
  vocabularyRevision: number,
  version = 1,
  replaced: string | null = null,
): NewEvent[] {
  const episodeUuid = id('episode', episode);
  const versionId = id(`version of episode ${episode}`, version);
  const speakers = [...new Set(lines.map((line) => line.split(': ')[0]!))];
  const speakerId = (name: string) => uuidFrom(versionId, name);
  const segments = lines.map((line, index) => {
    const [speaker = '', ...text] = line.split(': ');
    return {
      segmentId: uuidFrom(versionId, String(index)),
      orderKey: String(index).padStart(6, '0'),
      speakerId: speakerId(speaker),
      startMs: index * 1000,
      endMs: index * 1000 + 1000,
      text: text.join(': '),
    };
  });

  return [
    event('SegmentsRecorded', { episodeUuid, versionId, chunk: 0, segments }),
    event('TranscriptRecorded', {
      episodeUuid,
      versionId,
      source: 'upload',
      form: 'text',
      speakers: speakers.map((name) => ({ speakerId: speakerId(name), name })),
      chunks: 1,
      segments: segments.length,
      warnings: [],
    }),
    event('TranscriptActivated', {
      episodeUuid,
      versionId,
      replaced,
      pin: { vocabularyRevision, matcherVersion: 1 },
    }),
  ];
}

/** Appends to a stream at whatever revision; specs have one writer. */
export async function record(log: EventLog, stream: string, ...events: NewEvent[]): Promise<bigint> {
  let revision: number | 'no-stream' = 'no-stream';
  for await (const last of log.readStream(stream, { direction: 'backwards', limit: 1 })) revision = last.revision;

  return (await log.append(stream, events, revision)).position;
}
