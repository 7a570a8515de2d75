import { describe, expect, it } from '@jest/globals';
import { parseTranscript } from './parse-transcript.ts';

describe('WebVTT', () => {
  it('reads hours or none, a comma for the dot, settings, identifiers and CRLF', () => {
    const text =
      'WEBVTT Kind: captions\r\n\r\nintro\r\n00:01.000 --> 00:02,500 align:start position:10%\r\nHello\r\nthere.\r\n\r\n1:00:03.5 --> 01:00:04.000\r\nBye.\r\n';
    expect(parse(text)).toMatchObject({
      format: 'webvtt',
      segments: [
        { startMs: 1000, endMs: 2500, speaker: null, text: 'Hello there.' },
        { startMs: 3_603_500, endMs: 3_604_000, text: 'Bye.' },
      ],
    });
  });
  it('reads old Mac line ends and a byte order mark', () => {
    expect(parse('\ufeffWEBVTT\r\r00:01.000 --> 00:02.000\rHello there.\r').segments).toEqual([
      { startMs: 1000, endMs: 2000, speaker: null, text: 'Hello there.' },
    ]);
  });
  it('skips NOTE, STYLE and REGION blocks, also with an arrow in a note', () => {
    const text = vtt(
      'STYLE\n::cue { color: red }',
      'REGION\nid:fred',
      'NOTE a --> b\nstill a note',
      '00:01.000 --> 00:02.000\nSpoken.',
    );
    expect(said(text)).toEqual([[null, 'Spoken.']]);
  });
  it('takes the speaker from voice tags with classes and keeps it until the next one', () => {
    const text = vtt(
      '00:01.000 --> 00:02.000\n<v.loud Ann Lee>Hi</v>',
      '00:02.000 --> 00:03.000\nand welcome.',
      '00:03.000 --> 00:04.000\n<v Bob &amp; Co>Hello.',
    );
    expect(said(text)).toEqual([
      ['Ann Lee', 'Hi'],
      ['Ann Lee', 'and welcome.'],
      ['Bob & Co', 'Hello.'],
    ]);
  });
  it('makes a segment of each voice in one cue, with the times of the cue', () => {
    expect(parse(vtt('00:01.000 --> 00:02.000\n<v Ann>Ready?</v> <v Bob>Yes.</v>')).segments).toEqual([
      { startMs: 1000, endMs: 2000, speaker: 'Ann', text: 'Ready?' },
      { startMs: 1000, endMs: 2000, speaker: 'Bob', text: 'Yes.' },
    ]);
  });
  it('removes inner tags and inner times, decodes references and keeps a "<" of the text', () => {
    expect(
      said(
        vtt(
          '00:01.000 --> 00:02.000\n<i>a</i> <c.x>&lt;b&gt;</c> <00:00:01.500>&amp;&nbsp;&#39;caf&eacute;&#x27; if a < b',
        ),
      ),
    ).toEqual([[null, "a <b> & 'café' if a < b"]]);
  });
  it('takes ">> " off and makes it a line end inside a cue, without inventing a speaker', () => {
    expect(said(vtt('00:01.000 --> 00:02.000\n&gt;&gt; Hello. >> Hi.', '00:02.000 --> 00:03.000\n>> Fine.'))).toEqual([
      [null, 'Hello.\nHi.'],
      [null, 'Fine.'],
    ]);
  });
  it('drops a last cue that was cut off inside a tag', () => {
    expect(said(vtt('00:01.000 --> 00:02.000\n<v Ann>Whole.', '00:02.000 --> 00:03.000\n<v An'))).toEqual([
      ['Ann', 'Whole.'],
    ]);
  });
});

describe('timing lines', () => {
  it.each([
    ['WebVTT', 'WEBVTT\n\n'],
    ['SubRip', ''],
  ])('of %s begin a cue even where they cannot be read', (_, head) => {
    const read = parse(
      `${head}00:00:58,000 --> 00:00:60,000\nOne two.\n\n00:00:75,000 --> 00:01:02,500\nThree.\n\n00:01:03,000 --> 0x:01:O4\nFour.\n\n00:01:06,000 --> 00:01:07,000\nIt is 3 --> 4 now.`,
    );
    expect(read.segments.map(({ startMs, endMs, text }) => [startMs, endMs, text])).toEqual([
      [58_000, 60_000, 'One two.'],
      [60_000, 62_500, 'Three.'],
      [63_000, 66_000, 'Four.'],
      [66_000, 67_000, 'It is 3 --> 4 now.'],
    ]);
    expect(read.warnings).toEqual([
      'The start of 1 cue could not be read, so the end of the preceding cue was used.',
      '1 segment had no end time; the next start was used as the end.',
    ]);
  });
});

