import './kit/jitless.ts';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { forgetOldDrafts } from './kit/draft-place.ts';
import { reloadFailedStyles } from './kit/failed-styles.ts';
import { makeQueryClient } from './kit/queries.ts';
import { applyReadingStyle } from './kit/reading-style.ts';
import { ThemeProvider } from './kit/theme.tsx';
import { makeRouter, whenLoaded } from './app/routes.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with id "root"');

applyReadingStyle();
forgetOldDrafts();
reloadFailedStyles();
const router = makeRouter();
// Not awaited here: the pages import from the chunk of this module, and would wait for its end.
void whenLoaded(router).then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <ThemeProvider>
          <RouterProvider router={router} />
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
);
