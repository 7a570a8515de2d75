import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityTypeView, PatternFileAnswer, PatternPage } from '@earmark/contracts/vocabulary';
import { storyCount } from '@earmark/projections/testing';
import { csvLine } from '../kit/csv.ts';
import { Rejected } from '../kit/rejected.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { readPatternJson } from './pattern-file.ts';

const PATH = '/api/admin/entity-patterns';
const HEADER = 'name,type,entity,caseSensitive,wholeWord,url\n';

let app: RunningApp;
let analyst: Caller;
beforeEach(async () => {
  app = await startApp();
  analyst = await app.signIn('analyst');
});
afterEach(async () => app.stop());

const send = (text: string, type = 'text/csv') =>
  analyst('POST', `${PATH}/csv`, Buffer.from(text), { 'content-type': type });
const csv = async (caller = analyst) => String((await caller('GET', `${PATH}/csv`)).body);

/** Without ids, which depend on the order of writing. */
async function vocabulary(caller: Caller) {
  const types = (await caller('GET', '/api/admin/entity-types')).body as EntityTypeView[];
  const { patterns } = (await caller('GET', PATH)).body as PatternPage;

  return patterns.map(({ id: _id, entityTypeId, ...pattern }) => ({
    ...pattern,
    type: types.find(({ id }) => id === entityTypeId)?.name,
  }));
}

