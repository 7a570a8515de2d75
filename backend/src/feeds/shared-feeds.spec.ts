import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readFeed } from './read-feed.ts';
const root='/work/shared/data/';
const m: any[] = JSON.parse(readFileSync(root+'MANIFEST.json','utf8'));
it('try', () => {
  const rows: string[] = [];
  for (const e of m.filter((x) => x.file.startsWith('shared/feeds/'))) {
    const f = e.file.replace('shared/', '');
    const t = Date.now();
    let line;
    try {
      const r = readFeed(readFileSync(root + f), { url: 'http://example.com/f/' + f });
      const enc = e.checked.enclosures ?? 0;
      const tr = r.episodes.reduce((n, x) => n + x.facts.transcripts.length, 0);
      line = `${r.episodes.length + r.duplicates === enc ? 'same' : e.checked.well_formed ? 'DIFF' : 'ill'} ep ${r.episodes.length} dup ${r.duplicates} skip ${r.skippedWithoutEnclosure} enc ${enc} items ${e.checked.items} tr ${tr}/${e.checked.podcast_tags?.transcript ?? 0} ${r.series.facts.language}/${e.checked.language} ${r.series.facts.name === e.checked.title ? '' : JSON.stringify([r.series.facts.name, e.checked.title])} ${r.warnings.join(' ')}`;
    } catch (x) { line = `${(x as Error).name} enc ${e.checked.enclosures ?? 0} items ${e.checked.items}: ${(x as Error).message}`; }
    rows.push(f.slice(6) + ' ' + (Date.now() - t) + 'ms ' + line);
  }
  console.log(rows.join('\n'));
});
