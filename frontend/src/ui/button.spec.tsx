import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { Button } from './button.tsx';

it.each([
  ['solid', 1],
  ['danger', 1],
  ['outline', 2],
  ['quiet', 2],
] as const)('a double click on a %s button counts as %i', async (variant, times) => {
  const press = jest.fn();
  render(
    <Button variant={variant} onClick={press}>
      Go
    </Button>,
  );
  await userEvent.dblClick(screen.getByRole('button', { name: 'Go' }));
  expect(press).toHaveBeenCalledTimes(times);
});

it('a double click submits a form once, a later click again', async () => {
  const submit = jest.fn((event: FormEvent) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button type="submit" variant="solid">
        Save
      </Button>
    </form>,
  );
  const user = userEvent.setup();
  const save = screen.getByRole('button', { name: 'Save' });
  await user.dblClick(save);
  expect(submit).toHaveBeenCalledTimes(1);
  save.click();
  expect(submit).toHaveBeenCalledTimes(2);
});
