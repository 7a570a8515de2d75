import { describe, expect, it, jest } from '@jest/globals';
import { parseTranscript } from './parse-transcript.ts';

describe('turns of a text', () => {
  it.each([
    ['bold names', '**Ann Lee:** Hello.\n\n**Bob:** Hi.\n\n**Ann Lee:** So.', null],
    ['bold names with the colon outside', '**Ann Lee**: Hello.\n\n**Bob**: Hi.\n\n**Ann Lee**: So.', null],
    ['names in bold by underscores', '__Ann Lee:__ Hello.\n\n__Bob:__ Hi.\n\n__Ann Lee:__ So.', null],
    ['such names with the colon outside', '__Ann Lee__: Hello.\n\n__Bob__: Hi.\n\n__Ann Lee__: So.', null],
    ['such names and times', '__Ann Lee__ (0:01): Hello.\n\n__Bob__ (0:02): Hi.\n\n__Ann Lee__ (0:03): So.', 1000],
    ['names in bold italics', '***Ann Lee:*** Hello.\n\n___Bob___: Hi.\n\n***Ann Lee:*** So.', null],
    ['names with a role', 'Ann Lee (host): Hello.\n\nBob (guest): Hi.\n\nAnn Lee: So.\n\nBob:', null],
    ['bold names with a role', '**Ann Lee (host):** Hello.\n\n**Bob** (Guest): Hi.\n\n**Ann Lee:** So.', null],
    [
      'bold names and times in front',
      '**[00:01] Ann Lee:** Hello.\n\n**[00:02] Bob:** Hi.\n\n**[00:03] Ann Lee:** So.',
      1000,
    ],
    [
      'bold names and times behind',
      '**Ann Lee** (0:01): Hello.\n\n**Bob** (0:02): Hi.\n\n**Ann Lee** (0:03): So.',
      1000,
    ],
    ['names in brackets', '[Ann Lee] [00:01] Hello.\n[Bob] [00:02] Hi.\n[Ann Lee] [00:03] So.', 1000],
    ['Rev style', 'Ann Lee (00:00:01):\nHello.\n\nBob (00:00:02):\nHi.\n\nAnn Lee (00:00:03):\nSo.', 1000],
    ['name, colon, time', 'Ann Lee: 00:00:01\n\nHello.\n\nBob: 00:00:02\n\nHi.\n\nAnn Lee: 00:00:03\n\nSo.', 1000],
    ['name and time on a line', 'Ann Lee  0:01\nHello.\n\nBob  0:02\nHi.\n\nAnn Lee  0:03\nSo.\n\nBob  0:04', 1000],
    [
      'time, then name',
      '[00:00:01] Ann Lee: Hello.\n[00:00:02] Bob: Hi.\n[00:00:03] Ann Lee: So.\n[00:00:04] Bob:',
      1000,
    ],
    ['plain names', 'Ann Lee: Hello.\n\nBob: Hi.\n\nAnn Lee: So.\n\nBob:', null],
    ['plain names on their own line', 'Ann Lee:\n\nHello.\n\nBob:\n\nHi.\n\nAnn Lee:\n\nSo.\n\nBob:', null],
    ['plain names with a tab', 'Ann Lee:\tHello.\n\nBob:\tHi.\n\nAnn Lee:\tSo.\n\nBob:', null],
  ])('are read from %s', (_, text, startMs) => {
    const read = parse(text);
    expect(read.segments.map(({ speaker, text: said }) => [speaker, said])).toEqual([
      ['Ann Lee', 'Hello.'],
      ['Bob', 'Hi.'],
      ['Ann Lee', 'So.'],
    ]);
    expect(read.segments[0]?.startMs).toBe(startMs ?? 0);
    expect(read.speakers).toEqual(['Ann Lee', 'Bob']);
  });

  it.each([
    ['a time above the label', (time: string, name: string, text: string) => `${time}\n${name}: ${text}`],
    ['a time and a blank line above it', (time, name, text) => `${time}\n\n${name}: ${text}`],
    ['a time above a bold label', (time, name, text) => `[${time}]\n**${name}:** ${text}`],
    ['time, dash and name above the text', (time, name, text) => `${time} - ${name}\n${text}`],
    ['time and name above the text', (time, name, text) => `${time} ${name}\n\n${text}`],
    ['time, name and text on three lines', (time, name, text) => `${time}\n${name}\n${text}`],
    ['the time before a bold label', (time, name, text) => `[${time}] **${name}:** ${text}`],
    ['the name above time and text', (time, name, text) => `${name}\n(${time}) ${text}`],
    ['name, time and text on three lines', (time, name, text) => `${name}\n${time}\n${text}`],
    ['name, time in round brackets, text', (time, name, text) => `${name} (${time}) ${text}`],
    ['name, time in square brackets, text', (time, name, text) => `${name} [${time}] ${text}`],
    ['a bold name above the text', (_, name, text) => `**${name}**\n${text}`],
    ['a name in bold by underscores above the text', (_, name, text) => `__${name}__\n${text}`],
    ['an italic label', (_, name, text) => `*${name}:* ${text}`],
    ['an italic name before a colon', (_, name, text) => `_${name}_: ${text}`],
    ['the time before a bold name', (time, name, text) => `${time} **${name}** ${text}`],
    ['a range of times in round brackets and a label', (time, name, text) => `(${time} - 09:59) ${name}: ${text}`],
    [
      'a name in brackets and such a range above the text',
      (time, name, text) => `[${name}] (${time} - 09:59)\n${text}`,
    ],
    ['a name before such a range and a colon', (time, name, text) => `${name} [${time} - 09:59]: ${text}`],
    ['a time that is a link', (time, name, text) => `[${time}](https://example.org/w?t=1) **${name}:** ${text}`],
    ['items of a list', (time, name, text) => `- [${time}] **${name}:** ${text}`],
    ['times with frames above the name', (time, name, text) => `${time}:00 - 00:09:59:12\n${name}\n${text}`],
    ['times with dropped frames above the name', (time, name, text) => `${time};00 - 00;09;59;12\n${name}\n${text}`],
  ] satisfies [string, (time: string, name: string, text: string) => string][])('are read from %s', (_, written) => {
    const turns = Array.from({ length: 20 }, (__, index) => ({
      startMs: (index + 1) * 20_000,
      time: `00:${String(Math.floor((index + 1) / 3)).padStart(2, '0')}:${String(((index + 1) % 3) * 20).padStart(2, '0')}`,
      speaker: index % 2 === 0 ? 'Ann Lee' : 'Bob',
      text: `Here is what I say in turn ${index}.`,
    }));
    const read = parse(turns.map(({ time, speaker, text }) => written(time, speaker, text)).join('\n\n'));
    const isTimed = written('T', '', '').includes('T');
    expect(read.segments.map(({ startMs, speaker, text }) => ({ startMs, speaker, text }))).toEqual(
      turns.map(({ startMs, speaker, text }) => ({ startMs: isTimed ? startMs : 0, speaker, text })),
    );
  });
  it('do not begin at short lines below times, nor at bold headings', () => {
    const stamped = parse('00:01\nThank You\n\n00:02\nSo we went\nhome then.\n\n00:03\nThank You\n\n00:04\nGood.');
    expect(stamped).toMatchObject({ speakers: [], segments: [{ text: 'Thank You' }, {}, { text: 'Thank You' }, {}] });
    const headed = parse('**Introduction**\n\nAnn: a.\n\nBob: b.\n\n**Conclusion**\n\nAnn: c.\n\nBob: d.');
    expect(headed.speakers).toEqual(['Ann', 'Bob']);
  });
  it('join lines of a paragraph by a blank and paragraphs by a line end', () => {
    const text = '**Ann:** One\ntwo.\n\nThree.\n\n**Bob:** Four.\n\n**Ann:** Five.';
    expect(parse(text).segments[0]?.text).toBe('One two.\nThree.');
  });
  it('lose times inside the text, which then give the times', () => {
    const text =
      '**Ann:** \\[00:10\\] Hello \\#world.\n\n**Bob:** Hi [00:20] there.\n\n\\[00:30\\] More.\n\n**Ann:** \\[00:40\\] Bye.';
    expect(parse(text).segments).toMatchObject([
      { startMs: 10_000, text: 'Hello #world.' },
      { startMs: 18_667, text: 'Hi there.\nMore.' },
      { startMs: 40_000, text: 'Bye.' },
    ]);
  });
  it('may have names with a suffix after a comma', () => {
    const text = 'Max Ray, Jr. (00:01):\nHello.\n\nBob (00:05):\nHi.\n\nMax Ray, Jr. (00:09):\nSo.';
    expect(parse(text).speakers).toEqual(['Max Ray, Jr.', 'Bob']);
  });
  it('may begin with full names and roles in capitals, as broadcasters write them', () => {
    const text = 'ANN LEE, HOST:\n\nHello.\n\nBOB ROE, BYLINE: Hi.\n\nLEE: So.\n\nROE: Yes.\n\nLEE: Good.\n\nROE: Bye.';
    expect(parse(text).segments.slice(0, 3)).toMatchObject([
      { speaker: 'ANN LEE', text: 'Hello.' },
      { speaker: 'BOB ROE', text: 'Hi.' },
      { speaker: 'LEE', text: 'So.' },
    ]);
  });
  it('take times in round brackets at the head of later paragraphs', () => {
    const text = 'Ann (00:01):\nHello.\n\n(00:05):\nMore.\n\nBob (00:09):\nHi.\n\nAnn (00:12):\nBye.';
    expect(parse(text).segments.map(({ startMs, text: said }) => [startMs, said])).toEqual([
      [1000, 'Hello.\nMore.'],
      [9000, 'Hi.'],
      [12_000, 'Bye.'],
    ]);
  });
  it('leave out what stands before the first one and is no speech', () => {
    const read = parse('podcast: https://example.org/1\n\nAnn: Hello.\n\nBob: Hi.\n\nAnn: So.\n\nBob: Yes.');
    expect(read.segments).toHaveLength(4);
    expect(read.warnings).toContain('1 paragraph before the first turn was left out.');
  });
  it('count initials and the name they were given with as one person', () => {
    const read = parse(
      'Ann Lee (AL): Hello.\n\nBob Ray (BR): Hi.\n\nAL: So.\n\nBR: Yes.\n\nAL: Well then.\n\nBR: Bye.',
    );
    expect(read.speakers).toEqual(['Ann Lee', 'Bob Ray']);
  });
  it.each(['Host: a.\n\nGuest: b.\n\nAnn: c.\n\n', '**Host:** a.\n\n**Guest:** b.\n\n**Ann:** c.\n\n'])(
    'may have roles for names where these recur: %j',
    (round) => {
      const read = parse(round.repeat(4));
      expect(read.speakers).toEqual(['Host', 'Guest', 'Ann']);
      expect(read.segments.slice(0, 3).map(({ text }) => text)).toEqual(['a.', 'b.', 'c.']);
    },
  );
  it.each([
    'Host: Ann Lee\n\nGuest: Bob\n\nAnn: a.\n\nBob: b.\n\nAnn: c.\n\nBob: d.',
    '**Host:** Ann Lee\n\n**Guest:** Bob\n\n**Ann:** a.\n\n**Bob:** b.\n\n**Ann:** c.\n\n**Bob:** d.',
  ])('do not begin at a list of who takes part: %j', (text) => {
    expect(parse(text).segments.map(({ speaker, text: said }) => [speaker, said])).toEqual([
      ['Ann', 'a.'],
      ['Bob', 'b.'],
      ['Ann', 'c.'],
      ['Bob', 'd.'],
    ]);
  });
  it('are not made of a question that is asked again and again', () => {
    const text = 'Words were said here.\n\nQuestion: why is it so?\n\nIt is so.\n\n'.repeat(3);
    expect(parse(text).speakers).toEqual([]);
  });
  it.each([
    ['_The Cathedral_, *then* **more** and __all__ (_so_), `a_b_`.', 'The Cathedral, then more and all (so), a_b_.'],
    ['***Both*** **_nested_ ones**, ~~gone~~ and *“quoted”*.', 'Both nested ones, gone and “quoted”.'],
    ['A line _that\ngoes on_ here.', 'A line that goes on here.'],
    [
      'snake_case_name, 2 * 3 * 4, _foo and @_bar_ and * alone*.',
      'snake_case_name, 2 * 3 * 4, _foo and @_bar_ and * alone*.',
    ],
    ['\\_\\_init\\_\\_ and \\*\\*\\*\\* and a ` alone.', '__init__ and **** and a ` alone.'],
  ])('have no marks of emphasis: %s', (written, expected) => {
    expect(parse(`**Ann:** ${written}\n\n**Bob:** b.\n\n**Ann:** c.`).segments[0]?.text).toBe(expected);
    expect(parse(`Ann: ${written}\n\nBob: b.\n\nAnn: c.\n\nBob: d.`).segments[0]?.text).toBe(expected);
  });
  it('are not made of names that a program gives its methods', () => {
    const text =
      'We talk about __init__ and the rest of it.\n\n__init__ is first.\n\n__repr__ comes next.\n\n__str__ too.';
    expect(parse(text).speakers).toEqual([]);
  });
  it('may have bold names that end in a question or exclamation mark', () => {
    expect(parse('**Airplane!:** a.\n\n**Bob:** b.\n\n**Airplane!:** c.').speakers).toEqual(['Airplane!', 'Bob']);
  });
  it('may have names before a full-width colon without a blank', () => {
    const read = parse('主持人：大家好。\n\n张三：你好。\n\n主持人：好：开始。\n\n张三：好的。');
    expect(read.segments.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['主持人', '大家好。'],
      ['张三', '你好。'],
      ['主持人', '好：开始。'],
      ['张三', '好的。'],
    ]);
    const timed = parse(
      '[00:01] 主持人：大家好。\n\n[00:05] 张三：你好。\n\n[00:09] 主持人：好。\n\n[00:12] 张三：好的。',
    );
    expect(timed.segments.map(({ startMs, speaker }) => [startMs, speaker])).toEqual([
      [1000, '主持人'],
      [5000, '张三'],
      [9000, '主持人'],
      [12_000, '张三'],
    ]);
    const essay = `${'这是一个关于比特币的长段落，没有人名。\n\n'.repeat(12)}他说：我们走吧。\n\n`;
    expect(parse(essay.repeat(4)).speakers).toEqual([]);
  });
  it.each(['محمد بن عبد الله', 'יונתן בן אברהם'])(
    'may have names of any length in scripts without case: %s',
    (name) => {
      expect(parse(`${name}: a b\n\nBob: c\n\n${name}: d\n\nBob: e`).speakers).toEqual([name, 'Bob']);
    },
  );
  it('have character references decoded once, after the markup, and an "&" that is none kept', () => {
    const text =
      'Pat O&#39;Hara: It&#39;s &quot;caf&eacute;&quot; &amp;amp; &#42;&#42;more&#42;&#42;.\n\nBob: AT&T, R&D; &ampx; P&amp;L.\n\nPat O&#39;Hara: [1 &lt; 2](https://example.org/).\n\nBob: Yes.';
    const read = parse(text);
    expect(read.speakers).toEqual(["Pat O'Hara", 'Bob']);
    expect(read.segments.map(({ text: said }) => said)).toEqual([
      'It\'s "café" &amp; **more**.',
      'AT&T, R&D; &ampx; P&L.',
      '1 < 2.',
      'Yes.',
    ]);
    expect(parse('**Pat O&#39;Hara:** a.\n\n**Bob:** b.\n\n**Bob:** c.').speakers).toEqual(["Pat O'Hara", 'Bob']);
  });
  it('are not made of words before a colon, unless the front matter names them', () => {
    const text =
      'A long story about this and that.\n\nTopic: something of note.\n\nLocation: a place far away.\n\nMy point: it was good.';
    expect(parse(text)).toMatchObject({ format: 'text-paragraphs', speakers: [] });
    expect(
      parse(`---\nspeakers:\n  - Zoë\n---\nZoë: one two.\n\nMore words here.\n\nZoë: three four five six.`).speakers,
    ).toEqual(['Zoë']);
  });
});

