import { describe, expect, it } from '@jest/globals';
import { AnnotatedText } from './annotated-text.ts';
import { scopeFilter } from './openai-filters.ts';
import { linesOf, supportingLines } from './openai-passages.ts';

describe('a text with citations', () => {
  it('gives its sentences as soon as no citation can come for them', () => {
    const text = new AnnotatedText();
    text.add('The first sentence is this. And the second one is here. The third has');
    expect(text.takeSure()).toEqual([]);
    text.cite(26, 'a');
    expect(text.takeSure()).toEqual([]);
    text.cite(54, 'b');
    text.cite(60, 'c');
    expect(text.takeSure()).toEqual([{ text: 'The first sentence is this.', fileIds: ['a'] }]);
    text.add(' an end.');
    expect(text.takeRest(true)).toEqual([
      { text: 'And the second one is here.', fileIds: ['b'] },
      { text: 'The third has an end.', fileIds: ['c'] },
    ]);
  });

  it('keeps a citation behind the mark with its sentence, and each only once', () => {
    const text = new AnnotatedText();
    text.add('The first sentence is this. And the second one is here.');
    for (const index of [27, 27, 28]) text.cite(index, 'a');
    text.cite(27, 'b');
    expect(text.takeRest(true).map(({ fileIds }) => fileIds)).toEqual([['a', 'b'], []]);
  });

  it('does not cut a quotation of several sentences', () => {
    const text = new AnnotatedText();
    text.add('She says "One of them. And another". He says “Never. Or late.” They agree.');
    expect(text.takeRest(true).map((sentence) => sentence.text)).toEqual([
      'She says "One of them. And another".',
      'He says “Never. Or late.”',
      'They agree.',
    ]);
  });

  it('drops the sentence that was cut off, marks of the service, and signs of lists', () => {
    const text = new AnnotatedText();
    text.add('- Dr. Lee recommends it【4:0†source】.\nThis one was cut');
    expect(text.takeRest(false)).toEqual([{ text: 'Dr. Lee recommends it.', fileIds: [] }]);
  });
});

describe('the scope as conditions', () => {
  const indexed = Array.from({ length: 250 }, (_, index) => ({
    episodeUuid: `episode ${index}`,
    seriesUuid: index < 240 ? 'one' : 'other',
  }));
  const uuids = indexed.map(({ episodeUuid }) => episodeUuid);

  it('has none without a choice', () => {
    expect(scopeFilter({ seriesUuids: null, episodeUuids: null }, indexed)).toBeUndefined();
  });

  it('joins whole podcasts and chosen episodes of others', () => {
    expect(scopeFilter({ seriesUuids: ['other'], episodeUuids: ['episode 1', 'episode 245'] }, indexed)).toEqual({
      type: 'or',
      filters: [
        { type: 'in', key: 'podcast_id', value: ['other'] },
        { type: 'in', key: 'episode_uuid', value: ['episode 1'] },
      ],
    });
  });

  it('cuts long lists, and searches whole podcasts instead of very many episodes', () => {
    const filter = scopeFilter({ seriesUuids: null, episodeUuids: uuids }, indexed);
    expect(filter).toMatchObject({
      type: 'or',
      filters: [{ value: uuids.slice(0, 100) }, {}, { value: { length: 50 } }],
    });
    const many = Array.from({ length: 1001 }, (_, index) => ({ episodeUuid: `episode ${index}`, seriesUuid: 'one' }));
    expect(scopeFilter({ seriesUuids: null, episodeUuids: many.map((one) => one.episodeUuid) }, many)).toEqual({
      type: 'in',
      key: 'podcast_id',
      value: ['one'],
    });
  });
});

describe('the passages of a chunk', () => {
  const chunk = {
    fileId: 'file-1',
    episodeUuid: 'episode',
    score: 0.9,
    text: 'the end of one\n\n[00:01:02] Ann: I walk to the harbour each morning.\n\n[01:00:03] Bob: Ferries are late.\n\n',
  };

  it('have the times of their paragraphs', () => {
    expect(linesOf(chunk)).toEqual([
      { episodeUuid: 'episode', second: 62, text: 'I walk to the harbour each morning.' },
      { episodeUuid: 'episode', second: 3603, text: 'Ferries are late.' },
    ]);
  });

  it('support a statement by the words that they share', () => {
    const lines = supportingLines('Bob complains that ferries are late.', [chunk, { ...chunk, score: 0.1 }]);
    expect(lines.map(({ second }) => second)).toEqual([3603]);
    expect(supportingLines('Something else altogether.', [chunk]).map(({ second }) => second)).toEqual([62]);
  });
});
