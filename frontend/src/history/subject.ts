import { startOfDay } from './days.ts';

/** The subject whose changes are listed. */
export type Subject =
  | { readonly kind: 'episode'; readonly uuid: string }
  | { readonly kind: 'segment'; readonly episodeUuid: string; readonly id: string }
  | { readonly kind: 'podcast'; readonly uuid: string }
  | { readonly kind: 'entity'; readonly id: string }
  | { readonly kind: 'category'; readonly id: string }
  | { readonly kind: 'pattern'; readonly id: string }
  /** The whole log, for analysts and administrators; a null filter passes everything. */
  | ({ readonly kind: 'everything' } & LogFilter);

export interface LogFilter {
  /** Name. */
  readonly actor: string | null;
  readonly feature: Feature | null;
  /** Slug or uuid. */
  readonly podcast: string | null;
  readonly correlationId: string | null;
  /** The first and the last day, as date inputs write them. */
  readonly from: string | null;
  readonly to: string | null;
  /** Words of the change. */
  readonly text: string | null;
}

export const EVERYTHING: Subject & { readonly kind: 'everything' } = {
  kind: 'everything',
  actor: null,
  feature: null,
  podcast: null,
  correlationId: null,
  from: null,
  to: null,
  text: null,
};

export const FEATURES = [
  'series',
  'episodes',
  'transcripts',
  'entities',
  'vocabulary',
  'recounts',
  'pipeline',
  'uploads',
  'library',
  'history',
] as const;
export type Feature = (typeof FEATURES)[number];

const VOCABULARY = 'vocabulary-main';

/** Its query parameters. */
export function queryOf(subject: Subject): URLSearchParams {
  switch (subject.kind) {
    case 'episode':
      return new URLSearchParams({ episodeUuid: subject.uuid });
    case 'segment':
      return new URLSearchParams({ stream: `transcript-${subject.episodeUuid}`, segmentId: subject.id });
    case 'podcast':
      return new URLSearchParams({ stream: `series-${subject.uuid}` });
    case 'entity':
      return new URLSearchParams({ entityId: subject.id });
    case 'category':
      return new URLSearchParams({ stream: VOCABULARY, entityTypeId: subject.id });
    case 'pattern':
      return new URLSearchParams({ stream: VOCABULARY, patternId: subject.id });
    case 'everything': {
      const { actor, feature, podcast, correlationId, text } = subject;
      const from = subject.from && startOfDay(subject.from);
      const to = subject.to && startOfDay(subject.to, 1);
      const asked = Object.entries({ actor, kind: feature, podcast, correlationId, from, to, text });

      return new URLSearchParams(asked.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
    }
  }
}
