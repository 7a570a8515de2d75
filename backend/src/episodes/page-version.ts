import { findEpisode } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import { Rejected } from '../kit/rejected.ts';

/** What the rows of an episode's page were built from: revisions of its streams (-1: nothing there). */
export interface PageVersion {
  readonly transcript: number;
  readonly entities: number;
  readonly episode: number;
  /** The pin, as the tables say it; null before the first transcript. */
  readonly pin: string | null;
}

/** As findEpisode gives it: three revisions, and the two numbers of the pin when there is one. */
const FORM = /^(-1|\d{1,9})\.(-1|\d{1,9})\.(-1|\d{1,9})(?:\.(-?\d{1,9}\.\d{1,9}))?$/;

/** The opaque form that callers get. */
export const encodedVersion = (version: string): string => Buffer.from(version).toString('base64url');

/** The base that If-Match names; null without one. Throws Rejected `invalid` for a value that we did not give. */
export function baseOf(ifMatch: string | undefined): PageVersion | null {
  if (ifMatch === undefined) return null;
  const [, quoted, bare] = /^\s*(?:W\/)?(?:"([\w-]+)"|([\w-]+))\s*$/.exec(ifMatch) ?? [];
  const given = quoted ?? bare ?? '';
  const version = Buffer.from(given, 'base64url').toString();
  const [, transcript, entities, episode, pin = null] = FORM.exec(version) ?? [];
  if (transcript === undefined || encodedVersion(version) !== given) throw unknownBase();

  return { transcript: Number(transcript), entities: Number(entities), episode: Number(episode), pin };
}

export const unknownBase = (): Rejected =>
  new Rejected('invalid', 'The value of If-Match is not one that a call for this episode gave.');

/**
 * The opaque version of an episode's page after a write: as the tables show it, with the revisions that the write left
 * behind, which hold also while a projection lags.
 */
export async function versionAfter(pool: Pool, episodeUuid: string, written: Partial<PageVersion>): Promise<string> {
  const shown = FORM.exec((await findEpisode(pool, null, episodeUuid))?.version ?? '');
  const [, transcript = -1, entities = -1, episode = -1, pin] = shown ?? [];
  const revisions = { transcript, entities, episode, ...written };

  return encodedVersion(
    [revisions.transcript, revisions.entities, revisions.episode, ...(pin === undefined ? [] : [pin])].join('.'),
  );
}
