import { describe, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { counted, savedPage, withFixedCounts } from './counted-entities.ts';
import { draftOn, withAdded, withEdited } from './entity-draft.ts';
import type { EntityFields } from './entity-draft.ts';
import { searchKeyword } from './keyword-matches.ts';

const page = pageOf('The Half-Past Two tea. TEA!', 'No team here', 'More tea, Vicar?');
const TEA: EntityFields = { name: 'tea', type: 'product', url: null, iconName: 'Tag', colorClass: 'bg-blue-100' };

describe('the count of an entity', () => {
  it('is the number of segments that contain its name as whole words in any case, with up to five samples', () => {
    expect(counted(page, TEA, null)).toMatchObject({ count: 2, contexts: [{ timecode: 0 }, { timecode: 2000 }] });
    expect(counted(pageOf(...Array.from({ length: 9 }, () => 'tea')), TEA, null)).toMatchObject({
      count: 9,
      contexts: { length: 5 },
    });
  });
  it('still includes the matches from before a rename', () => {
    expect(counted(page, { ...TEA, name: 'Vicar' }, { marks: [0, 19, 22, 2, 5, 8] }).count).toBe(2);
  });
  it('is fixed for what is not saved, and otherwise what the transcript is marked with', () => {
    const draft = withAdded(draftOn(page), 'new', { ...counted(page, TEA, null), count: 7 });
    const { draft: fixed, fixed: changes } = withFixedCounts(page, draft);
    expect(changes).toEqual([{ name: 'tea', from: 7, to: 2 }]);
    expect(fixed?.added).toMatchObject([{ count: 2 }]);
    expect(withFixedCounts(page, fixed).fixed).toEqual([]);
    const wrong = {
      ...page,
      entityMentions: savedPage(page, withAdded(draftOn(page), 'a', counted(page, TEA, null))).entityMentions,
    };
    wrong.entityMentions = wrong.entityMentions.map((mention) => ({ ...mention, count: 9 }));
    expect(withFixedCounts(wrong, null).fixed).toEqual([{ name: 'tea', from: 9, to: 2 }]);
  });
});

describe('the page as it is saved', () => {
  it('lists added entities with their marks, by count', () => {
    const draft = withAdded(
      withAdded(draftOn(page), 'b', counted(page, { ...TEA, name: 'team' }, null)),
      'a',
      counted(page, TEA, null),
    );
    const { entityMentions } = savedPage(page, draft);
    expect(entityMentions.map(({ entity, count, marks }) => [entity.name, count, marks])).toEqual([
      ['tea', 2, [0, 18, 21, 0, 23, 26, 2, 5, 8]],
      ['team', 1, [1, 3, 7]],
    ]);
    // Applying the draft twice changes nothing more.
    expect(
      savedPage({ ...page, entityMentions }, withEdited(draft, 'a', counted(page, TEA, null))).entityMentions,
    ).toHaveLength(2);
  });
});

describe('a keyword', () => {
  it('is found like a name, with fifty characters of context on each side', () => {
    const long = pageOf(`${'a'.repeat(60)} Tea ${'b'.repeat(60)}`);
    const { total, shown } = searchKeyword(long.transcript, 'tea');
    expect([total, shown[0]]).toEqual([
      1,
      expect.objectContaining({ before: `…${'a'.repeat(49)} `, match: 'Tea', after: ` ${'b'.repeat(49)}…` }),
    ]);
    const { total: places, segments } = searchKeyword(page.transcript, 'tea');
    expect([places, segments]).toEqual([3, counted(page, TEA, null).count]);
  });
  it('has whole words as context', () => {
    const [match] = searchKeyword(
      pageOf(`${'over '.repeat(12)}the tea is ${'under '.repeat(12)}`).transcript,
      'tea',
    ).shown;
    expect(match?.before).toMatch(/^…(over )+the $/);
    expect(match?.after).toMatch(/^ is( under)+…$/);
  });
  it('shows the first ten matches and counts all of them', () => {
    const { total, shown } = searchKeyword(pageOf(...Array.from({ length: 12 }, () => 'tea')).transcript, 'tea');
    expect([total, shown.length]).toEqual([12, 10]);
  });
});

function pageOf(...texts: string[]): EpisodePage {
  const transcript = texts.map((text, index) => ({
    id: String(index),
    startTime: index * 1000,
    endTime: index * 1000 + 1000,
    speaker: 'Ama',
    text,
    timeFormatted: `00:00:0${index}`,
  }));

  return { version: 'v1', transcript, entityMentions: [], description: null } as unknown as EpisodePage;
}