describe('rolling captions', () => {
  const rolling = [
    '00:00:00.000 --> 00:00:02.000 align:start\n \nwelcome<00:00:00.500><c> to</c><c> the show</c>',
    '00:00:02.000 --> 00:00:02.010 align:start\nwelcome to the show\n ',
    '00:00:02.010 --> 00:00:04.000 align:start\nwelcome to the show\ntoday<00:00:03.000><c> we &amp; you</c>',
    '00:00:04.000 --> 00:00:04.010 align:start\ntoday we &amp; you\n ',
    '00:00:04.010 --> 00:00:06.000 align:start\ntoday we &amp; you\nyes',
    '00:00:06.000 --> 00:00:06.010 align:start\nyes\n ',
    '00:00:06.010 --> 00:00:08.000 align:start\nyes\nyes',
  ];
  it.each([
    ['WebVTT', vtt(...rolling)],
    ['SubRip', rolling.map((card, index) => `${index + 1}\n${card.replaceAll(' align:start', '')}`).join('\n\n')],
  ])('of %s give each line once', (_, text) => {
    const read = parse(text);
    expect(read.segments.map(({ startMs, endMs, text: words }) => [startMs, endMs, words])).toEqual([
      [0, 2000, 'welcome to the show'],
      [2010, 4000, 'today we & you'],
      [4010, 6000, 'yes'],
      [6010, 8000, 'yes'],
    ]);
    expect(read.warnings).toEqual([
      'These are rolling captions: 6 lines that repeated the preceding cue were dropped.',
    ]);
  });
  it('are not what people say twice', () => {
    const lines = ['So then', 'So then', 'So then\nwe went', 'home', 'home\nand', 'slept.', 'No.', 'No.', 'Yes.'];
    expect(parse(srt(...lines)).segments).toHaveLength(9);
  });
});

describe('YouTube captions with two times on a line (SBV)', () => {
  it('are read like SubRip', () => {
    const text =
      '0:00:00.599,0:00:04.160\nHi, my name is\nAnn.\n\n0:00:04.160,0:00:06.770\n2023\n\n1:00:06.770,1:00:10.880\nGood bye.\n';
    expect(parse(text)).toMatchObject({
      format: 'sbv',
      segments: [
        { startMs: 599, endMs: 4160, text: 'Hi, my name is Ann.' },
        { startMs: 4160, endMs: 6770, text: '2023' },
        { startMs: 3_606_770, endMs: 3_610_880, text: 'Good bye.' },
      ],
      warnings: [],
    });
  });
});

describe('SubStation Alpha', () => {
  it('gives the dialogue in the order of its times, with names and without styles and comments', () => {
    const text = [
      '[Script Info]',
      'ScriptType: v4.00+',
      '[V4+ Styles]',
      'Format: Name, Fontname, Fontsize',
      'Style: Default,Arial,46',
      '[Events]',
      'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
      'Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,Intro',
      'Dialogue: 0,0:00:01.50,0:00:03.00,Default,Ann,0,0,0,,{\\i1}Hello{\\i0}, all\\Nof you.',
      'Dialogue: 0,0:00:03.00,0:00:04.25,Default,,0,0,0,,Good bye.',
    ];
    expect(parse(text.join('\n'))).toMatchObject({
      format: 'substation',
      segments: [
        { startMs: 1500, endMs: 3000, speaker: 'Ann', text: 'Hello, all of you.' },
        { startMs: 3000, endMs: 4250, speaker: null, text: 'Good bye.' },
      ],
    });
  });
});

