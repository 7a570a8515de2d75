import { describe, expect, it } from '@jest/globals';
import { kindOf } from './kind-of.ts';

describe('bytes', () => {
  it.each([
    ['feed', '<rss version="2.0"><channel/></rss>'],
    ['feed', '\ufeff\n<?xml version="1.0"?><!-- <html> --><feed xmlns="http://www.w3.org/2005/Atom"/>'],
    ['feed', '<rdf:RDF><channel/></rdf:RDF>'],
    ['feed', '<!DOCTYPE html PUBLIC "x" "y"><rss/>'],
    ['opml', '<?xml version="1.0"?><OPML version="2.0"/>'],
    ['html', '<!DOCTYPE html><p>hello'],
    ['html', '<HTML><body></body></HTML>'],
    ['other', '<catalog/>'],
    ['other', 'WEBVTT'],
    ['other', '{"a": 1}'],
    ['other', '<!-- never closed'],
    ['other', ''],
  ])('look like %s: %s', (kind, text) => expect(kindOf(Buffer.from(text))).toBe(kind));
  it('are looked at in UTF-16 too', () => expect(kindOf(Buffer.from('\ufeff<rss/>', 'utf16le'))).toBe('feed'));
});