describe('texts without turns', () => {
  it('are divided by times in front of lines', () => {
    expect(parse('00:00:01 Hello there,\n\n00:00:06 and welcome.\n\n00:01:00 Bye.')).toMatchObject({
      format: 'text-stamps',
      segments: [
        { startMs: 1000, endMs: 6000, text: 'Hello there,' },
        { startMs: 6000, endMs: 60_000, text: 'and welcome.' },
        { startMs: 60_000, text: 'Bye.' },
      ],
    });
  });
  it('are divided by times on their own line', () => {
    const read = parse('00:01\nHello there.\n\n00:06\nAnd welcome.\n\n01:00\nBye.');
    expect(read.segments.map(({ startMs, text }) => [startMs, text])).toEqual([
      [1000, 'Hello there.'],
      [6000, 'And welcome.'],
      [60_000, 'Bye.'],
    ]);
  });
  it('are divided by bracketed ranges as whisper prints them', () => {
    const text = '[0.00 --> 0.62]  Hello.\n[0.62 --> 2.5]  Hi.\n[00:00:03.000 --> 00:00:04.000]   Bye.';
    expect(parse(text).segments).toEqual([
      { startMs: 0, endMs: 620, speaker: null, text: 'Hello.' },
      { startMs: 620, endMs: 2500, speaker: null, text: 'Hi.' },
      { startMs: 3000, endMs: 4000, speaker: null, text: 'Bye.' },
    ]);
  });
  it('keep a line of the text that begins with a time of day', () => {
    const text =
      'We met in the evening of that day.\n\n10:30 in the evening it was, and dark.\n\nThen we left for home.';
    expect(parse(text).segments.map((segment) => segment.text)).toHaveLength(3);
  });
  it('are divided into paragraphs, of which a lone name takes those after it', () => {
    const read = parse('**Ann Lee:** Welcome to the show.\n\nSecond paragraph.\n\n\\[00:09\\] Third paragraph.');
    expect(read).toMatchObject({ format: 'markdown-paragraphs', speakers: ['Ann Lee'] });
    expect(read.segments.map(({ text }) => text)).toEqual([
      'Welcome to the show.',
      'Second paragraph.',
      'Third paragraph.',
    ]);
    expect(read.segments[2]?.startMs).toBe(9000);
  });
});

