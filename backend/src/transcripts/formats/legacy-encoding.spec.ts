import { describe, expect, it } from '@jest/globals';
import { parseTranscript } from './parse-transcript.ts';

describe('a file in an older encoding', () => {
  it.each([
    ['gb18030', 'GB 18030 (Chinese)', '大家好，欢迎来到我们的节目。', '今天我们要说的是一个很大的问题。'],
    ['big5', 'Big5 (Chinese)', '大家好，歡迎來到我們的節目。', '今天我們要說的是一個很大的問題。'],
    ['shift_jis', 'Shift JIS (Japanese)', 'こんにちは、番組へようこそ。', '今日はとても大きな問題の話をします。'],
    ['euc-jp', 'EUC-JP (Japanese)', 'こんにちは、番組へようこそ。', '今日はとても大きな問題の話をします。'],
    [
      'euc-kr',
      'EUC-KR (Korean)',
      '안녕하세요, 우리 방송에 오신 것을 환영합니다.',
      '오늘은 큰 문제를 이야기하고 싶습니다.',
    ],
    [
      'windows-1251',
      'Windows-1251 (Cyrillic)',
      'Здравствуйте, это наш подкаст.',
      'Сегодня мы говорим о большой проблеме.',
    ],
    ['koi8-r', 'KOI8-R (Cyrillic)', 'Здравствуйте, это наш подкаст.', 'Сегодня мы говорим о большой проблеме.'],
    ['windows-1253', 'Windows-1253 (Greek)', 'Καλημέρα και καλώς ήρθατε.', 'Σήμερα μιλάμε για ένα πρόβλημα.'],
    ['windows-1255', 'Windows-1255 (Hebrew)', 'שלום וברוכים הבאים.', 'היום נדבר על בעיה גדולה.'],
    ['windows-1256', 'Windows-1256 (Arabic)', 'مرحبا بكم في البرنامج.', 'اليوم نتحدث عن مشكلة كبيرة.'],
  ])('is read as %s', (label, name, one, two) => {
    const text = `1\n00:00:01,000 --> 00:00:02,000\n${one}\n\n2\n00:00:02,000 --> 00:00:03,000\n${two}\n`;
    const read = parseTranscript(encoded(text, label));
    expect(read.segments.map(({ text: said }) => said)).toEqual([one, two]);
    expect(read.warnings).toEqual([`The file is not UTF-8; it was read as ${name}, so check the text.`]);
  });
  it('is read as Windows-1252 in Latin letters', () => {
    const said = "Ça a été très agréable, à bientôt à l'hôtel où l'été fut français.";
    const read = parseTranscript(Uint8Array.from(Buffer.from(`00:00:01,000 --> 00:00:02,000\n${said}`, 'latin1')));
    expect(read.segments).toMatchObject([{ text: said }]);
  });
});

/** Node encodes nothing but Unicode, so each character is looked up among what one and two bytes mean. */
function encoded(text: string, label: string): Uint8Array {
  const decoder = new TextDecoder(label);
  const known = new Map<string, number[]>();
  for (let lead = 0x80; lead <= 0xff; lead += 1) {
    for (let trail = 0x40; trail <= 0xff; trail += 1)
      known.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
    known.set(decoder.decode(Uint8Array.of(lead)), [lead]);
  }
  return Uint8Array.from(
    Array.from(text).flatMap((character) => known.get(character) ?? [character.codePointAt(0) ?? 0]),
  );
}
