import { expect, it } from '@jest/globals';
import { formatVersion, parseVersion, versionKnown, type Version } from './version.ts';

const encoded = (text: string) => Buffer.from(text).toString('base64url');
const version = { transcriptRevision: 4, entitiesRevision: -1, episodeRevision: 0, pin: null };
const pinned = { ...version, pin: { vocabularyRevision: 12, matcherVersion: 1 } };

it('is read as issued, bare, quoted or weak', () => {
  for (const one of [version, pinned]) {
    expect(parseVersion(formatVersion(one))).toEqual(one);
    expect(parseVersion(`"${formatVersion(one)}"`)).toEqual(one);
    expect(parseVersion(`W/"${formatVersion(one)}"`)).toEqual(one);
  }
  expect(formatVersion(pinned)).toBe(encoded('4.-1.0.12.1'));
});

it.each([
  '',
  '*',
  '"',
  'nonsense',
  encoded('4.-1'),
  encoded('4.-1.0.12'),
  encoded('4.-1.0.12.1.1'),
  encoded('4.-2.0'),
  '€',
])('refuses %p, which we never issued', (value) => {
  expect(() => parseVersion(value)).toThrow('The value of If-Match is not a version of this episode.');
});

it('is the caller’s new version after a write, unless there was something it had not seen', () => {
  const known = (base: Version, before: number) =>
    versionKnown(base, { part: 'transcriptRevision', before, after: before + 1 });
  expect(known(pinned, 4)).toBe(formatVersion({ ...pinned, transcriptRevision: 5 }));
  expect(known(pinned, 5)).toBeNull();
  expect(known(version, 4)).toBeNull();
});