describe('columns of speaker, time and text', () => {
  it('are turns, on the first line and on the others', () => {
    const rows = ['Hello there.', 'Hi.', 'So we meet.', 'Yes.'];
    const text = rows.map((said, at) => `Speaker ${at % 2}    00:00:0${at}    ${said}`).join('\n');
    expect(parse(text).segments).toMatchObject([
      { startMs: 0, endMs: 1000, speaker: 'SPEAKER_00', text: 'Hello there.' },
      { startMs: 1000, endMs: 2000, speaker: 'SPEAKER_01', text: 'Hi.' },
      { startMs: 2000, endMs: 3000, speaker: 'SPEAKER_00', text: 'So we meet.' },
      { startMs: 3000, speaker: 'SPEAKER_01', text: 'Yes.' },
    ]);
  });
});

describe('front matter and headings', () => {
  it('give title and date, and headings are not spoken', () => {
    const read = parse(
      '---\ntitle: "A: b"\npublish_date: 2024-03-24\n---\n# Other\n\n## Intro\n\n**Ann:** a.\n\n**Bob:** b.\n\n**Ann:** c.',
    );
    expect(read).toMatchObject({ title: 'A: b', publishedAt: '2024-03-24T00:00:00.000Z' });
    expect(read.segments.map(({ text }) => text)).toEqual(['a.', 'b.', 'c.']);
  });
  it('may have blanks after the lines that open and close it', () => {
    expect(parse('--- \ntitle: T\n---\t\n**Ann:** a.\n\n**Bob:** b.\n\n**Ann:** c.')).toMatchObject({
      title: 'T',
      warnings: ['The file has no times and the length of the audio is unknown, so all times are 0.'],
    });
  });
  it('give the title of the first heading where there is no front matter, and a date in it', () => {
    expect(parse('# Show &amp; 12 (2024-03-24)\n\n**Ann:** a.\n\n**Bob:** b.\n\n**Ann:** c.')).toMatchObject({
      title: 'Show & 12 (2024-03-24)',
      publishedAt: '2024-03-24T00:00:00.000Z',
    });
  });
  it('are left out with a warning when the YAML is broken', () => {
    const read = parse('---\ntitle: "open\n---\n**Ann:** a.\n\n**Bob:** b.\n\n**Ann:** c.');
    expect(read.segments).toHaveLength(3);
    expect(read.warnings).toContain('The front matter is not valid YAML and was ignored.');
  });
  it('is read without the remarks of the YAML parser, which quote the file and are not for the log', () => {
    const remark = jest.spyOn(process, 'emitWarning').mockReturnValue();
    const read = parse('---\n? [x]\n: y\ntitle: !mine T\n---\n**Ann:** a.\n\n**Bob:** b.\n\n**Ann:** c.');
    expect(read).toMatchObject({ title: 'T', speakers: ['Ann', 'Bob'] });
    expect(remark).not.toHaveBeenCalled();
    remark.mockRestore();
  });
});

function parse(text: string) {
  return parseTranscript(new TextEncoder().encode(text));
}
