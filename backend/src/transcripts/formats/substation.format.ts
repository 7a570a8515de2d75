import { clockMs } from './clock.ts';
import { stripCueTags } from './markup.ts';
import { cue, linesOf, timedCues, type RawCue, type RawTranscript } from './raw-transcript.ts';

const FIELDS = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text';
/** The last field may have commas. */
const TEXT_COLUMN = 'text';

/** Reads SubStation Alpha (.ass, .ssa), recognised by its first section; comments are no speech. Null for other files. */
export function readSubstation(text: string): RawTranscript | null {
  if (!/^\s*\[Script Info\]/i.test(text)) return null;
  let fields = FIELDS.split(',');
  const cues: RawCue[] = [];
  for (const line of linesOf(text)) {
    const [, kind, values = ''] = /^\s*(Format|Dialogue):\s*(.*)$/i.exec(line) ?? [];
    if (kind?.toLowerCase() === 'format')
      fields = values
        .toLowerCase()
        .split(',')
        .map((name) => name.trim());
    if (kind?.toLowerCase() !== 'dialogue') continue;
    const cells = values.split(',');
    const cell = (name: string) => cells[fields.indexOf(name)]?.trim() ?? '';
    const spoken = cells.slice(fields.indexOf(TEXT_COLUMN)).join(',');
    const name = cell('name');
    cues.push(cue(clockMs(cell('start')), clockMs(cell('end')), name === '' ? null : name, plain(spoken)));
  }
  return timedCues('substation', cues);
}

/** `\N` and `\n` end a line, `\h` is a hard space. */
function plain(spoken: string): string {
  return stripCueTags(spoken).replace(/\\[Nnh]/g, ' ');
}
