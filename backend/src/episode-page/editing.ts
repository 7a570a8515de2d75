import { ChangeEpisode, type EpisodeUuid, type PutEntitiesRequest } from '@earmark/contracts/episodes';
import { SaveEntities } from '@earmark/contracts/entities';
import type { Context } from '@earmark/contracts/kit';
import { SaveTranscript, type WrittenSegment } from '@earmark/contracts/transcripts';
import { Injectable } from '@nestjs/common';
import { assertSound } from '../entities/merge-entities.ts';
import { episode } from '../episodes/episode.decider.ts';
import { cleanHtml, MAX_HTML_LENGTH } from '../feeds/clean-html.ts';
import { Commands } from '../kit/commands.ts';
import { stateAt } from '../kit/recorded-events.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { EntityLists } from './entity-lists.ts';
import type { Saved } from './saved-answer.ts';
import { baseOf, versionKnown } from './version.ts';

const ATTEMPTS = 8;
const NONE: ReadonlySet<string> = new Set();

/**
 * Saves the contents of the page's editors. `ifMatch` names the version of the page that an editor loaded; default: the
 * current one. All methods throw Rejected: invalid, episode-unknown, edit-conflict.
 */
@Injectable()
export class Editing {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    private readonly lists: EntityLists,
  ) {}

  async saveTranscript(
    episodeUuid: EpisodeUuid,
    segments: readonly WrittenSegment[],
    ifMatch: string | undefined,
    context: Context,
  ): Promise<Saved> {
    const version = await baseOf(this.streams.log, episodeUuid, ifMatch);
    const baseRevision = ifMatch === undefined ? null : version.transcriptRevision;
    const { outcome, changes } = await this.commands.send(
      new SaveTranscript({ episodeUuid, segments, baseRevision }, context),
    );
    const { revision: before, eventIds } = outcome;
    const after = before + eventIds.length;

    return { outcome, changes, version: versionKnown(version, { part: 'transcriptRevision', before, after }) };
  }

  /** Also throws Rejected: pattern-without-characters, entity-exists, stream-busy. */
  async saveEntities(
    episodeUuid: EpisodeUuid,
    { entityMentions, learnFromManualAdditions: learns, loaded }: PutEntitiesRequest,
    ifMatch: string | undefined,
    context: Context,
  ): Promise<Saved> {
    const written = entityMentions.map(({ entity }) => entity);
    for (const { name, type } of written) {
      if (name === '') throw new Rejected('invalid', 'Please enter an entity name');
      if (type === '') throw new Rejected('invalid', 'Please specify an entity type');
    }
    const { facts } = (await this.streams.read(episode, episodeUuid)).state;
    // An invalid list is reported before an unknown episode.
    if (!facts) assertSound(written, []);
    const shown = loaded === undefined ? null : new Set<string>(loaded.map((id) => id.toLowerCase()));
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { base: then, listed, version, revision } = await this.lists.loadedAndNow(episodeUuid, ifMatch);
      // Merges and splits of now apply to that version: the list may have been another one when it was shown.
      const base = shown === null ? then : then.filter(({ id }) => shown.has(id));
      // Without `loaded` nobody can tell whether the caller was shown what such a merge or split brought here.
      const unsure = shown === null && ifMatch !== undefined ? await this.lists.movedSince(episodeUuid, version) : NONE;
      const saved = await this.commands.send(
        new SaveEntities({ episodeUuid, written, learns, base, unsure, listed, revision }, context),
      );
      if (saved === null) continue;
      const { outcome, revision: after } = saved;

      return {
        outcome,
        changes: outcome.types.length,
        version: versionKnown(version, { part: 'entitiesRevision', before: revision, after }),
      };
    }
    throw new Rejected('stream-busy', 'Other people are changing the same thing right now. Try again.');
  }

  async saveDescription(
    episodeUuid: EpisodeUuid,
    html: string,
    ifMatch: string | undefined,
    context: Context,
  ): Promise<Saved> {
    const description = cleanHtml(html);
    if (Math.max(html.length, description?.length ?? 0) > MAX_HTML_LENGTH)
      throw new Rejected('invalid', `A description may have at most ${MAX_HTML_LENGTH} characters.`);
    const version = await baseOf(this.streams.log, episodeUuid, ifMatch);
    const base = ifMatch === undefined ? {} : { base: await this.descriptionAt(episodeUuid, version.episodeRevision) };
    const outcome = await this.commands.send(
      new ChangeEpisode({ type: 'EditDescription', episodeUuid, description, ...base }, context),
    );
    const { revision: before, eventIds } = outcome;
    const after = before + eventIds.length;

    return {
      outcome,
      changes: eventIds.length,
      version: versionKnown(version, { part: 'episodeRevision', before, after }),
    };
  }

  private async descriptionAt(episodeUuid: EpisodeUuid, revision: number): Promise<string | null> {
    return (await stateAt(this.streams.log, episode, episodeUuid, revision)).facts?.description ?? null;
  }
}
