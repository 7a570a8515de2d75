import type { DecisionEffect, EffectRequest } from '@earmark/contracts/discovery';
import { foldName } from '@earmark/contracts/mentions';
import { EntityId, NO_CONTEXT } from '@earmark/contracts/vocabulary';
import { findEntityFacts, listCandidates, type CandidateRow } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { titled } from '../kit/history/wording.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import { patternsOf } from '../recounts/planned-change.ts';
import { Previews } from '../recounts/previews.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { Evidence } from './evidence.ts';
import { meantEntities, type KnownEntity, type MeantEntities } from './meant-entities.ts';
import { SiteCounts } from './site-counts.ts';

type Request = z.infer<typeof EffectRequest>;

/** What a decision would do, in one sentence. */
@Injectable()
export class Effects {
  constructor(
    private readonly evidence: Evidence,
    private readonly counts: SiteCounts,
    private readonly previews: Previews,
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Throws Rejected as the decision itself would, and `busy`. */
  async of(request: Request, gone: AbortSignal): Promise<DecisionEffect> {
    const rows = await listCandidates(this.pool, { ids: request.entityIds });
    const [first] = rows;
    if (!first) throw new Rejected('candidate-unknown', 'There is no such candidate.');
    const names = new Map(rows.map((row) => [foldName(row.foundName), row]));
    if (request.decision === 'reject') return this.rejection(request, rows, names);
    const meant = await this.meant(first, request);
    if (request.scope !== 'everywhere') return this.inEpisodes(rows, names, meant);

    return names.size === 1 ? this.everywhere(first, meant, gone) : this.manyEverywhere(names);
  }

  private async rejection(
    { scope }: Request,
    rows: readonly CandidateRow[],
    names: ReadonlyMap<string, CandidateRow>,
  ): Promise<DecisionEffect> {
    const approved = rows.filter(({ status }) => status === 'approved');
    const { mentions, episodes } = await this.hereOf(approved);
    const what = names.size === 1 ? titled(rows[0]!.name) : counted(names.size, 'name');
    const takesOut =
      mentions === 0 ? '' : ` Takes ${counted(mentions, 'mention')} out of ${counted(episodes, 'episode')}.`;
    const isOne = names.size === 1 ? 'is' : 'are';
    if (scope === 'everywhere')
      return {
        sentence: `Rejects ${what}, which ${isOne} not proposed again in any episode.${takesOut}`,
        mentions,
        episodes,
      };
    if (scope === 'category')
      return {
        sentence: `Rejects ${what}, which ${isOne} not proposed again ${names.size === 1 ? `as ${rows[0]!.type}` : 'in the same category'}.${takesOut}`,
        mentions,
        episodes,
      };
    const where = new Set(rows.map(({ episodeUuid }) => episodeUuid)).size;

    return { sentence: `Rejects ${what} in ${episodesOf(where)}.${takesOut}`, mentions, episodes };
  }

  private async inEpisodes(
    rows: readonly CandidateRow[],
    names: ReadonlyMap<string, CandidateRow>,
    { found, shown }: MeantEntities,
  ): Promise<DecisionEffect> {
    const { mentions, episodes } = await this.hereOf(rows);
    const numbers = `${counted(mentions, 'mention')} in ${counted(episodes, 'episode')}`;
    if (names.size > 1) return { sentence: `Adds ${counted(names.size, 'name')}: ${numbers}.`, mentions, episodes };
    const sentence =
      found.entityId === shown.entityId
        ? `Adds ${titled(shown.name)} to ${await this.categoryOf(shown.entityTypeId)}: ${numbers}.`
        : `Counts ${titled(found.name)} for ${titled(shown.name)}: ${numbers}.`;

    return { sentence, mentions, episodes };
  }

  private async everywhere(
    { foundName }: CandidateRow,
    { found, shown }: MeantEntities,
    gone: AbortSignal,
  ): Promise<DecisionEffect> {
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const { entityId } = shown;
    const added = { entityId, name: foundName, caseSensitive: false, wholeWord: true, ...NO_CONTEXT };
    const patterns = [...patternsOf(state, [entityId]), added];
    const { after, unchanged } = await this.previews.planned({ entityIds: [entityId], patterns }, gone);
    const mentions = after.mentions - unchanged;
    const total = `${counted(mentions, unchanged === 0 ? 'mention' : 'more mention')} in ${counted(after.episodes, 'episode')}`;
    const sentence =
      found.entityId === entityId
        ? `Adds pattern ${titled(foundName)} to ${await this.categoryOf(shown.entityTypeId)}: ${total}.`
        : `Adds pattern ${titled(foundName)} to ${titled(shown.name)}: ${total}.`;

    return { sentence, mentions, episodes: after.episodes };
  }

  private async manyEverywhere(names: ReadonlyMap<string, CandidateRow>): Promise<DecisionEffect> {
    const found = [...names.values()].map(({ foundName }) => foundName);
    const counts = await atOneMoment(this.pool, async (db) => this.counts.of(db, found));
    const mentions = found.reduce((sum, name) => sum + (counts.get(name)?.mentions ?? 0), 0);
    const episodes = Math.max(0, ...found.map((name) => counts.get(name)?.episodes ?? 0));

    return {
      sentence: `Adds ${counted(found.length, 'pattern')} to the vocabulary: ${counted(mentions, 'mention')}.`,
      mentions,
      episodes,
    };
  }

  /** In the episodes of the candidates. */
  private async hereOf(rows: readonly CandidateRow[]): Promise<{ mentions: number; episodes: number }> {
    const segments = await this.evidence.of(this.pool, rows);
    const episodes = new Set(rows.filter((_, index) => segments[index]!.length > 0).map((row) => row.episodeUuid));

    return { mentions: segments.reduce((sum, { length }) => sum + length, 0), episodes: episodes.size };
  }

  private async meant(row: CandidateRow, request: Request): Promise<MeantEntities> {
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    let into: KnownEntity | null = null;
    if (request.entityId) {
      const facts = await findEntityFacts(this.pool, request.entityId);
      if (facts === null) throw new Rejected('entity-unknown', `There is no entity ${request.entityId}.`);
      into = { entityId: EntityId.parse(request.entityId), ...facts };
    }

    return meantEntities(state, {
      foundName: row.foundName,
      name: into?.name ?? (request.correctedEntityName || row.name),
      type: into?.type ?? (request.correctedEntityType || row.type),
      url: null,
      into,
      isEverywhere: request.scope === 'everywhere',
    });
  }

  private async categoryOf(entityTypeId: string): Promise<string> {
    const { rows } = await this.pool.query<{ name: string }>(
      'select t.display_name as name from read.vocabulary_type t where t.entity_type_id = $1',
      [entityTypeId],
    );

    return rows[0]?.name ?? 'its category';
  }
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
const episodesOf = (count: number): string => (count === 1 ? 'this episode' : `${count.toLocaleString('en')} episodes`);
