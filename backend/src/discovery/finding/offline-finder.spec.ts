import { describe, expect, it } from '@jest/globals';
import { properName, type FinderSegment } from './found-name.ts';
import { findOffline, rawNames } from './offline-finder.ts';
import { gazetteerNames, gazetteerOf, type KnownName } from './offline/gazetteer.ts';
import type { OfflineSource } from './offline/raw-name.ts';
import { isLowerCase, turnsOf } from './offline/text-runs.ts';

const segmentsOf = (texts: readonly string[]): FinderSegment[] =>
  texts.map((text, index) => ({ startMs: index * 1000, speaker: 'Ada', text }));

/** `name type` of what one source gives. */
function given(source: OfflineSource, ...texts: string[]): string[] {
  const raw = rawNames({ segments: segmentsOf(texts), known: [], persons: [] });

  return [...new Set(raw.flatMap((one) => (one.source === source ? [`${properName(one.name)} ${one.type}`] : [])))];
}
const found = (texts: readonly string[], persons: readonly string[] = []) =>
  findOffline({ segments: segmentsOf(texts), known: [], persons }).map(
    ({ name, type, confidence }) => `${name} ${type} ${confidence.toFixed(2)}`,
  );

describe('compromise', () => {
  it('knows persons, organisations and places, without titles and possessives', () => {
    const names = given('compromise', "We asked Dr. Peter Attia's team at Google in Austin, Texas.");
    expect(names).toEqual(expect.arrayContaining(['Google company', 'Austin location', 'Texas location']));
    expect(names.join()).not.toContain('Dr.');
  });

  it('takes the surname after a first name that it knows', () => {
    expect(given('compromise', 'I wrote to Woody Harrelson about it.')).toEqual(['Woody Harrelson person']);
  });

  it('leaves out the words that follow a name', () => {
    for (const name of given('compromise', 'We use a BERT model, and Google teams like it.'))
      expect(name).not.toMatch(/model|teams/);
  });

  it('leaves out the conjunction before a person, and where the sentence ends', () => {
    const texts = ['They lose all their lives... Because Erik won.', "It's not obvious... In O'Reilly -- I forget it."];
    const greetings = 'Hello, Johnny Boursiquot! So Mark Bates... What do you think?';
    expect([...texts, greetings].flatMap((text) => given('compromise', text))).toEqual([
      'Erik person',
      "O'Reilly person",
      'Johnny Boursiquot person',
      'Mark Bates person',
    ]);
  });

  it('proposes no pronoun, and no everyday word', () => {
    expect(given('compromise', 'May I ask? Well, he will. Today is Monday in April.')).toEqual([]);
  });
});

describe('sequences', () => {
  it('are capitalised words that occur twice, within a sentence at least once', () => {
    const names = given('sequences', 'I like Qwik City a lot.', 'Does Qwik City scale?', 'Zorp is new. Zorp is good.');
    expect(names).toEqual(['Qwik City unknown']);
  });

  it('hold small words, numbers and initials, and have no dates or everyday words at their edges', () => {
    const text = 'On May 11th 2024 the Bank of Zorp met John L Sullivan with Windows 11, And So Zorp Labs won.';
    expect(given('sequences', text, text)).toEqual([
      'Bank of Zorp unknown',
      'John L Sullivan unknown',
      'Windows 11 unknown',
      'Zorp Labs unknown',
    ]);
  });

  it('end before a number that counts what follows', () => {
    const texts = ['I have written C++ 25 years, and Zorp 11 all day.', 'They wrote C++ 25 years ago with Zorp 11.'];
    expect(given('sequences', ...texts)).toEqual(['C++ unknown', 'Zorp 11 unknown']);
  });

  it('know New Relic from new things', () => {
    expect(given('sequences', 'We use New Relic now.', 'And New Relic works. New features too.')).toEqual([
      'New Relic unknown',
    ]);
  });

  it('are none when the word stands there in lower case more often', () => {
    const texts = [
      'We open a channel on Lightning.',
      'On Lightning again.',
      'lightning here, lightning there, lightning',
    ];
    expect(given('sequences', ...texts)).toEqual([]);
  });

  it('are seen over the cues of one speaker', () => {
    expect(given('sequences', 'so we moved it to', 'Zorp Cloud and then', 'said that Zorp Cloud is', 'fine')).toEqual([
      'Zorp Cloud unknown',
    ]);
  });
});

