import { afterEach, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { server } from '../testing/server.ts';
import { reloadFailedStyles } from './failed-styles.ts';

const links = () => [...document.head.querySelectorAll('link')];
afterEach(() => links().forEach((link) => link.remove()));

it('loads a style sheet that failed once more when the server answers', async () => {
  let isUp = false;
  server.use(http.get('*/health/live', () => (isUp ? HttpResponse.json({}) : HttpResponse.error())));
  reloadFailedStyles();
  const failed = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/palette.css' });
  document.head.append(failed);
  failed.dispatchEvent(new Event('error'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(links()).toEqual([failed]);
  isUp = true;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(failed.isConnected).toBe(false));
  const [again] = links();
  expect(again?.getAttribute('href')).toBe('/assets/palette.css');
  again?.dispatchEvent(new Event('error'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(links()).toEqual([again]);
});
