import { readFile } from 'node:fs/promises';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { appears, editedSite, textsOf } from '../kit/site.fixtures.ts';
import { entity, toast, vocabularyOf } from './vocabulary.fixtures.ts';

const { open, addPattern } = vocabularyOf(editedSite());

it('imports a file of patterns, with a report on its rows, and exports all', async () => {
  await addPattern('location', 'Tema');
  const page = await open('location');
  await it.step('is imported, with a report on its rows', async () => {
    await entity(page, 'Tema').waitFor();
    await choose(
      page,
      `${HEADER}\nKumasi,location,,false,true,\nTema,location,,false,true,\nTema,location,Ghana,false,true,\nTema,location,,false,x,\n`,
    );
    const report = page.getByRole('region', { name: 'Import report' });
    await report.getByText('1 added, 1 unchanged, 2 skipped.', { exact: true }).waitFor();
    expect((await textsOf(report.getByRole('row'))).slice(1)).toEqual([
      '4 "Tema" is already a pattern of "Tema"',
      expect.stringMatching(/^5 wholeWord is "x"; write true, yes, /),
    ]);
    await entity(page, 'Kumasi').waitFor();
    await report.getByRole('button', { name: 'Close the report' }).click();
    await report.waitFor({ state: 'detached' });
    await choose(page, 'no header at all');
    await toast(page, 'Failed to import search patterns');
    expect(await appears(page.getByText(/^400: The first line must be the header/))).toBe(true);
  });

  await it.step('is offered with all patterns', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('entity-patterns.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines[0]).toContain(HEADER);
    expect(lines.filter((line) => line.startsWith('Tema,location,'))).toHaveLength(1);
  });
});

const HEADER = 'name,type,entity,caseSensitive,wholeWord,url';

async function choose(page: Page, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await (await chooser).setFiles({ name: 'patterns.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}
