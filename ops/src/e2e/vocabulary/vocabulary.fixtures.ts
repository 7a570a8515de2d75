import { EntityTypeView, PatternPage } from '@earmark/contracts/vocabulary';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import type { Site } from '../kit/site.fixtures.ts';

/** The vocabulary of a site. Its other files share the site, so take categories and names of your own. */
export function vocabularyOf(site: Site) {
  const admin = () => site.product().signIn();
  const types = async () => (await admin()).read('/api/admin/entity-types', z.array(EntityTypeView));

  return {
    types,
    /** Those of a name. */
    patterns: async (name: string) =>
      (await (await admin()).read(`/api/admin/entity-patterns?${new URLSearchParams({ q: name })}`, PatternPage))
        .patterns,
    /** Its page for an administrator, with this category open. */
    open: (name?: string): Promise<Page> =>
      site.openAs('admin', name === undefined ? '/admin/entities' : `/admin/entities?category=${name}`),
    /** The name is the display name in lower case. */
    addCategory: async (displayName: string): Promise<void> =>
      (await admin()).post('/api/admin/entity-types', { name: displayName, displayName }),
    addPattern: async (type: string, name: string, owner?: string, url?: string): Promise<void> => {
      const entityTypeId = (await types()).find((known) => known.name === type)?.id;
      await (await admin()).post('/api/admin/entity-patterns', { name, entity: owner, url, entityTypeId });
    },
  };
}

export const category = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name} `) });

export const patternsOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: `Patterns of ${name}` });

export const entity = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: `Patterns of ${name}`, exact: true });

/** Waits for the one message that is shown. */
export async function toast(page: Page, title: string, detail?: string): Promise<void> {
  const message = page.locator('[data-sonner-toast]').filter({ has: page.getByText(title, { exact: true }) });
  await message.waitFor();
  if (detail !== undefined) await message.getByText(detail, { exact: true }).waitFor();
}
