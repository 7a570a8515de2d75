import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { ChosenChanges, RecountId } from '@earmark/contracts/recounts';
import { isAnyOf, native, sql, type Condition } from '../kit/query-builder.ts';
import type { Tables } from '../kit/tables.ts';

export interface PinMove {
  /** The event, or the recount that was published. */
  readonly moveId: string;
  /** Null: a publication. */
  readonly episodeUuid: EpisodeUuid | null;
  /** Of a publication; null: all podcasts. */
  readonly seriesUuids: readonly string[] | null;
  readonly pin: { readonly vocabularyRevision: number; readonly matcherVersion: number };
}

export class PinMoves {
  /** The next ordinal; null: not loaded yet. */
  private next: number | null = null;
  /** Episodes known to have a pin; in a rebuild, all of them. */
  private readonly pinned = new Set<string>();

  /** Only the first transcript of an episode sets a pin; later ones carry the pin in force. */
  async first(tables: Tables, move: PinMove): Promise<void> {
    const { episodeUuid } = move;
    if (episodeUuid === null || this.pinned.has(episodeUuid)) return;
    this.pinned.add(episodeUuid);
    const [known] =
      tables.mode === 'rebuild'
        ? []
        : await tables.query('select 1 from mentions_pin_move where episode_uuid = $1 limit 1', [episodeUuid]);
    if (!known) await this.put(tables, move, true, move.moveId);
  }

  async extracted(tables: Tables, move: PinMove, reverts: string | null): Promise<void> {
    if (reverts === null) return this.put(tables, move, false, move.moveId);
    const root = await turn(tables, reverts);
    await this.put(tables, move, false, root);
  }

  /** A new publication comes last; undoing its revert restores its former ordinal. */
  async published(tables: Tables, move: PinMove, reverts: string | null): Promise<void> {
    const [known] = await tables.query('select 1 from mentions_pin_move where move_id = $1', [move.moveId]);
    if (!known) return this.put(tables, move, false, move.moveId);
    await tables.exactlyOne(
      'update mentions_pin_move set reverted = false, ordinal = coalesce($2, ordinal) where move_id = $1',
      [move.moveId, reverts === null ? await this.place(tables) : null],
    );
  }

  /**
   * A publication of chosen changes: a move for each episode of which they change the pin that it has now, so the tables
   * must have all pins in force. Undoing its revert restores the moves that it made then.
   */
  async publishedFor(
    tables: Tables,
    recountId: RecountId,
    seriesUuids: readonly string[] | null,
    moves: ChosenChanges['moves'],
    reverts: string | null,
  ): Promise<void> {
    if (reverts !== null) {
      await tables.query('update mentions_pin_move set reverted = false where move_id = $1', [recountId]);
      return;
    }
    await tables.query('delete from mentions_pin_move where move_id = $1', [recountId]);
    await tables.query(
      `insert into mentions_pin_move (move_id, root_id, ordinal, episode_uuid, series_uuids, is_publication, first,
         vocabulary_revision, matcher_version, reverted)
       select $1, $1, $2, e.episode_uuid, $3, true, false, m.revision, m.version, false
       from unnest($4::int[], $5::int[], $6::int[]) as m(from_revision, revision, version)
       join mentions_all_episode e on e.vocabulary_revision = m.from_revision
       where not e.is_removed and not e.is_series_removed and ($3::text[] is null or e.series_uuid::text = any($3))`,
      [
        recountId,
        await this.place(tables),
        seriesUuids,
        moves.map(({ from }) => from),
        moves.map(({ to }) => to.vocabularyRevision),
        moves.map(({ to }) => to.matcherVersion),
      ],
    );
  }

  /** `isOne`: whether it is one move, for all episodes that it concerns. */
  async reverted(tables: Tables, recountId: RecountId, isOne: boolean): Promise<void> {
    const revert = 'update mentions_pin_move set reverted = true where move_id = $1';
    if (isOne) await tables.exactlyOne(revert, [recountId]);
    else await tables.query(revert, [recountId]);
  }

  /** Publications while it is removed move none of its pins. `episodeUuid` null: all of the podcast. */
  async removed(tables: Tables, seriesUuid: string, episodeUuid: string | null): Promise<void> {
    tables.insert('mentions_removal', {
      series_uuid: seriesUuid,
      episode_uuid: episodeUuid,
      from_ordinal: await this.place(tables),
      to_ordinal: null,
    });
  }

