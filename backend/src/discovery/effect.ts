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
    if (request.decision === 'reject') return this.rejection(request, rows, namesOf(rows));
    const isChosen = Boolean(request.correctedEntityType || request.entityId);
    const left = isChosen ? [] : rows.filter(({ typeExists }) => !typeExists);
    // One name alone is refused as its approval would be.
    if (left.length === 0 || namesOf(rows).size === 1) return this.approval(request, rows, first, gone);
    const rest = rows.filter(({ typeExists }) => typeExists);
    const leaves = leavesWords(left);
    const [next] = rest;
    if (!next) return { sentence: leaves, mentions: 0, episodes: 0 };
    const effect = await this.approval(request, rest, next, gone);

    return { ...effect, sentence: `${effect.sentence} ${leaves}` };
  }

  private async approval(
    request: Request,
    rows: readonly CandidateRow[],
    first: CandidateRow,
    gone: AbortSignal,
  ): Promise<DecisionEffect> {
    const names = namesOf(rows);
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
    const { mentions, episodes } = await this.hereOf(approved.filter(({ isTakenOut }) => !isTakenOut));
    const out = new Set(approved.filter(({ isTakenOut }) => isTakenOut).map(({ episodeUuid }) => episodeUuid)).size;
    const what = names.size === 1 ? titled(rows[0]!.name) : counted(names.size, 'name');
    const takesOut =
      (mentions === 0 ? '' : ` Takes ${counted(mentions, 'mention')} out of ${counted(episodes, 'episode')}.`) +
      (out === 0 ? '' : ` ${names.size === 1 ? 'It was' : 'Some were'} taken out of ${episodesOf(out)} before.`);
    const isOne = names.size === 1 ? 'is' : 'are';
    if (scope === 'everywhere')
      return {
        sentence: `Rejects ${what}, which ${isOne} not proposed again in any episode.${takesOut}`,
        mentions,
        episodes,
      };
    if (scope === 'category')
      return {
        sentence: `Rejects ${what}, which ${isOne} not proposed again ${names.size === 1 ? `as ${await this.displayNameOf(rows[0]!.type)}` : 'in the same category'}.${takesOut}`,
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

  private async displayNameOf(type: string): Promise<string> {
    const { rows } = await this.pool.query<{ name: string }>(
      'select t.display_name as name from read.vocabulary_type t where t.name = $1',
      [type],
    );

    return rows[0]?.name ?? type;
  }
}

const namesOf = (rows: readonly CandidateRow[]): ReadonlyMap<string, CandidateRow> =>
  new Map(rows.map((row) => [foldName(row.foundName), row]));

/** Of candidates whose category does not exist: an approval of many leaves them. */
function leavesWords(rows: readonly CandidateRow[]): string {
  const types = [...new Set(rows.map(({ type }) => titled(type)))].toSorted();
  const listed = new Intl.ListFormat('en').format(types);
  const isOne = rows.length === 1;

  return `Leaves ${counted(rows.length, 'candidate')} as ${isOne ? 'it is' : 'they are'}: there ${types.length === 1 ? 'is no category' : 'are no categories'} ${listed} yet.`;
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
const episodesOf = (count: number): string => (count === 1 ? 'this episode' : `${count.toLocaleString('en')} episodes`);
