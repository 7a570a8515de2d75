import { cleanHtml, MAX_HTML_LENGTH } from '../feeds/clean-html.ts';
import type { Context } from '../kit/context.ts';
import { stateAt } from '../kit/recorded-events.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { episode } from './episode.decider.ts';
import type { Saved } from '../episode-page/saved-answer.ts';
import { baseOf, versionKnown } from '../episode-page/version.ts';
import { Injectable } from '@nestjs/common';

@Injectable()
export class EpisodesHandler {
  constructor(private readonly streams: Streams) {}

  /**
   * `ifMatch` names what the editor had loaded; left out: what is there now. Throws Rejected: invalid, episode-unknown,
   * edit-conflict.
   */
  async editDescription(
    episodeUuid: string,
    html: string,
    ifMatch: string | undefined,
    context: Context,
  ): Promise<Saved> {
    const description = cleanHtml(html);
    if (Math.max(html.length, description?.length ?? 0) > MAX_HTML_LENGTH)
      throw new Rejected('invalid', `A description may have up to ${MAX_HTML_LENGTH} characters.`);
    const { state } = await this.streams.read(episode, episodeUuid);
    const version = await baseOf(this.streams.log, episodeUuid, ifMatch);
    if (!state.facts) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
    const base = ifMatch === undefined ? undefined : await this.descriptionAt(episodeUuid, version.episodeRevision);

    const command = { type: 'EditDescription', episodeUuid, description, base } as const;
    const { outcome, result: before } = await this.streams.change(
      episode,
      episodeUuid,
      (known, revision) => ({ events: episode.decide(known, command), result: revision }),
      context,
    );
    const changes = outcome.eventIds.length;

    return {
      outcome,
      changes,
      version: versionKnown(version, { part: 'episodeRevision', before, after: before + changes }),
    };
  }

  private async descriptionAt(episodeUuid: string, revision: number): Promise<string | null> {
    return (await stateAt(this.streams.log, episode, episodeUuid, revision)).facts?.description ?? null;
  }
}