  async restored(tables: Tables, seriesUuid: string, episodeUuid: string | null): Promise<void> {
    await tables.exactlyOne(
      `update mentions_removal set to_ordinal = $3
       where series_uuid = $1 and episode_uuid is not distinct from $2 and to_ordinal is null`,
      [seriesUuid, episodeUuid, await this.place(tables)],
    );
  }

  private async place(tables: Tables): Promise<number> {
    if (this.next === null) {
      const [row] = await tables.query<{ next: number }>(
        `select (greatest(
           (select max(ordinal) from mentions_pin_move),
           (select max(greatest(from_ordinal, to_ordinal)) from mentions_removal),
           -1
         ) + 1)::integer as next`,
      );
      this.next = row!.next;
    }

    return this.next++;
  }

  private async put(tables: Tables, move: PinMove, first: boolean, rootId: string): Promise<void> {
    tables.insert('mentions_pin_move', {
      move_id: move.moveId,
      root_id: rootId,
      ordinal: await this.place(tables),
      episode_uuid: move.episodeUuid,
      series_uuids: move.seriesUuids,
      is_publication: move.episodeUuid === null,
      first,
      vocabulary_revision: move.pin.vocabularyRevision,
      matcher_version: move.pin.matcherVersion,
      reverted: false,
    });
  }
}

/** Reverts or restores a move; an undo of an undo acts on the root move. */
async function turn(tables: Tables, id: string): Promise<string> {
  const [row] = await tables.query<{ root_id: string }>(
    `update mentions_pin_move set reverted = not reverted
     where move_id = (select root_id from mentions_pin_move where move_id = $1) returning root_id`,
    [id],
  );
  if (!row) throw new Error(`${id} moved no pin`);

  return row.root_id;
}

export interface Repinned {
  readonly episode_uuid: string;
  /** Null: it had none. */
  readonly old_revision: number | null;
  readonly old_version: number | null;
  readonly vocabulary_revision: number;
  readonly matcher_version: number;
}

/** Writes the pins in force to the episodes (null: all) and returns those whose pin changed. */
export async function repin(tables: Tables, episodes: readonly string[] | null): Promise<Repinned[]> {
  const ofEpisodes = (column: string): Condition =>
    episodes === null ? (query) => query.whereNotNull(column) : isAnyOf(column, episodes);
  const own = sql('mentions_pin_move as m')
    .select('m.episode_uuid', 'm.ordinal', 'm.vocabulary_revision', 'm.matcher_version')
    .whereRaw('m.root_id = m.move_id and not m.reverted')
    .modify(ofEpisodes('m.episode_uuid'));
  const publications = sql('mentions_pin_move as b')
    .joinRaw(
      `join mentions_all_episode o on o.episode_uuid = b.episode_uuid
       join mentions_pin_move m on m.episode_uuid is null and not m.reverted and m.ordinal > b.ordinal
         and (m.series_uuids is null or o.series_uuid::text = any(m.series_uuids))`,
    )
    .whereRaw(
      `not exists (
        select 1 from mentions_removal r
        where r.series_uuid = o.series_uuid and (r.episode_uuid is null or r.episode_uuid = o.episode_uuid)
          and r.from_ordinal < m.ordinal and (r.to_ordinal is null or r.to_ordinal > m.ordinal))`,
    )
    .select('b.episode_uuid', 'm.ordinal', 'm.vocabulary_revision', 'm.matcher_version')
    .where('b.first', true)
    .modify(ofEpisodes('b.episode_uuid'));

  return tables.query<Repinned>(
    ...native(
      sql.raw(
        `update mentions_all_episode e set vocabulary_revision = p.vocabulary_revision, matcher_version = p.matcher_version
         from (
           select distinct on (c.episode_uuid) c.*, o.vocabulary_revision as old_revision, o.matcher_version as old_version
           from ? c
           join mentions_all_episode o on o.episode_uuid = c.episode_uuid
           order by c.episode_uuid, c.ordinal desc
         ) p
         where e.episode_uuid = p.episode_uuid
           and (p.old_revision, p.old_version) is distinct from (p.vocabulary_revision, p.matcher_version)
         returning e.episode_uuid, p.old_revision, p.old_version, e.vocabulary_revision, e.matcher_version`,
        [own.unionAll(publications)],
      ),
    ),
  );
}
