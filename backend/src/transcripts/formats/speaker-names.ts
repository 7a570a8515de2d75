import { GENERIC_LABEL } from '@earmark/contracts/transcripts';

const PARTICLES = new Set('van,von,der,den,de,del,della,da,di,dos,la,le,el,al,bin,ibn,zu,und,and,y,e,of'.split(','));
const NOT_NAMES = new Set(
  (
    'note,notes,warning,question,questions,answer,answers,example,examples,topic,topics,chapter,part,section,episode,title,' +
    'date,time,location,host,hosts,guest,guests,source,sources,link,links,url,website,podcast,slides,video,audio,media,' +
    'transcript,transcript by,transcribed by,transcript completed by,edited by,summary,tip,tips,update,updates,ps,p.s,' +
    'disclaimer,recorded,published,duration,step,first,second,third,option,result,results,reason,problem,solution,' +
    'quote,fun fact,spoiler,spoiler alert,reminder,also,and,but,so,or,well,okay,ok,yes,no,remember,warning signs,tópico,tema,' +
    'localização,pesquisar,fecha,fonte,fuente,quelle,hinweis,achtung,remarque,question 1,question 2,https,http,re,fwd,subject,' +
    '注,注意,例如,比如,时间,時間,地点,地點,主题,主題,来源,來源'
  ).split(','),
);
/** Scripts without capitals count, also Georgian, whose letters Unicode calls small. */
const BEGINS_NAME = /^[\p{Lu}\p{Lo}\p{sc=Geor}]/u;
/** In these scripts only length tells names from sentences, which have no spaces. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const TIGHT_LABEL = /^(?:[[(]?\d[\d:.,]{3,12}[\])]?\s*(?:[-–—]\s*)?)?([^:：\n]{1,40})：\S/;
/** Common labels that may also be speakers. */
const ROLES = new Set('host,hosts,guest,guests,question,questions,answer,answers'.split(','));

const ROLE_AFTER_NAME =
  /(?<=\S)\s{0,3}[([](?:co-?)?(?:host|guest|moderator|interviewer|interviewee|presenter|narrator|producer|announcer|caller)[)\]]$/i;

/** Which Zoom and others show behind the names of people. */
const PRONOUNS = /(?<=\S)\s{0,3}[([](?:she|her|he|him|they|them|any|ze|xe)(?:\s?\/\s?\p{L}{1,8}){1,3}[)\]]$/iu;

const ROLE_AFTER_COMMA = /(?<=\p{Lu}{2}), (?:HOST|CO-HOST|BYLINE)$/u;

/** "Ann Lee (host)", "ANN LEE, HOST" and "Ann Lee (she/her)" without the remark: publishers often add it only once. */
export function withoutRole(label: string): string {
  return label.replace(ROLE_AFTER_NAME, '').replace(PRONOUNS, '').replace(ROLE_AFTER_COMMA, '');
}

/** True for labels that software assigns: "SPEAKER_00", "Speaker 3", "spk_1", "A", "2", "Unknown", "?". */
export function isGenericLabel(label: string): boolean {
  return GENERIC_LABEL.test(label);
}

/** True for words that often precede a colon but are no names: "Note", "Question", "Topic". */
export function isCommonLabel(label: string): boolean {
  return NOT_NAMES.has(label.toLowerCase());
}

/** True for "Host", "Guest", "Question" and the like, which are speakers where they recur (see `recurringRoles`). */
export function isRole(label: string): boolean {
  return ROLES.has(label.toLowerCase());
}

