import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import { Rejected } from '../kit/rejected.ts';
import { pinInForce, wasInForce } from '../vocabulary/pins.ts';

/** Of which moment the shown rows of an episode are: revisions of its streams (-1: no event yet), and the pin. */
export interface Version {
  readonly transcriptRevision: number;
  readonly entitiesRevision: number;
  readonly episodeRevision: number;
  /** Null before the first transcript. */
  readonly pin: Pin | null;
}

const REVISION = String.raw`(-1|\d{1,9})`;
const FORM = new RegExp(String.raw`^${REVISION}\.${REVISION}\.${REVISION}(?:\.${REVISION}\.(\d{1,9}))?$`);

/** What `version` or an ETag of the episode call names. Throws Rejected `invalid` for a value that we did not give. */
export function parseVersion(value: string): Version {
  const opaque = value.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
  const text = /^[\w-]+$/.test(opaque) ? Buffer.from(opaque, 'base64url').toString() : '';
  const [, transcript, entities, episode, vocabulary, matcher] = FORM.exec(text) ?? [];
  if (episode === undefined) throw notOurs();

  return {
    transcriptRevision: Number(transcript),
    entitiesRevision: Number(entities),
    episodeRevision: Number(episode),
    pin: vocabulary === undefined ? null : { vocabularyRevision: Number(vocabulary), matcherVersion: Number(matcher) },
  };
}

/** The text that names it. */
export function formatVersion({ transcriptRevision, entitiesRevision, episodeRevision, pin }: Version): string {
  const parts = [transcriptRevision, entitiesRevision, episodeRevision];
  if (pin) parts.push(pin.vocabularyRevision, pin.matcherVersion);

  return opaque(parts.join('.'));
}

/** As the episode call gives out what its rows say of themselves. */
export const opaque = (version: string): string => Buffer.from(version).toString('base64url');

/** As the log says, whether or not the projections have seen it. */
export async function versionNow(log: EventLog, episodeUuid: EpisodeUuid): Promise<Version> {
  const lastRevision = async (stream: string): Promise<number> => {
    for await (const last of log.readStream(stream, { direction: 'backwards', limit: 1 })) return last.revision;

    return -1;
  };

  // First: of a pin that came with a later revision than these nobody could say that it was in force by then.
  const pin = await pinInForce(log, episodeUuid);

  return {
    transcriptRevision: await lastRevision(`transcript-${episodeUuid}`),
    entitiesRevision: await lastRevision(`entities-${episodeUuid}`),
    episodeRevision: await lastRevision(`episode-${episodeUuid}`),
    pin,
  };
}

/** Of one stream: the revision that a write was made onto, and the one that it left behind. */
export interface Written {
  readonly part: 'transcriptRevision' | 'entitiesRevision' | 'episodeRevision';
  readonly before: number;
  readonly after: number;
}

/** What the caller of a write knows after it (`SavedAnswer.version`): nothing of the entities that a first transcript brings. */
export function versionKnown(base: Version, { part, before, after }: Written): string | null {
  const bringsPin = part === 'transcriptRevision' && base.pin === null && after !== before;

  return base[part] === before && !bringsPin ? formatVersion({ ...base, [part]: after }) : null;
}

/** The base of a write: what `ifMatch` names; left out: what is there now. Throws Rejected `invalid` (`givenVersion`). */
export const baseOf = async (log: EventLog, episodeUuid: EpisodeUuid, ifMatch: string | undefined): Promise<Version> =>
  ifMatch === undefined ? versionNow(log, episodeUuid) : givenVersion(log, episodeUuid, ifMatch);

/**
 * The state of this episode that a value of If-Match names. Throws Rejected `invalid` for one that we did not give: each
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

async function endsAppend(log: EventLog, stream: string, revision: number): Promise<boolean> {
  if (revision === -1) return true;
  for await (const { metadata } of log.readStream(stream, { from: revision, limit: 1 }))
    return metadata.append.index === metadata.append.last;

  return false;
}

const notOurs = (): Rejected => new Rejected('invalid', 'The value of If-Match is not a version of this episode.');
