import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { NO_AUDIO } from '../audio/use-episode-audio.ts';
import { useSelection } from './episode-selection.ts';
import { EntityList } from '../mentions/entity-list.tsx';
import { episodeWith, placesOf, segmentsOf } from '../testing/episode.tsx';
import { show } from '../testing/show.tsx';
import type { Shown } from '../testing/show.tsx';
import { Transcript } from '../transcripts/transcript.tsx';

const SPEAKERS = ['Ada', 'Ben', 'Ben', 'Ada', 'Ben', 'Ada'];

it('goes through their turns from the one that was clicked, also when it is clicked again', async () => {
  const { user } = show(<Reading />);
  await user.click(nameAbove('Ada', 1));
  expect(await screen.findByText('2 of 3 turns')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next turn' }));
  expect(await screen.findByText('3 of 3 turns')).toBeVisible();
  await user.click(nameAbove('Ada', 1));
  expect(await screen.findByText('2 of 3 turns')).toBeVisible();
  await user.click(nameAbove('Ben', 1));
  expect(await screen.findByText('2 of 2 turns')).toBeVisible();
});

it('deselects the entity in the list and in the address, and leaves nothing selected when it is cleared', async () => {
  for (const choose of [
    ({ user }: Shown) => user.click(nameAbove('Ben', 0)),
    ({ user }: Shown) => user.selectOptions(screen.getByRole('combobox', { name: 'Speaker' }), 'Ben (2 turns)'),
  ]) {
    const shown = show(<Reading />, '/?entity=Guernsey');
    expect(await screen.findByText('1 of 1 mentions')).toBeVisible();
    expect(entry()).toHaveAttribute('aria-pressed', 'true');
    await choose(shown);
    expect(await screen.findByText('1 of 2 turns')).toBeVisible();
    expect(entry()).toHaveAttribute('aria-pressed', 'false');
    expect(shown.address()).toBe('/');
    await shown.user.click(screen.getByRole('button', { name: 'Clear highlight' }));
    expect(screen.getByText('Nothing is marked. Choose an entity or a speaker.')).toBeVisible();
    expect(shown.address()).toBe('/');
    shown.unmount();
  }
});

it('is deselected by choosing an entity', async () => {
  const { user } = show(<Reading />);
  await user.click(nameAbove('Ben', 0));
  await user.click(entry());
  expect(await screen.findByText('1 of 1 mentions')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Speaker' })).toHaveValue('');
});

it('leaves an entity selected that was double-clicked', async () => {
  const { user } = show(<Reading />);
  await user.dblClick(entry());
  expect(await screen.findByText('1 of 1 mentions')).toBeVisible();
  expect(entry()).toHaveAttribute('aria-pressed', 'true');
});

const nameAbove = (name: string, turn: number): HTMLElement => {
  const button = screen.getAllByRole('button', { name })[turn];
  if (button === undefined) throw new Error(`no turn ${turn} of ${name}`);

  return button;
};

const entry = (): HTMLElement => screen.getByRole('button', { name: /^Guernsey location/ });

const PAGE = episodeWith({
  transcript: segmentsOf(SPEAKERS.map((_, at) => `Line ${at} about Guernsey.`)).map((segment, at) => ({
    ...segment,
    speaker: SPEAKERS[at] ?? '',
  })),
  entityMentions: placesOf(['Guernsey']).map((place) => ({ ...place, marks: [2, 13, 21] })),
});

function Reading() {
  const { marking, selectedId, toggleEntity, clear } = useSelection(PAGE);

  return (
    <>
      <EntityList
        episodeUuid={PAGE.episode.uuid}
        mentions={PAGE.entityMentions}
        selectedId={selectedId}
        onSelect={toggleEntity}
        titleId={null}
      />
      <Transcript
        title="The half past two tea"
        segments={PAGE.transcript}
        playback={NO_AUDIO}
        hasAudio
        marks={{
          marking,
          layer: null,
          isMarked: true,
          onClear: clear,
          entities: placesOf(['Guernsey']).map(({ entity, marks }) => ({ ...entity, href: '', hue: 'gray', marks })),
          provenance: null,
        }}
        correction={null}
        changes={{ changed: null, corrections: [], onCorrected: () => undefined }}
        search={{ sought: '', onSeek: () => undefined }}
        startMs={null}
        returnTo={null}
        missing=""
      />
    </>
  );
}
