import { expect, it } from '@jest/globals';
import { podcastSlugBase, slugBase } from './slug.ts';

const uuid = '0197a5c2-1111-7000-8000-00000000000f';

it.each([
  ['The Café: Łódź & Co.', 'TheCaféŁódźCo'],
  ['snake_case 2', 'snake_case2'],
  ['!!!', '0197a5c2'],
  ['Recent', '0197a5c2'],
  ['हिन्दी पॉडकास्ट', 'हिन्दीपॉडकास्ट'],
])('derives the slug of podcast %s', (name, slug) => expect(podcastSlugBase(name, uuid)).toBe(slug));

it.each([
  ['What’s New? — Part 2', 'whats-new-part-2'],
  ['  --Spaces -  and hyphens-- ', 'spaces-and-hyphens'],
  ['Über C++', 'über-c'],
  ['播客 一', '播客-一'],
  ['…', '0197a5c2'],
  ['search', '0197a5c2'],
])('derives the slug of episode %s', (name, slug) => expect(slugBase(name, uuid)).toBe(slug));
