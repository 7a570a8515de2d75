import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { SegmentsAnswer } from '@earmark/contracts/search';
import { add, without } from '../testing/entity-manager.ts';
import { parameters, startSearchedApp, type SearchedApp } from './search.fixture.ts';

let searched: SearchedApp;
beforeAll(async () => {
  searched = await startSearchedApp();
});
afterAll(async () => searched.app.stop());

const segments = async (asked: Readonly<Record<string, string>>) =>
  searched.app.visitor('GET', `/api/search/segments?${parameters(asked)}`);

it('refuses what is no episode, and one that there is not', async () => {
  expect(await segments({ episodeUuid: 'x', entity: 'cork' })).toMatchObject({ status: 400 });
  const nowhere = { episodeUuid: '00000000-0000-4000-8000-000000000000', entity: 'cork' };
  expect(await segments(nowhere)).toMatchObject({ status: 404, body: { code: 'episode-unknown' } });
});

it('takes a name for the entity that the episode mentions, though another one has it as its slug', async () => {
  const countOf = ({ entityMentions }: EpisodePage) =>
    entityMentions.find(({ entity }) => entity.name === 'Cork')?.count;
  const { podcast, page } = (await searched.pages()).find((one) => (countOf(one.page) ?? 0) > 0)!;
  const { uuid } = page.episode;
  const admin = await searched.app.signIn('admin');
  const entityMentions = [...without(page.entityMentions, 'Cork'), add('Cork', 'person')];
  expect(await admin('PUT', `/api/episodes/${uuid}/entities`, { entityMentions })).toMatchObject({ status: 200 });
  const after = await searched.get<EpisodePage>(`/api/podcasts/${podcast}/${uuid}`);
  expect(after.entityMentions.find(({ entity }) => entity.name === 'Cork')?.entity).toMatchObject({ type: 'person' });

  const { body } = await segments({ episodeUuid: uuid, entity: 'Cork' });
  expect((body as SegmentsAnswer).totalSegments).toBe(countOf(page));
  expect((await segments({ episodeUuid: uuid, entity: 'cork' })).body).toMatchObject({ totalSegments: countOf(page) });
});