/** True when the text before a colon may be a name; `acceptedNames` decides whether it is one. */
export function looksLikeName(written: string, maxWords = 4): boolean {
  const label = written.replace(/, (?:Jr|Sr|PhD|Ph\.D|MD)\.?$/, '');
  if (label.length === 0 || label.length > 40) return false;
  if (isGenericLabel(label)) return true;
  if (/\d[:.]\d|[,;!?"“”<>{}[\]|=/\\*#@%…]|https?|www\.|\.{2}/i.test(label)) return false;
  if (!BEGINS_NAME.test(label)) return false;
  if (UNSPACED.test(label) && label.length > 8) return false;
  if (/\.$/.test(label) && !/(?<![\p{L}\p{N}])(?:Jr|Sr|\p{Lu})\.$/u.test(label)) return false;
  // Titles and initials do not make a name a sentence: "Rev. Dr. Martin L. King".
  const words = label.split(/\s+/).filter((word) => !word.endsWith('.')).length;
  return words <= maxWords && (!isCommonLabel(label) || isRole(label));
}

/**
 * True when a file ends its labels with a full-width colon and no space. Then a third of the lines have such a label; in
 * other files full-width colons occur in sentences.
 */
export function hasTightLabels(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line !== '');
  const tight = written.filter((line) => looksLikeName(TIGHT_LABEL.exec(line)?.[1]?.trim() ?? ''));
  return tight.length > 0 && tight.length * 3 >= written.length;
}

/**
 * The labels of a file that are speakers, given how often each occurs. A label is accepted when the front matter names it,
 * when software assigned it, or when it recurs with every word capitalised; one that occurs once, only beside two others.
 */
export function acceptedNames(counts: ReadonlyMap<string, number>, known: readonly string[], minimum = 2): Set<string> {
  const expected = new Set(known.flatMap((name) => [name.toLowerCase(), name.split(' ', 1)[0]?.toLowerCase() ?? '']));
  const accepted = recurringRoles(counts);
  for (const [label, count] of counts) {
    const recurs = count >= minimum && isCapitalised(label) && !isRole(label);
    if (recurs || /^(?:speaker|spk)/i.test(label) || expected.has(label.toLowerCase())) accepted.add(label);
  }
  if (accepted.size < 2) return accepted;
  for (const label of counts.keys()) {
    const isProper = label.split(/\s+/).every((word) => /^\(?\p{Lu}/u.test(word));
    if (isGenericLabel(label) || (isProper && !isRole(label))) accepted.add(label);
  }
  return accepted;
}

/** Roles that occur three times and on a tenth of the labelled lines, if somebody else speaks too. */
export function recurringRoles(counts: ReadonlyMap<string, number>): Set<string> {
  const recurring = [...counts].filter(([, count]) => count >= 3);
  const lines = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const roles = recurring.filter(([label, count]) => isRole(label) && count * 10 >= lines);
  return new Set(recurring.length < 2 ? [] : roles.map(([label]) => label));
}

/** "Remember this" is not a name; "Bob van der Berg" may be one. */
function isCapitalised(label: string): boolean {
  return label
    .split(/\s+/)
    .every((word) => /^\(?[\p{Lu}\p{Lo}\p{sc=Geor}\d?&]/u.test(word) || PARTICLES.has(word) || isGenericLabel(word));
}

/** Maps "Christian Decker (CD)" and "CD" to "Christian Decker". */
export function abbreviations(labels: Iterable<string>): Map<string, string> {
  const full = new Map<string, string>();
  for (const label of labels) {
    const match = /^(\p{Lu}[^()]{2,40}) \((\p{Lu}{1,4})\)$/u.exec(label);
    if (match?.[1] === undefined || match[2] === undefined) continue;
    full.set(label, match[1]);
    full.set(match[2], match[1]);
  }
  return full;
}

/** Maps each generic label to SPEAKER_00, SPEAKER_01 … in order of first appearance, and each real name to itself. */
export function normalisedLabels(labels: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  let generic = 0;
  for (const label of labels) {
    if (names.has(label)) continue;
    if (!isGenericLabel(label)) {
      names.set(label, label);
      continue;
    }
    names.set(label, `SPEAKER_${String(generic).padStart(2, '0')}`);
    generic += 1;
  }
  return names;
}
