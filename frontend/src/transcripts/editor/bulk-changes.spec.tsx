import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { segmentsOf, undo } from '../../testing/episode.tsx';
import type { Shown } from '../../testing/show.tsx';
import {
  button,
  field,
  message,
  open,
  openRow,
  rows,
  saveButton,
  serveTranscript,
  shownTexts,
} from './transcript-editor.fixture.tsx';

const SPOKEN = [
  ['Ada', 'Tea at noon.'],
  ['Grace', 'More tea, then Tea again.'],
  ['Ada', 'No steam, no tea.'],
  ['Grace', 'Good night.'],
] as const;
const TEXTS = SPOKEN.map(([, text]) => text);

beforeEach(() => {
  serveTranscript(segmentsOf(TEXTS).map((segment, at) => ({ ...segment, speaker: SPOKEN[at]?.[0] ?? '' })));
});

const speakers = () => rows().map((row) => row.querySelector('.edit-speaker')?.textContent);
const form = (name: string) => within(screen.getByRole('form', { name }));

describe('a speaker', () => {
  it('is renamed everywhere, under a name that is not blank', async () => {
    const { user } = await open();
    await user.click(button('Rename speaker'));
    await user.selectOptions(form('Rename speaker').getByLabelText('Speaker'), 'Grace (2 segments)');
    await user.click(button('Rename all'));
    expect(form('Rename speaker').getByLabelText('New name')).toHaveAccessibleDescription('Enter a new name.');
    expect(speakers()).toEqual(['Ada', 'Grace', 'Ada', 'Grace']);
    await user.type(form('Rename speaker').getByLabelText('New name'), ' Sheila ');
    await user.click(button('Rename all'));
    await message('Updated 2 segments');
    expect(speakers()).toEqual(['Ada', 'Sheila', 'Ada', 'Sheila']);
  });

  it('is renamed from a segment: this one, from here on, or all', async () => {
    const shown = await open();
    const rename = async (scope: string) => {
      await shown.user.click(within(rows()[2]!).getByTitle('Rename speaker'));
      const name = await screen.findByRole('combobox', { name: 'New name for Ada' });
      await shown.user.clear(name);
      await shown.user.type(name, 'Grace');
      expect(screen.getByText('Grace speaks already: they become one.')).toBeVisible();
      await shown.user.click(button(scope));
    };
    const takeBack = async (said: string) => {
      await undo(shown, said);
      await waitFor(() => expect(speakers()).toEqual(['Ada', 'Grace', 'Ada', 'Grace']));
      // The next message may say the same.
      await waitFor(() => expect(screen.queryByText(said)).toBeNull());
    };
    await rename('All 2');
    expect(speakers()).toEqual(['Grace', 'Grace', 'Grace', 'Grace']);
    await takeBack('Updated 2 segments');
    await rename('From here on (1)');
    expect(speakers()).toEqual(['Ada', 'Grace', 'Grace', 'Grace']);
    await takeBack('Updated 1 segment');
    await rename('This segment');
    expect(speakers()).toEqual(['Ada', 'Grace', 'Grace', 'Grace']);
    await takeBack('Updated 1 segment');
    await waitFor(() => expect(saveButton()).toBeDisabled());
  });

  it('that is being typed stays when another name is replaced', async () => {
    const { user } = await open();
    await openRow({ user } as Shown, 1);
    await user.clear(screen.getByRole('combobox', { name: 'Speaker' }));
    await user.type(screen.getByRole('combobox', { name: 'Speaker' }), 'Just Typed');
    await user.click(screen.getAllByRole('button', { name: 'Rename speaker' })[0]!);
    await user.selectOptions(form('Rename speaker').getByLabelText('Speaker'), 'Grace (2 segments)');
    await user.type(form('Rename speaker').getByLabelText('New name'), 'Renamed');
    await user.click(button('Rename all'));
    await message(/^Updated/);
    expect(speakers()).toEqual(['Ada', 'Just Typed', 'Ada', 'Renamed']);
    await user.click(button('Discard changes'));
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Edit segment/));
    expect(saveButton()).toBeDisabled();
  });
});

describe('find and replace', () => {
  async function seek({ user }: Shown): Promise<void> {
    await user.click(button('Find and replace'));
    await user.type(form('Find and replace').getByLabelText('Find'), 'tea');
    await user.type(form('Find and replace').getByLabelText('Replace with'), 'cocoa');
    await screen.findByRole('list', { name: 'Changes' });
  }

  it('shows every change before it is made, and makes the chosen ones', async () => {
    const shown = await open();
    await seek(shown);
    const changes = () => within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('checkbox');
    expect(changes()).toHaveLength(4);
    await shown.user.click(changes()[1]!);
    expect(screen.getByText('3 of 4 places will be replaced')).toBeVisible();
    await shown.user.click(button('Replace 3'));
    await message(/^Updated/);
    expect(shownTexts()).toEqual([
      'cocoa at noon.',
      'More tea, then cocoa again.',
      'No steam, no cocoa.',
      'Good night.',
    ]);
    await undo(shown, 'Updated 3 segments');
    await waitFor(() => expect(shownTexts()).toEqual(TEXTS));
  });

  it('keeps what is being typed', async () => {
    const shown = await open();
    await openRow(shown, 0);
    await shown.user.type(field(), ' Typed.');
    await seek(shown);
    await shown.user.click(button('Replace 4'));
    await message(/^Updated/);
    expect(shownTexts()[0]).toBe('cocoa at noon. Typed.');
  });
});