describe('rules', () => {
  it.each([
    ['She wrote a book called Atomic Habits, you know.', 'Atomic Habits book'],
    ['He is the author of The Lean Startup.', 'The Lean Startup book'],
    ['It was in the book Radical Candor that I read it.', 'Radical Candor book'],
    ['I take 400 milligrams of magnesium glycinate at night.', 'magnesium glycinate supplement'],
    ['Five grams of creatine a day.', 'creatine supplement'],
    ['One supplement that I like is Fadogia agrestis, which is a shrub.', 'Fadogia agrestis supplement'],
    ['Go to livemomentous.com to see.', 'livemomentous.com platform'],
    ['Get your tickets at Pod news dot net today.', 'Pod news dot net platform'],
    ['We founded a company called Zorp Robotics.', 'Zorp Robotics company'],
    ['She was the CTO of Hexly back then.', 'Hexly company'],
    ['There is a tool called Pyrrha for that.', 'Pyrrha product'],
    ['My guest today is Georgi Gerganov, who wrote it.', 'Georgi Gerganov person'],
    ['It runs on SvelteKit and eBPF.', 'eBPF product'],
    ['Then Whisper.cpp came.', 'Whisper.cpp product'],
    ['The team writes C++ all day.', 'C++ product'],
  ])('%s', (text, name) => {
    expect(given('rules', text)).toContain(name);
  });

  it.each([
    ['It has 30 grams of protein.', /supplement/],
    ['I read 3 milligrams of it.', /supplement/],
    ['He is called McDonald.', /product/],
    ['There are three OEMs.', /product/],
    ['Make it a.app and deploy it.', /app/],
    ['We build it with.NET and Java.', /NET/],
  ])('%s (nothing)', (text, type) => {
    expect(given('rules', text).join()).not.toMatch(type);
  });

  it('take two capitalised words that occur once, and one that English does not know', () => {
    expect(given('rules', 'I watched True Crime Daily on Acast with the Doctor.')).toEqual(
      expect.arrayContaining(['Crime Daily unknown', 'Acast unknown']),
    );
    expect(given('rules', 'They said the Project was late.')).toEqual([]);
  });

  it('give addresses as links', () => {
    const [one] = findOffline({ segments: segmentsOf(['See podnews.net for more.']), known: [], persons: [] });
    expect(one).toMatchObject({ name: 'podnews.net', suggestedUrl: 'https://podnews.net' });
  });
});

describe('the gazetteer', () => {
  const known = async (names: readonly KnownName[], ...texts: string[]) => {
    const turns = turnsOf(segmentsOf(texts));

    return (await gazetteerNames(turns, await gazetteerOf(names), isLowerCase(turns))).map(({ name }) => name);
  };
  const company = (name: string) => ({ name, type: 'company' });

  it('has the names of the vocabulary, whatever their case, accents and punctuation', async () => {
    const names = [company('AT&T'), company('Nestlé'), company('Node.js'), company('Acme')];
    expect(await known(names, 'We left At&t for Nestle, and Node.js for more.')).toEqual(['AT&T', 'Nestlé', 'Node.js']);
  });

  it('takes everyday words for names only where they are written as such', async () => {
    const names = [company('It'), company('Square'), company('Target'), company('SAN'), company('The End')];
    const texts = [
      'It was in San Francisco. We hit the target, and Square won. In the end a target.',
      'We like Square.',
    ];
    expect(await known(names, ...texts)).toEqual(['Square']);
  });

  it('finds names in text without capitals', async () => {
    const text = 'we talked about acme robotics and about zap for a while '.repeat(8);
    expect(await known([company('Acme Robotics'), company('Zap')], text)).toEqual(['Acme Robotics']);
  });
});

it('finds persons of the feed where they are named, also in lower case', () => {
  expect(found(['today we have naval ravikant here'], ['Naval Ravikant', 'Somebody Else'])).toContain(
    'Naval Ravikant person 0.65',
  );
});

it('proposes no nouns of a language that gives them capitals, but names of two words', () => {
  const text = 'Wir haben mit Max Planck über die Arbeit gesprochen und dann hat der Mensch die Arbeit gemacht. ';
  expect(found([text.repeat(8)])).toEqual(['Max Planck unknown 0.55']);
});

it('is surer of longer names and of frequent ones, and of what the vocabulary knows', () => {
  const texts = ['I like Zorp Blarg here.', 'And Zorp Blarg there.', 'Then Zorp Blarg again.'];
  expect(found(texts)).toEqual(['Zorp Blarg unknown 0.65']);
  const known = [{ name: 'Zorp Blarg', type: 'company', base: 0.65, url: null, source: 'gazetteer' as const }];
  expect(findOffline({ segments: segmentsOf(texts), known, persons: [] })).toMatchObject([
    { type: 'company', confidence: 0.9 },
  ]);
});

it('does not propose a name that stands within longer ones only', () => {
  const texts = ['We flew to New Zealand once.', 'And New Zealand was fine.'];
  expect(found(texts).map((one) => one.replace(/ 0.*/, ''))).toEqual(['New Zealand location']);
});

it('reads a long text without punctuation in reasonable pieces', () => {
  const text = 'we went to lisbon and then we talked about the weather for a while '.repeat(300);
  expect(found([text])).toEqual([expect.stringMatching(/^lisbon location/)]);
});

it.each(['A', 'Aa', 'AaA', 'a-', 'A.', 'a.A ', 'The A of ', '- ', '(“', 'Book called A '])(
  'is not held up by text that is made to be slow: %j',
  (piece) => {
    const text = `${piece.repeat(40_000 / piece.length)}1`;
    // So much English first that it is searched as such.
    const english = 'We flew to Lisbon and that was it for the rest of the day. '.repeat(60);
    expect(found([english, text]).join()).toContain('Lisbon location');
  },
);

it('is empty for an empty transcript, and for one in another script', () => {
  expect(found([])).toEqual([]);
  expect(found(['我们今天谈谈天气。', '好的。'])).toEqual([]);
});
