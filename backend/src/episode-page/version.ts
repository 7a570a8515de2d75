import { discoveryEvents } from '@earmark/contracts/discovery';
import { entityEvents } from '@earmark/contracts/entities';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import { Rejected } from '../kit/rejected.ts';
import { pinInForce, wasInForce } from '../vocabulary/pins.ts';

/** The version of an episode's shown rows: the revisions of its streams (-1: no event yet), and the pin. */
export interface Version {
  readonly transcriptRevision: number;
  readonly entitiesRevision: number;
  readonly episodeRevision: number;
  /** Null before the first transcript. */
  readonly pin: Pin | null;
}

const ENTITY_TYPES: ReadonlySet<string> = new Set(entityEvents.map(({ type }) => type));
const CANDIDATE_TYPES: ReadonlySet<string> = new Set(discoveryEvents.map(({ type }) => type));

const REVISION = String.raw`(-1|\d{1,9})`;
const FORMAT = new RegExp(String.raw`^${REVISION}\.${REVISION}\.${REVISION}(?:\.${REVISION}\.(\d{1,9}))?$`);

/** What `version` or an ETag of the episode call names. Throws Rejected `invalid` for a malformed value. */
export function parseVersion(value: string): Version {
  const opaque = value.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
  const text = /^[\w-]+$/.test(opaque) ? Buffer.from(opaque, 'base64url').toString() : '';
  const [, transcript, entities, episode, vocabulary, matcher] = FORMAT.exec(text) ?? [];
  if (episode === undefined) throw notOurs();

  return {
    transcriptRevision: Number(transcript),
    entitiesRevision: Number(entities),
    episodeRevision: Number(episode),
    pin: vocabulary === undefined ? null : { vocabularyRevision: Number(vocabulary), matcherVersion: Number(matcher) },
  };
}

/** The version as text. */
export function formatVersion({ transcriptRevision, entitiesRevision, episodeRevision, pin }: Version): string {
  const parts = [transcriptRevision, entitiesRevision, episodeRevision];
  if (pin) parts.push(pin.vocabularyRevision, pin.matcherVersion);

  return opaque(parts.join('.'));
}

/** The version that the rows of the episode state. */
export const opaque = (version: string): string => Buffer.from(version).toString('base64url');

/** The current version by the log, whether or not the projections have seen it. */
export async function versionNow(log: EventLog, episodeUuid: EpisodeUuid): Promise<Version> {
  const lastRevision = async (stream: string): Promise<number> => {
    for await (const last of log.readStream(stream, { direction: 'backwards', limit: 1 })) return last.revision;

    return -1;
  };
  // Candidates are no part of the page.
  const lastOfEntities = async (): Promise<number> => {
    for await (const { type, revision } of log.readStream(`entities-${episodeUuid}`, { direction: 'backwards' }))
      if (ENTITY_TYPES.has(type)) return revision;

    return -1;
  };

  // Read first: a pin recorded later than these revisions would not have been in force yet.
  const pin = await pinInForce(log, episodeUuid);

  return {
    transcriptRevision: await lastRevision(`transcript-${episodeUuid}`),
    entitiesRevision: await lastOfEntities(),
    episodeRevision: await lastRevision(`episode-${episodeUuid}`),
    pin,
  };
}

/** The revisions of one stream before and after a write. */
export interface Written {
  readonly part: 'transcriptRevision' | 'entitiesRevision' | 'episodeRevision';
  readonly before: number;
  readonly after: number;
}

/**
 * The version that the caller knows after a write (`SavedAnswer.version`), which excludes the entities that a first
 * transcript brings.
 */
export function versionKnown(base: Version, { part, before, after }: Written): string | null {
  const bringsPin = part === 'transcriptRevision' && base.pin === null && after !== before;

  return base[part] === before && !bringsPin ? formatVersion({ ...base, [part]: after }) : null;
}

/**
 * The base of a write: the version that `ifMatch` names, by default the current one. Throws Rejected `invalid`
 * (`givenVersion`).
 */
export const baseOf = async (log: EventLog, episodeUuid: EpisodeUuid, ifMatch: string | undefined): Promise<Version> =>
  ifMatch === undefined ? versionNow(log, episodeUuid) : givenVersion(log, episodeUuid, ifMatch);

/**
 * The version of this episode that a value of If-Match names. Throws Rejected `invalid` unless we issued it: each
 * revision ends an append of its stream, and the pin is one that the episode had with them.
 */
export async function givenVersion(log: EventLog, episodeUuid: EpisodeUuid, value: string): Promise<Version> {
  const version = parseVersion(value);
  const { transcriptRevision, entitiesRevision, episodeRevision, pin } = version;
  const isGiven =
    episodeRevision >= 0 &&
    (await endsAppend(log, `episode-${episodeUuid}`, episodeRevision)) &&
    (await endsAppend(log, `transcript-${episodeUuid}`, transcriptRevision)) &&
    (await endsAppend(log, `entities-${episodeUuid}`, entitiesRevision)) &&
    (await wasInForce(log, episodeUuid, pin, version));
  if (!isGiven) throw notOurs();

  return version;
}

/** Decisions about candidates, which no version counts, may follow in the same append. */
async function endsAppend(log: EventLog, stream: string, revision: number): Promise<boolean> {
  if (revision === -1) return true;
  for await (const { type, metadata, revision: at } of log.readStream(stream, { from: revision })) {
    if (at > revision && !CANDIDATE_TYPES.has(type)) return false;
    if (metadata.append.index === metadata.append.last) return true;
  }

  return false;
}

const notOurs = (): Rejected => new Rejected('invalid', 'The value of If-Match is not a version of this episode.');
