import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { show as showPart } from '../testing/show.tsx';
import { AnswerText } from './answer-text.tsx';

const show = (text: string) =>
  showPart(
    <p>
      <AnswerText text={text} />
    </p>,
  );

it('shows bold text and links within the site, which open in a new tab', () => {
  const { container } = show('Of **2 \\* 3** see **[the tea](/podcasts/a/b?t=3)**.');
  expect(container.textContent).toBe('Of 2 * 3 see the tea.');
  expect(container.querySelector('strong')?.textContent).toBe('2 * 3');
  const link = screen.getByRole('link', { name: 'the tea' });
  expect(link.getAttribute('href')).toBe('/podcasts/a/b?t=3');
  expect(link.getAttribute('target')).toBe('_blank');
});

it('leads nowhere else and takes nothing for HTML', () => {
  for (const target of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const { container, unmount } = show(`[here](${target}) <img src=x onerror=alert(1)>`);
    expect(container.querySelector('a, img')).toBeNull();
    expect(container.textContent).toContain('<img');
    unmount();
  }
});
