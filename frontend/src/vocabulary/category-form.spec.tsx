import { expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { CategoryForm } from './category-form.tsx';
import { keptCategory } from './kept-category.ts';

const PATH = '/api/admin/entity-types';

function open() {
  const onCreated = jest.fn();
  const onCancel = jest.fn();
  const kept = keptCategory('ada');
  const shown = show(
    <>
      <CategoryForm kept={kept} onCreated={onCreated} onCancel={onCancel} />
      <Toasts />
    </>,
  );

  return {
    ...shown,
    kept,
    onCreated,
    onCancel,
    add: () => shown.user.click(screen.getByRole('button', { name: 'Add category' })),
  };
}
const name = () => screen.getByLabelText('Name');
const displayName = () => screen.getByLabelText('Display Name');

it('needs a name and a display name, and can be cancelled', async () => {
  const calls = answers('post', PATH, {});
  const { user, add, onCancel } = open();
  expect(name()).toHaveFocus();
  await add();
  expect(await screen.findAllByText('Please fill in all required fields')).not.toEqual([]);
  expect(name()).toHaveFocus();
  await user.type(name(), 'x');
  await user.clear(displayName());
  await user.type(displayName(), ' ');
  await add();
  expect(displayName()).toHaveAccessibleDescription('A category needs a display name.');
  expect(displayName()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([onCancel.mock.calls.length, calls.length]).toEqual([1, 0]);
});

it('stores the name in lower case with underscores, and keeps the display name as typed', async () => {
  const kept = { id: 'x', name: 'medical_device', displayName: 'Medical Device', iconName: 'Package', colorClass: '' };
  const calls = answers('post', PATH, kept);
  answers('get', PATH, [kept]);
  const { user, add, onCreated, kept: typed } = open();
  await user.type(name(), 'Medical Device');
  expect(displayName()).toHaveValue('Medical Device');
  expect(screen.getByText('Kept as medical_device')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Teal' }));
  await add();
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith('medical_device'));
  expect(typed.read()).toBeNull();
  expect(calls.map(({ body }) => body)).toEqual([
    {
      name: 'medical_device',
      displayName: 'Medical Device',
      iconName: 'Package',
      colorClass: 'bg-teal-100 text-teal-800',
    },
  ]);
});

it('takes the first icon that is found by Enter, and nothing where none was looked for', async () => {
  const { user } = open();
  const icon = screen.getByRole('button', { name: 'Icon Package' });
  await user.click(icon);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('searchbox', { name: 'Search icons...' })).toHaveFocus();
  await user.keyboard('tree{Enter}');
  expect(icon).toHaveAccessibleName('Icon TreePine');
  expect(icon).toHaveFocus();
});

it('says why the server refused it, and keeps what was typed', async () => {
  answers('post', PATH, () => refusal(409, 'category-exists', 'A category named "person" already exists.'));
  const { user, add, onCreated } = open();
  await user.type(name(), 'PERSON');
  await add();
  expect(await screen.findByText('Failed to create entity type')).toBeVisible();
  expect(screen.getByText('409: A category named "person" already exists.')).toBeVisible();
  expect(name()).toHaveValue('PERSON');
  expect(onCreated).not.toHaveBeenCalled();
});
