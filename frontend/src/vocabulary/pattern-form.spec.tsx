import { expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { keptPattern } from './kept-pattern.ts';
import { NEW_PATTERN } from './pattern-draft.ts';
import type { TypedPattern } from './pattern-draft.ts';
import { PatternForm } from './pattern-form.tsx';

function open(mayBeSent = true) {
  const onSubmit = jest.fn<(typed: TypedPattern, onDone: () => void) => void>();
  const onCancel = jest.fn();
  const shown = show(
    <>
      <PatternForm
        label="New pattern"
        submit={['Add pattern', 'Adding…']}
        start={NEW_PATTERN}
        kept={keptPattern('things', 'ada')}
        entityTypeId="things"
        isPending={false}
        mayBeSent={async () => mayBeSent}
        onSubmit={onSubmit}
        onCancel={onCancel}
        takesFocus
      >
        {({ to }) => <p>{to.name === '' ? 'Nothing to look for' : `Looks for ${to.name}`}</p>}
      </PatternForm>
      <Toasts />
    </>,
  );

  return { ...shown, onSubmit, onCancel, add: () => shown.user.click(screen.getByRole('button', { name: /^Add/ })) };
}
const term = () => screen.getByLabelText('Search term');

it('needs a search term, and says so where it is missing', async () => {
  const { onSubmit, add } = open();
  expect(term()).toHaveFocus();
  await add();
  expect(await screen.findByText('Please fill in all required fields')).toBeVisible();
  expect(term()).toHaveAccessibleDescription('A pattern needs something to search for.');
  expect(term()).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('defaults to whole words in any case, and trims the term', async () => {
  const { user, onSubmit, add } = open();
  await user.type(term(), ' ferry ');
  expect(screen.getByText('Looks for ferry')).toBeVisible();
  await add();
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  expect(onSubmit.mock.calls[0]?.[0].to).toEqual({
    name: 'ferry',
    entity: '',
    caseSensitive: false,
    wholeWord: true,
    url: '',
    near: '',
    notNear: '',
    distance: '',
  });
});

it('is emptied for the next pattern after saving', async () => {
  const { user, onSubmit, add } = open();
  onSubmit.mockImplementation((_, onDone) => onDone());
  await user.type(term(), 'ferry');
  await user.click(screen.getByLabelText('Case sensitive'));
  await add();
  await waitFor(() => expect(term()).toHaveValue(''));
  expect(screen.getByLabelText('Case sensitive')).not.toBeChecked();
  expect(term()).toHaveFocus();
});

it('is not sent if its effect has changed since the preview; what was typed stays', async () => {
  const { user, onSubmit, add } = open(false);
  await user.type(term(), 'ferry');
  await add();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add pattern' })).toBeEnabled());
  expect(term()).toHaveValue('ferry');
  expect(onSubmit).not.toHaveBeenCalled();
});

it('is closed with Escape and with Cancel', async () => {
  const { user, onCancel } = open();
  await user.type(term(), '{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledTimes(2);
});

it('still holds what was typed when it is shown again, until that is saved or given up', async () => {
  const first = open();
  await first.user.type(term(), 'ferry');
  first.unmount();
  const second = open();
  expect(term()).toHaveValue('ferry');
  await second.user.click(screen.getByRole('button', { name: 'Cancel' }));
  second.unmount();
  const third = open();
  expect(term()).toHaveValue('');
  third.onSubmit.mockImplementation((_, onDone) => onDone());
  await third.user.type(term(), 'harbour');
  await third.add();
  await waitFor(() => expect(term()).toHaveValue(''));
  third.unmount();
  open();
  expect(term()).toHaveValue('');
});