describe('a file of patterns', () => {
  it('is reported row by row: what was added, what was known, and what was skipped and why', async () => {
    const file = `${HEADER}Ada Lovelace,person,,,,https://ada.example\nLady Ada,person,Ada Lovelace,true,false,\n\n,person,,,,\n"\u00ad",person,,,,\nADA LOVELACE,person,,,,\nLady Ada,person,Somebody else,,,\n`;
    expect(await send(file)).toMatchObject({
      status: 200,
      body: {
        added: 2,
        unchanged: 1,
        skipped: [
          { row: 5, reason: 'it has no name or type' },
          { row: 6, reason: expect.stringContaining('no searchable character') },
          { row: 8, reason: '"Lady Ada" is already a pattern of "Ada Lovelace"' },
        ],
      },
    });
    expect(await vocabulary(analyst)).toMatchObject([
      {
        name: 'Ada Lovelace',
        entity: 'Ada Lovelace',
        caseSensitive: false,
        wholeWord: true,
        url: 'https://ada.example',
      },
      { name: 'Lady Ada', entity: 'Ada Lovelace', caseSensitive: true, wholeWord: false },
    ]);
    expect((await send(file, 'application/json')).body).toMatchObject({ added: 0, unchanged: 3 });
  });

  it('reports which known patterns differ, and changes none', async () => {
    await send(`${HEADER}Ada,person,,,,\nBo,person,,,,https://bo.example\nCy,person,,,,\n`);
    const before = await csv();
    const file = `${HEADER}Ada,person,,,false,\nBo,person,,,,https://other.example\nCy,person,,no,yes,\nDee,person,,,x,\n`;
    expect(await send(file)).toMatchObject({
      status: 200,
      body: {
        added: 0,
        unchanged: 1,
        skipped: [
          { row: 2, reason: '"Ada" is known with other options (wholeWord)' },
          { row: 3, reason: '"Bo" is known with other options (url)' },
          { row: 5, reason: expect.stringContaining('wholeWord is "x"') },
        ],
      },
    });
    expect(await csv()).toBe(before);
  });

  it('accepts a thousand long names, and reports what was added when it is cut off', async () => {
    const names = (from: number) =>
      Array.from({ length: 1000 }, (_, index) => `${'\u96ea'.repeat(290)} ${from + index},person\n`).join('');
    expect(await send(HEADER + names(0))).toMatchObject({ status: 200, body: { added: 1000, skipped: [] } });

    const { log } = app.services;
    const append = log.append.bind(log);
    let appends = 0;
    log.append = async (...call) => {
      appends++;
      if (appends > 1) throw new Rejected('stream-busy', 'Other people are changing the same thing right now.');
      return append(...call);
    };
    const answer = await send(HEADER + names(1000));
    log.append = append;
    const { added, skipped } = answer.body as PatternFileAnswer;
    expect(answer.status).toBe(200);
    expect(added).toBeGreaterThan(100);
    expect(added + skipped.length).toBe(1000);
    expect(skipped[0]).toEqual({
      row: added + 2,
      reason: 'The import stopped before this row. Other people are changing the same thing right now.',
    });
    expect((await csv()).trimEnd().split('\r\n')).toHaveLength(1 + 1000 + added);
  });

  it('may come as multipart/form-data, and is refused unless it is CSV in UTF-8', async () => {
    const form = new FormData();
    form.append('file', new Blob([`${HEADER}Bo,person\n`]), 'patterns.csv');
    expect(await analyst('POST', `${PATH}/csv`, form)).toMatchObject({ status: 200, body: { added: 1 } });
    for (const [text, detail] of [
      ['', /empty/],
      ['Bo,person\n', /^The first line must be the header name,type,/],
      [`${HEADER}"Bo,person\n`, /^The file is not valid CSV: /],
    ] as const)
      expect(await send(text)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
    const latin = Buffer.from(`${HEADER}Zo\xeb,person\n`, 'latin1');
    expect(await analyst('POST', `${PATH}/csv`, latin)).toMatchObject({ status: 400 });
    const reader = await app.signIn('reader');
    expect(await reader('GET', `${PATH}/csv`)).toMatchObject({ status: 403 });
    expect(await reader('POST', `${PATH}/csv`, Buffer.from(HEADER))).toMatchObject({ status: 403 });
  });

  it('takes "place" for a category of that name, or else for a location', async () => {
    await send(`${HEADER}Lagos,place,,,,\n`);
    const { id } = (await analyst('POST', '/api/admin/entity-types', { name: 'place' })).body as EntityTypeView;
    await analyst('POST', PATH, { name: 'Library', entityTypeId: id });
    const text = await csv();
    expect(text).toContain('Lagos,location,Lagos');
    expect(text).toContain('Library,place,Library');
    expect((await send(text)).body).toEqual({ added: 0, unchanged: 2, skipped: [] });
    expect(await csv()).toBe(text);
  });

  it('takes the plural of a known category for that category', async () => {
    await send(`${HEADER}Middlemarch,Books,,,,\nAda,people,,,,\nOslo,Places,,,,\n`);
    const text = await csv();
    for (const line of ['Middlemarch,book,', 'Ada,person,', 'Oslo,location,']) expect(text).toContain(line);
  });

  it('reproduces the vocabulary, including quotes, line ends and odd names', async () => {
    await send(
      `${HEADER}"Doe, ""J."" Jane",person,,,,\nJ,person,"Doe, ""J."" Jane",1,0,https://j.example/?a=1,2\n=1+1,product,,,,\nC#,food supplement,,,,\n"two\nlines",book,,,,\n`,
    );
    const text = await csv();
    const other = await startApp();
    try {
      const caller = await other.signIn('admin');
      expect(await caller('POST', `${PATH}/csv`, Buffer.from(text))).toMatchObject({ body: { added: 5, skipped: [] } });
      expect(await vocabulary(caller)).toEqual(await vocabulary(analyst));
      expect(await csv(caller)).toBe(text);
    } finally {
      await other.stop();
    }
  });
});

// The folder is not part of this repository; without it there are no names.
const COUNT = storyCount(10_000, 1_500);
const NAMES = `${__dirname}/../../../../shared/data/entities/places.jsonl`;
(existsSync(NAMES) ? describe : describe.skip)('thousands of names of ../shared/data', () => {
  it('are imported at once, in events of 500, and come back', async () => {
    const rows = readPatternJson(readFileSync(NAMES, 'utf8')).rows.slice(0, COUNT);
    const file = rows.map(({ name, entityType, entity }) => csvLine([name, entityType, entity, false, true, null]));
    const { status, body } = await send(HEADER + file.join(''));
    const { added, unchanged, skipped } = body as PatternFileAnswer;
    expect([status, added + unchanged + skipped.length]).toEqual([200, rows.length]);
    expect(added).toBeGreaterThan(0.9 * COUNT);

    const sizes = [];
    for await (const { data } of app.services.log.readAll({ filter: { types: ['PatternsImported'] } }))
      sizes.push((data as { patterns: unknown[] }).patterns.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    expect(sizes).toHaveLength(Math.ceil(rows.length / 500));
    const head = await app.services.log.head();
    while (!(await app.services.checkpoints.passed(head)));
    expect((await csv()).trimEnd().split('\r\n')).toHaveLength(added + 1);
  });
});
