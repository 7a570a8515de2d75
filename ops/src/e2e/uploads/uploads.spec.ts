import { EpisodesStatusAnswer } from '@earmark/contracts/uploads';
import type { Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { followsFeed, siteWithStubs } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';

const site = siteWithStubs('sample', { OPENAI_API_KEY: 'sk-stub-key-1' });
const PAGE = '/admin/transcript-search';
const REFUSED = {
  error: { message: 'The file is too strange.', type: 'invalid_request_error', param: null, code: null },
};

const card = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} ?\\d`) });
const countOf = async (page: Page, name: string): Promise<number> =>
  Number(/\d+$/.exec((await card(page, name).textContent()) ?? '')?.[0]);
const dialog = (page: Page) => page.getByRole('alertdialog');

it('takes transcripts to the assistant by the keyboard alone: set up, upload all, retry, correct, upload again', async () => {
  const page = await site.openAs('admin', PAGE);
  await card(page, 'Ready to Upload').waitFor();
  const [total, ready] = [await countOf(page, 'Total Episodes'), await countOf(page, 'Ready to Upload')];
  expect(ready).toBeGreaterThan(3);
  await it.step('initialises the services', async () => {
    await page.getByText('Initialize the services to create or find its vector store.').waitFor();
    await expectNoFaults(page, 'main');
    await page.getByRole('button', { name: 'Initialize Services' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByText(/^Vector store: vs_/)
      .waitFor();
    await expectNoFaults(page, '[role=alertdialog]', { isState: true });
    await page.keyboard.press('Enter');
    await page.getByText(/^The assistant searches the vector store vs_/).waitFor();
  });
  await it.step('uploads all that are ready, of which the service refuses one', async () => {
    site.stubs().fail('/v1/files', {
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify(REFUSED),
      times: 1,
    });
    await page.getByRole('button', { name: 'Upload All' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByRole('heading', { name: `Upload ${ready} validated transcripts?` })
      .waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('progressbar', { name: 'Progress of the uploads' }).waitFor();
    await dialog(page)
      .getByText(`${ready - 1} transcripts uploaded, 1 failed.`)
      .waitFor();
    await page.keyboard.press('Escape');
    await eventually(
      () => countOf(page, 'Uploaded'),
      (uploaded) => expect(uploaded).toBe(ready - 1),
    );
    expect(site.stubs().openAiStores.files.size).toBe(ready - 1);
  });
  await it.step('retries what failed', async () => {
    await card(page, 'Errors').focus();
    await page.keyboard.press('Enter');
    await page.getByText('OpenAI refused the request (400): The file is too strange.').waitFor();
    expect(new URL(page.url()).search).toBe('?status=error');
    await expectNoFaults(page, 'main');
    await page.getByRole('button', { name: 'Retry All' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('heading', { name: 'Retry 1 failed uploads?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('1 transcript uploaded, 0 failed.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No uploads have failed' }).waitFor();
  });
  await it.step('needs an update as soon as somebody corrects a transcript', async () => {
    await page.goto(`${PAGE}?status=needs_speaker_update`);
    await page.getByRole('heading', { name: 'No transcripts need an update' }).waitFor();
    await followsFeed(page);
    await correctOne();
    const group = page.getByRole('region').filter({ hasText: 'The transcript was corrected after the upload.' }).last();
    await group.waitFor();
    await expectNoFaults(page, 'main', { isState: true });
    await group.getByRole('button', { name: /^Upload again / }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Transcript uploaded').waitFor();
    await page.getByRole('heading', { name: 'No transcripts need an update' }).waitFor();
  });
  expect(await countOf(page, 'Total Episodes')).toBe(total);
  expect(site.stubs().openAiStores.files.size).toBe(ready);
});

/** Changes a word of a transcript that was uploaded. */
async function correctOne(): Promise<void> {
  const admin = await site.product().signIn();
  const { episodes } = await admin.read(
    '/api/admin/transcript-search/episodes-status?paged=true&status=uploaded',
    EpisodesStatusAnswer,
  );
  const { podcastSlug, slug, uuid } = episodes[0]!;
  const answer = await fetch(`${site.product().url}/api/podcasts/${podcastSlug}/${slug}`);
  const { transcript } = (await answer.json()) as { transcript: { text: string }[] };
  const segments = transcript.map((segment, index) =>
    index === 0 ? { ...segment, text: `${segment.text} Indeed.` } : segment,
  );
  await admin.put(`/api/episodes/${uuid}/transcript`, { segments });
}
