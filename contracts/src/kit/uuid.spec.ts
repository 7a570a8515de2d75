import { expect, it } from '@jest/globals';
import { feedUuid, uuidFrom } from './uuid.ts';

it.each([
  ['https://mp3s.nashownotes.com/pc20rss.xml', '917393e3-1b1e-5cef-ace4-edaa54e1f810'],
  ['http://podnews.net/rss/', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
])('derives the id of %s as the Podcasting 2.0 namespace does', (url, uuid) => expect(feedUuid(url)).toBe(uuid));

it('derives the same episode id from the same guid and series', () => {
  expect(uuidFrom('9b024349-ccf0-5f69-a609-6b82873eab3c', 'ep-0001')).toBe('294792f0-d722-5167-827e-06849c087e86');
});