describe('SubRip', () => {
  it('reads cards without numbers, with dots, and a blank line inside a card', () => {
    expect(said('00:00:01.000 --> 00:00:02.000\nOne\n\nmore\n\n2\n00:00:02,000 --> 00:00:03,000\nTwo')).toEqual([
      [null, 'One more'],
      [null, 'Two'],
    ]);
  });
  it('keeps a card that is a number', () => {
    expect(said('1\n00:00:01,000 --> 00:00:02,000\n2023\n\n2\n00:00:02,000 --> 00:00:03,000\nIndeed.')).toEqual([
      [null, '2023'],
      [null, 'Indeed.'],
    ]);
  });
  it('keeps the speaker of a "Name:" prefix until it changes', () => {
    expect(said(srt('Ann: Hello,', 'and welcome.', 'Bob Stone: Hi.', 'Ann: So.', 'Bob Stone: Yes.'))).toEqual([
      ['Ann', 'Hello,'],
      ['Ann', 'and welcome.'],
      ['Bob Stone', 'Hi.'],
      ['Ann', 'So.'],
      ['Bob Stone', 'Yes.'],
    ]);
  });
  it('takes a name that comes once when the file names others', () => {
    expect(said(srt('Ann: a', 'Ann: b', 'Bob: c', 'Bob: d', 'Tori Crawford: e')).at(-1)).toEqual([
      'Tori Crawford',
      'e',
    ]);
  });
  it('takes names in brackets, also after a dash, but no sounds', () => {
    const lines = [
      '- [Ann Lee] Hello.\n- [Bob] Hi.',
      '[Music] So',
      '[Ann Lee] we',
      '[Bob] [Laughter] Yes.',
      '[Bob] Went.',
    ];
    expect(said(srt(...lines, '[Ferry]'))).toEqual([
      ['Ann Lee', 'Hello.'],
      ['Bob', 'Hi.'],
      ['Bob', '[Music] So'],
      ['Ann Lee', 'we'],
      ['Bob', '[Laughter] Yes.'],
      ['Bob', 'Went.'],
      ['Bob', '[Ferry]'],
    ]);
    const sounds = srt('[Music] So we', 'went', '[Applause] Thanks', '[Music] and', '[Applause] bye');
    expect(parse(sounds).speakers).toEqual([]);
  });
  it('does not take words before a colon for a speaker', () => {
    const lines = [
      'Note: this is important.',
      'Note: so is this.',
      'Remember this: one',
      'Remember this: two three four',
      'http: no',
      '10:30 is late',
    ];
    expect(parse(srt(...lines)).speakers).toEqual([]);
  });
  it('takes roles for speakers where they recur', () => {
    const lines = ['Host: a b', 'Guest: c d', 'Host: e f', 'Guest: g h', 'Host: i j', 'Guest: k l', 'Answer: m n'];
    expect(parse(srt(...lines)).speakers).toEqual(['Host', 'Guest']);
  });
  it('takes the role in brackets after a name for no part of it', () => {
    expect(
      said(
        srt('Ann van der Lee (host): Hello,', 'and welcome.', 'Bob (Guest): Hi.', 'Ann van der Lee: So.', 'Bob: Yes.'),
      ),
    ).toEqual([
      ['Ann van der Lee', 'Hello,'],
      ['Ann van der Lee', 'and welcome.'],
      ['Bob', 'Hi.'],
      ['Ann van der Lee', 'So.'],
      ['Bob', 'Yes.'],
    ]);
  });
  it('takes a name with a role for one even when it occurs once', () => {
    const lines = ['Ann Lee (host): Hello.', 'Note: it goes on.', 'Bob Roe (Guest): Thanks.', 'And on.'];
    expect(said(srt(...lines))).toEqual([
      ['Ann Lee', 'Hello.'],
      ['Ann Lee', 'Note: it goes on.'],
      ['Bob Roe', 'Thanks.'],
      ['Bob Roe', 'And on.'],
    ]);
  });
  it('takes names behind the dashes of a dialogue', () => {
    expect(said(srt('-ANN: Hello.\n-BOB: Hi.', '- ANN: So.\n- BOB: Yes - no.', '- and then?\n- nothing'))).toEqual([
      ['ANN', 'Hello.'],
      ['BOB', 'Hi.'],
      ['ANN', 'So.'],
      ['BOB', 'Yes - no.'],
      ['BOB', '- and then? - nothing'],
    ]);
  });
  it('takes the pronouns that a meeting shows behind a name for no part of it', () => {
    expect(
      said(srt('Ann Lee (she/her): Hello.', 'Bob (He / Him): Hi.', 'Ann Lee: So.', 'Bob (He / Him): Yes.')),
    ).toEqual([
      ['Ann Lee', 'Hello.'],
      ['Bob', 'Hi.'],
      ['Ann Lee', 'So.'],
      ['Bob', 'Yes.'],
    ]);
  });
  it('takes names with titles and initials, and names of any script', () => {
    const names = ['Rev. Dr. Martin L. King, Jr.', 'ΓΙΩΡΓΟΣ Π.', 'Иван П.', 'გიორგი მაისურაძე'];
    const lines = [...names, ...names].map((name, index) => `${name}: one ${index} two`);
    expect(parse(srt(...lines)).speakers).toEqual(names);
  });
  it('takes names on a line of their own', () => {
    expect(said(srt('Ann Lee (host):\nHello.', 'Bob:\nHi.', 'Ann Lee:\nSo.', 'Bob:\nYes.'))).toEqual([
      ['Ann Lee', 'Hello.'],
      ['Bob', 'Hi.'],
      ['Ann Lee', 'So.'],
      ['Bob', 'Yes.'],
    ]);
  });
  it('takes names before a full-width colon without a blank', () => {
    expect(
      said(srt('主持人：大家好大家好', '欢迎来到这里', '张三：你好你好', '主持人：好的好的', '张三：开始开始')),
    ).toEqual([
      ['主持人', '大家好大家好'],
      ['主持人', '欢迎来到这里'],
      ['张三', '你好你好'],
      ['主持人', '好的好的'],
      ['张三', '开始开始'],
    ]);
  });
  it('takes names of Arabic and Hebrew behind the marks that direct the line', () => {
    const cards = [
      '\u202bأحمد: مرحبا بكم\u202c',
      '\u202bליאה: שלום לך\u202c',
      '\u2067أحمد: نعم نعم\u2069',
      'ליאה:\u200f כן כן',
    ];
    expect(said(srt(...cards))).toEqual([
      ['أحمد', 'مرحبا بكم'],
      ['ליאה', 'שלום לך'],
      ['أحمد', 'نعم نعم'],
      ['ליאה', 'כן כן'],
    ]);
  });
  it('does not carry a lone name that first comes up in the middle', () => {
    expect(
      said(srt('a b', 'c d', 'e f', 'g h', 'Max Muster: i', 'j k', 'Max Muster: l')).map(([speaker]) => speaker),
    ).toEqual([null, null, null, null, 'Max Muster', null, 'Max Muster']);
  });
  it('reads bracketed labels and splits a card in which the speaker changes', () => {
    expect(
      said(srt('[SPEAKER_01]: Hello.\n[SPEAKER_04]: Hi.', '[SPEAKER_01]: So.', '[SPEAKER_04]: Yes.')).slice(0, 2),
    ).toEqual([
      ['SPEAKER_00', 'Hello.'],
      ['SPEAKER_01', 'Hi.'],
    ]);
  });
  it('strips positions and fonts, and tells speakers apart by two colours', () => {
    const read = parse(
      srt('{\\an8}{\\c&HFFF000&}Hello there.', '<font color="#00ff00">Hi you.</font>', '{\\c&HFFF000&}So so.'),
    );
    expect(read.segments.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['SPEAKER_00', 'Hello there.'],
      ['SPEAKER_01', 'Hi you.'],
      ['SPEAKER_00', 'So so.'],
    ]);
    expect(read.warnings).toContain('The file names no speakers; its 2 text colours were used to tell them apart.');
  });
});

describe('tab-separated values', () => {
  it('reads the milliseconds of Whisper', () => {
    expect(parse('start\tend\ttext\n0\t4840\tHello there.\n4840\t5000\tBye\tnow.\n')).toMatchObject({
      format: 'tsv',
      segments: [
        { startMs: 0, endMs: 4840, text: 'Hello there.' },
        { startMs: 4840, endMs: 5000, text: 'Bye now.' },
      ],
    });
  });
  it('reads decimals as seconds and a speaker column', () => {
    expect(parse('start\tend\tspeaker\ttext\n0.5\t2\tAnn\tHello there.\n').segments).toEqual([
      { startMs: 500, endMs: 2000, speaker: 'Ann', text: 'Hello there.' },
    ]);
  });
});

function parse(text: string) {
  return parseTranscript(new TextEncoder().encode(text));
}

function said(text: string) {
  return parse(text).segments.map((segment) => [segment.speaker, segment.text]);
}

function vtt(...blocks: string[]) {
  return ['WEBVTT', ...blocks].join('\n\n');
}

function srt(...cards: string[]) {
  return cards
    .map((card, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index + 1},000\n${card}\n`)
    .join('\n');
}
