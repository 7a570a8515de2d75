import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { episodePage } from '../episodes/episodes.api.ts';
import { DraftOwnerContext } from '../kit/draft-place.ts';
import { Toasts } from '../ui/toast.tsx';
import { answers, refusal } from './server.ts';
import type { Call } from './server.ts';
import { show } from './show.tsx';
import type { Shown } from './show.tsx';

const UUID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const READ = '/api/podcasts/harbour/ferries';

/** Segments of ten seconds with these texts, all by one speaker. */
export const segmentsOf = (texts: readonly string[]): EpisodePage['transcript'] =>
  texts.map((text, at) => ({
    id: `${UUID.slice(0, -1)}${at}`,
    startTime: at * 10_000,
    endTime: (at + 1) * 10_000,
    speaker: 'Ada',
    text,
    timeFormatted: `00:00:${at}0`,
  }));

/** Entities of type place, mentioned once each; ids are `entity-<name>`. */
export const placesOf = (names: readonly string[]): EpisodePage['entityMentions'] =>
  names.map((name) => ({
    entity: {
      id: `entity-${name}`,
      name,
      type: 'location',
      url: null,
      iconName: 'MapPin',
      colorClass: '',
      wholeWord: true,
      slug: name.toLowerCase(),
      merged: [],
    },
    count: 1,
    contexts: [],
    marks: [],
  }));

/** A podcast with one episode. */
export const HARBOUR: EpisodePage['podcast'] = {
  id: 'harbour',
  uuid: 'harbour',
  slug: 'harbour',
  name: 'Harbour',
  host: null,
  imageUrl: null,
  description: null,
  totalEpisodes: 1,
  categories: [],
};

/** An episode without audio, as the server returns it. */
export const episodeWith = (more: Partial<EpisodePage>): EpisodePage => ({
  podcast: HARBOUR,
  episode: {
    id: UUID,
    uuid: UUID,
    slug: 'ferries',
    name: 'Ferries',
    title: 'Ferries',
    description: null,
    audioUrl: null,
    datePublished: null,
    publishedAt: null,
    duration: null,
    imageUrl: null,
    hasWhisperTranscript: true,
    transcriptSource: 'publisher',
    uploadedToOpenai: false,
    podcastId: 'harbour',
    podcastName: 'Harbour',
  },
  transcript: [],
  corrections: [],
  entityMentions: [],
  description: null,
  version: 'v1',
  ...more,
});

export interface EpisodeServer {
  /** The page as the server has it; a spec may change it to play another account. */
  page: EpisodePage;
  /** The saves so far. */
  readonly saves: readonly Call[];
  /** Answers the next save in place of the server. */
  readonly answerNext: (answer: () => Response) => void;
  /** Holds saves until the returned function is called. */
  readonly hold: () => () => void;
}

/** Answers reads of the episode, and saves of one part with what `saved` derives from the body. */
export function serveEpisode(
  part: 'transcript' | 'entities' | 'description',
  start: EpisodePage,
  saved: (page: EpisodePage, call: Call) => Partial<EpisodePage>,
): EpisodeServer {
  let version = 1;
  let given: (() => Response) | null = null;
  let held: Promise<void> | null = null;
  answers('get', READ, () => Response.json(server.page));
  answers('get', '/api/admin/entity-types', []);
  const saves = answers('put', `/api/episodes/${UUID}/${part}`, async (call: Call) => {
    await held;
    const answer = given?.();
    given = null;
    if (answer !== undefined) return answer;
    version += 1;
    server.page = { ...server.page, ...saved(server.page, call), version: `v${version}` };

    return Response.json({
      success: true,
      changes: 1,
      version: server.page.version,
      position: null,
      correlationId: UUID,
    });
  });
  const server: EpisodeServer = {
    page: start,
    saves,
    answerNext: (answer) => {
      given = answer;
    },
    hold: () => {
      let letGo = () => {};
      held = new Promise((resolve) => {
        letGo = resolve;
      });

      return letGo;
    },
  };

  return server;
}

/** Refusal of a save that conflicts with another account's changes. */
export const conflict = (conflicts: readonly object[]): Response =>
  refusal(409, 'edit-conflict', 'Nothing was saved: somebody else has changed the same.', { conflicts });

/** Renders an editor of the episode together with the site's toasts. */
export const showEditor = (editor: (page: EpisodePage) => ReactNode, owner = 'ada'): Shown =>
  show(
    <PlayerProvider>
      <DraftOwnerContext value={owner}>
        <Loaded editor={editor} />
      </DraftOwnerContext>
      <Toasts />
    </PlayerProvider>,
  );

function Loaded({ editor }: { editor: (page: EpisodePage) => ReactNode }) {
  const { data } = useQuery(episodePage('harbour', 'ferries'));

  return data && editor(data);
}

/** Presses Undo in the toast with this text. */
export async function undo({ user }: Shown, said: string): Promise<void> {
  const message = (await screen.findAllByText(said)).at(-1)?.closest<HTMLElement>('[data-sonner-toast]');
  if (message === null || message === undefined) throw new Error(`no message says "${said}"`);
  await user.click(within(message).getByRole('button', { name: 'Undo' }));
}
