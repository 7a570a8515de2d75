import { uuidFrom } from '@earmark/contracts/kit';
import { type EpisodePage, EpisodeUuid, type SavedAnswer } from '@earmark/contracts/episodes';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import type { EntityTypeView, PatternPage, PatternView } from '@earmark/contracts/vocabulary';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Answer, type Caller, type RunningApp } from './running-app.ts';

type Mentions = EpisodePage['entityMentions'];
interface Sent {
  entity: { id?: string; name?: string; type?: string; url?: string | null; iconName?: string };
}

/** An admin at the entity manager of an episode, for specs. "Ada Lovelace" and "Babbage" are patterns. */
export class EntityManager {
  /** The episode that is edited. */
  episodeUuid: EpisodeUuid = EpisodeUuid.parse('00000000-0000-4000-8000-000000000000');
  private number = 0;
  private readonly seriesUuid = SeriesUuid.parse('44444444-1111-4111-8111-111111111111');

  private constructor(
    readonly app: RunningApp,
    readonly admin: Caller,
  ) {}

  static async start(): Promise<EntityManager> {
    const app = await startApp();
    const world = new EntityManager(app, await app.signIn('admin'));
    await app.services.series.putSeries(
      {
        seriesUuid: world.seriesUuid,
        feedUrl: null,
        itunesId: null,
        facts: seriesFacts('Cast'),
      },
      systemContext('spec'),
    );
    await world.addPattern('Ada Lovelace', 'person');
    await world.addPattern('Babbage', 'person');

    return world;
  }

  /** Switches to a fresh episode, and deletes patterns added meanwhile. */
  async nextEpisode(): Promise<void> {
    for (const { id, name } of await this.listPatterns())
      if (name !== 'Ada Lovelace' && name !== 'Babbage') await this.admin('DELETE', `/api/admin/entity-patterns/${id}`);
    this.number++;
    this.episodeUuid = uuidFrom(this.seriesUuid, String(this.number), EpisodeUuid);
    await this.putEpisode();
    const lines = ['Ada Lovelace met Babbage.', 'Babbage, again, and the Analytical Engine.', 'Nobody.'];
    const vtt = lines.map((line, index) => `00:00:0${index}.000 --> 00:00:0${index + 1}.000\n${line}`).join('\n\n');
    await this.admin(
      'POST',
      `/api/admin/episodes/${this.episodeUuid}/transcript-file`,
      Buffer.from(`WEBVTT\n\n${vtt}\n`),
    );
  }

  async putEpisode(): Promise<void> {
    const facts = { description: null, audioUrl: null, imageUrl: null, publishedAt: null, link: null, transcripts: [] };
    await this.app.services.series.putEpisode(
      {
        episodeUuid: this.episodeUuid,
        seriesUuid: this.seriesUuid,
        guid: null,
        facts: { title: `Part ${this.number}`, durationSeconds: 60, ...facts },
      },
      systemContext('spec'),
    );
  }

  async addPattern(name: string, category: string): Promise<void> {
    await this.admin('POST', '/api/admin/entity-patterns', { name, entityTypeId: await this.category(category) });
  }

  /** Fewer than a page, by category and name. */
  async listPatterns(): Promise<PatternView[]> {
    return ((await this.admin('GET', '/api/admin/entity-patterns')).body as PatternPage).patterns;
  }

  async patterns(): Promise<string[]> {
    return (await this.listPatterns()).map(({ name }) => name);
  }

  async category(name: string): Promise<string | undefined> {
    const types = (await this.admin('GET', '/api/admin/entity-types')).body as EntityTypeView[];

    return types.find((type) => type.name === name)?.id;
  }

  async page(): Promise<EpisodePage> {
    return (await this.app.visitor('GET', `/api/podcasts/${this.seriesUuid}/${this.episodeUuid}`)).body as EpisodePage;
  }

  /** How often each entity is mentioned, by name. */
  async counts(): Promise<Record<string, number>> {
    return Object.fromEntries((await this.page()).entityMentions.map(({ entity, count }) => [entity.name, count]));
  }

  async save(
    entityMentions: Sent[],
    {
      learn = false,
      base,
      loaded,
      by = this.admin,
    }: { learn?: boolean; base?: string; loaded?: string[]; by?: Caller } = {},
  ): Promise<Answer> {
    return by(
      'PUT',
      `/api/episodes/${this.episodeUuid}/entities`,
      { entityMentions, learnFromManualAdditions: learn, loaded },
      base === undefined ? {} : { 'if-match': `"${base}"` },
    );
  }

  /** The events in log order. */
  async eventsOf(answer: SavedAnswer): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const event of this.app.services.log.readAll())
      if (event.metadata.correlationId === answer.correlationId) events.push(event);

    return events;
  }
}

/** A line for an entity that is not in the list. */
export const add = (name: string, type = 'person', more: object = {}): Sent => ({ entity: { name, type, ...more } });
export const without = (mentions: Mentions, name: string): Mentions =>
  mentions.filter(({ entity }) => entity.name !== name);
export const edit = (mentions: Mentions, name: string, changes: Partial<Mentions[number]['entity']>): Mentions =>
  mentions.map((one) => (one.entity.name === name ? { ...one, entity: { ...one.entity, ...changes } } : one));
/** Throws when it was not saved. */
export function saved({ status, body }: Answer): SavedAnswer {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);

  return body as SavedAnswer;
}
