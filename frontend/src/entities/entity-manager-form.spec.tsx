import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { undo } from '../testing/episode.tsx';
import {
  add,
  button,
  form,
  isListed,
  message,
  open,
  rename,
  server,
  serveEntities,
} from './entity-manager.fixture.tsx';

beforeEach(() => {
  serveEntities();
});

describe('the form of an entity', () => {
  it('names the missing or wrong value next to its field, and focuses it', async () => {
    const shown = await open();
    const { user } = shown;
    await user.click(button('Add Entity'));
    await message('Please enter an entity name');
    expect(form().getByLabelText('Name')).toHaveFocus();
    expect(form().getByLabelText('Name')).toHaveAccessibleDescription('Please enter an entity name');
    await user.type(form().getByLabelText('Name'), 'Ferry');
    await user.click(button('Add Entity'));
    expect(form().getByLabelText('Type')).toHaveFocus();
    expect(form().getByText('Please specify an entity type')).toBeVisible();
    await user.selectOptions(form().getByLabelText('Type'), 'Custom type…');
    await user.click(button('Add Entity'));
    expect(form().getByLabelText('Type name')).toHaveFocus();
    expect(form().getByLabelText('Type name')).toHaveAccessibleDescription('Please specify an entity type');
    await add(shown, 'guernsey');
    expect(form().getByLabelText('Name')).toHaveAccessibleDescription('Entity already exists');
    await user.type(form().getByLabelText(/^URL/), 'javascript:alert(1)');
    await add(shown, 'Sark');
    expect(form().getByLabelText(/^URL/)).toHaveFocus();
    expect(form().getByText('The link of "Sark" must begin with https:// or http://.')).toBeVisible();
    expect(isListed('Sark')).toBe(false);
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('counts the typed name in this episode, and is empty after an entity was added', async () => {
    const shown = await open();
    await shown.user.type(form().getByLabelText('Name'), 'harbour');
    expect(await form().findByText('1 mention in this episode')).toBeVisible();
    await add(shown, 'harbour');
    expect(form().getByLabelText('Name')).toHaveValue('');
    expect(form().getByLabelText('Name')).toHaveFocus();
    await message('Added entity: harbour (1 mentions) with type "location"');
    expect(isListed('harbour')).toBe(true);
    expect(screen.getByText('Unsaved changes')).toBeVisible();
  });

  it('edits an entity, and returns the focus to its button', async () => {
    const shown = await open();
    await rename(shown, 'Mallow', 'Mallow Town');
    await waitFor(() => expect(button('Edit Mallow Town')).toHaveFocus());
    expect(screen.getByRole('form', { name: 'Add entity' })).toBeVisible();
    expect(screen.getByText('Unsaved changes')).toBeVisible();
    await rename(shown, 'Mallow Town', 'Mallow');
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    await rename(shown, 'Mallow', 'Mallow');
    await message('Nothing changed');
    expect(button('Save Entities')).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a deleted entity', () => {
  it('is restored by Undo, without losing later changes', async () => {
    const shown = await open();
    await shown.user.click(button('Delete Mallow'));
    expect(isListed('Mallow')).toBe(false);
    await waitFor(() => expect(screen.getByRole('list', { name: 'Current entities' })).toHaveFocus());
    await undo(shown, 'Entity deleted');
    await waitFor(() => expect(isListed('Mallow')).toBe(true));
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });
});

describe('Fix Counts', () => {
  it('says what it changed, names that are not saved included', async () => {
    serveEntities();
    const entityMentions = server.page.entityMentions.map((mention, at) => ({ ...mention, marks: [at, 0, 3] }));
    server.page = { ...server.page, entityMentions };
    const first = await open();
    await first.user.click(button('Fix Counts'));
    await message('All counts are right');
    await add(first, 'harbour');
    await message('Added entity: harbour (1 mentions) with type "location"');
    first.unmount();
    for (const [key, value] of Object.entries(localStorage))
      localStorage.setItem(key, String(value).replace(/"count":\d+/, '"count":99'));
    const again = await open();
    await again.user.click(button('Fix Counts'));
    await message('Fixed 1 count');
    await message('harbour: 99 → 1');
    await again.user.click(button('Discard'));
    await waitFor(() => expect(isListed('harbour')).toBe(false));
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });
});
