import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { answerTo, ASSISTANT_PODCASTS, citationOf, streamOf } from '../testing/assistant.ts';
import { episodeWith, segmentsOf } from '../testing/episode.tsx';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { AskPage } from './ask-page.tsx';

const CALLS = '/api/ask-earmark';
const STREAM = { headers: { 'content-type': 'text/event-stream' } };

it('asks within what is chosen, shows the answer with its citations, and opens a cited passage', async () => {
  const asked = answers('post', `${CALLS}/query/stream`, () => new Response(streamOf(answerTo('When?')), STREAM));
  const texts = ['Welcome.', 'The ferry leaves at nine.'];
  const transcript = segmentsOf(texts).map((segment, at) => ({ ...segment, id: `segment-${at}` }));
  answers('get', '/api/podcasts/Harbour/ferries', episodeWith({ transcript }));
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Harbour' }));
  expect(address()).toBe('/ask-earmark?podcastId=harbour');
  expect(screen.getByText('Harbour (2 episodes)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Select Specific Episodes/u }));
  await user.click(await screen.findByRole('checkbox', { name: /Ferries/u }));
  expect(screen.getByText('1 of 2 selected')).toBeVisible();
  expect(screen.getByText('1 selected episode from 1 podcast')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Ready to search' })).toBeVisible();

  await user.type(screen.getByRole('textbox', { name: 'Your question' }), 'When?{Enter}');
  await screen.findByRole('button', { name: 'Follow up' });
  const answer = screen.getByRole('article', { name: 'When?' });
  expect(asked.map(({ body }) => body)).toEqual([
    { question: 'When?', podcastSeriesIds: ['harbour'], episodeUuids: ['ferries'], threadId: null },
  ]);
  expect(answer).toHaveTextContent('In 2 passages from 1 episode:');
  const [first] = within(answer).getAllByRole('button', { name: /^Citation/u });
  expect(first).toHaveAccessibleName('Citation 1: Ada Obi, Ferries, 0:10');
  await user.click(first!);
  const pane = await screen.findByRole('dialog', { name: 'Ferries' });
  const around = await within(pane).findByRole('region', { name: 'Transcript around the passage' });
  expect(around).toHaveTextContent('Welcome.');
  expect(within(around).getByText('nine', { selector: 'mark' })).toBeVisible();
  expect(within(pane).getByRole('link', { name: 'Open transcript' })).toHaveAttribute(
    'href',
    '/podcasts/Harbour/ferries?t=10&segment=segment-1',
  );
});

it('is not stopped by a double click on Ask, and gives the question back when it is stopped before an answer', async () => {
  answers('post', `${CALLS}/query/stream`, () => new Response(new ReadableStream(), STREAM));
  const { user } = open();
  const box = await screen.findByRole('textbox', { name: 'Your question' });
  await user.type(box, 'When?');
  await user.dblClick(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByRole('article', { name: 'When?' })).toHaveTextContent('Searching the transcripts…');
  expect(box).toHaveValue('');
  screen.getByRole('button', { name: 'Stop' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(box).toHaveValue('When?'));
});

it('says when nothing answers, with the nearest passages, and what was left out', async () => {
  const nothing = answerTo('Why?', {
    isAnswered: false,
    statements: [{ kind: 'lead', text: 'Nothing in the selected episodes answers this.', citations: [] }],
    citations: [],
    nearest: [citationOf(1, 'Nobody knows why.', 'why')],
    leftOut: 2,
    note: 'The AI service is not available right now.',
  });
  answers('post', `${CALLS}/query/stream`, () => new Response(streamOf(nothing), STREAM));
  const { user } = open();
  await user.type(await screen.findByRole('textbox', { name: 'Your question' }), 'Why?{Enter}');
  const answer = await screen.findByRole('article', { name: 'Why?' });
  expect(await within(answer).findByRole('region', { name: 'Nearest passages' })).toHaveTextContent(
    'Nobody knows why.',
  );
  expect(answer).toHaveTextContent('2 statements had no supporting passage and were left out.');
  expect(answer).toHaveTextContent('The AI service is not available right now.');
});

it('says why a question was refused, and asks it again', async () => {
  let isOver = true;
  answers('post', `${CALLS}/query/stream`, () =>
    isOver
      ? refusal(429, 'too-many-calls', 'You have asked 200 questions today. Ask again tomorrow.')
      : new Response(streamOf(answerTo('Who?')), STREAM),
  );
  const { user } = open();
  const field = await screen.findByRole('textbox', { name: 'Your question' });
  expect(screen.getByRole('button', { name: 'Ask' })).toBeDisabled();
  await user.type(field, ' {Enter}');
  expect(screen.getByText('Please enter a question to search.')).toBeVisible();
  await user.clear(field);
  await user.click(field);
  await user.paste('x'.repeat(1001));
  expect(screen.getByText('1001/1000')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Question is too long (max 1000 characters).')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'Who?{Enter}');
  expect(await screen.findByText('429: You have asked 200 questions today. Ask again tomorrow.')).toBeVisible();
  isOver = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Follow up' })).toBeVisible();
});

it('stops an answer, of which what was written stays on the page, and takes back a connection that failed', async () => {
  let asked = 0;
  const begun = streamOf(answerTo('Where?')).split('\n\n').slice(0, -2).join('\n\n');
  answers('post', `${CALLS}/query/stream`, () => {
    asked += 1;
    if (asked === 3) return Response.error();
    const first = asked === 1 ? '' : `${begun}\n\n`;
    const body = new ReadableStream<Uint8Array>({ start: (to) => to.enqueue(new TextEncoder().encode(first)) });

    return new Response(body, STREAM);
  });
  const { user } = open();
  await user.type(await screen.findByRole('textbox', { name: 'Your question' }), 'Where?{Enter}');
  expect(await screen.findByText('Searching the transcripts…')).toBeVisible();
  // A click right after another one is taken for a double click.
  screen.getByRole('button', { name: 'Stop' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByText('Searching the transcripts…')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Ready to search' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Your question' })).toHaveValue('Where?');
  await user.type(screen.getByRole('textbox', { name: 'Your question' }), '{Enter}');
  expect(await screen.findByText('Still writing…')).toBeVisible();
  // A click right after another one is taken for a double click.
  screen.getByRole('button', { name: 'Stop' }).focus();
  await user.keyboard('{Enter}');
  const stopped = screen.getByRole('article', { name: 'Where?' });
  expect(stopped).toHaveTextContent('“The ferry leaves at nine.”');
  expect(within(stopped).getByText('Stopped. What was written so far is not kept.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Your question' }), 'Where?{Enter}');
  expect(await screen.findByText('Failed to connect to search service. Please try again.')).toBeVisible();
});

it('scopes the search to a podcast that is browsed, and writes questions about topics', async () => {
  answers('get', `${CALLS}/entity-types-summary`, [
    {
      id: 'location',
      name: 'location',
      displayName: 'Location',
      iconName: 'MapPin',
      colorClass: '',
      patternCount: 3,
      mentionCount: 1200,
      topEntities: ['Lagos'],
      entities: [{ id: 'lagos', name: 'Lagos', slug: 'lagos', mentions: 800 }],
    },
  ]);
  const { user, address } = open('/ask-earmark?tab=browse');
  await user.click(await screen.findByRole('button', { name: 'Search This Podcast: Marginalia' }));
  expect(address()).toBe('/ask-earmark?podcastId=marginalia');
  await user.click(screen.getByRole('tab', { name: 'Topics' }));
  const topic = await screen.findByRole('region', { name: 'Location' });
  expect(topic).toHaveTextContent('3 tracked · 1,200 mentions');
  await user.click(within(topic).getByRole('button', { name: 'Most mentioned' }));
  await user.click(within(topic).getByRole('button', { name: 'Search: Lagos' }));
  expect(await screen.findByRole('textbox', { name: 'Your question' })).toHaveValue(
    'Tell me about Lagos mentions in the podcasts',
  );
});

function open(address = '/ask-earmark') {
  answers('get', `${CALLS}/uploaded-podcasts`, ASSISTANT_PODCASTS);
  answers('get', `${CALLS}/episodes/harbour`, [
    { uuid: 'ferries', title: 'Ferries', slug: 'ferries', publishedAt: null },
    { uuid: 'tides', title: 'Tides', slug: 'tides', publishedAt: null },
  ]);
  answers('get', `${CALLS}/answers`, { answers: [], next: null });
  answers('get', `${CALLS}/status`, {
    provider: 'offline',
    note: null,
    podcasts: 2,
    episodes: 3,
    questionsLeft: 200,
    dailyLimit: 200,
  });

  return show(
    <PlayerProvider>
      <AskPage />
    </PlayerProvider>,
    address,
  );
}
