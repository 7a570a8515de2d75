import type { SegmentId, SpeakerEvidence, SpeakerId } from '@earmark/contracts/transcripts';
import { giveWay } from '../../kit/in-turns.ts';
import type { Candidate } from './candidates.ts';
import { NameFinder, type Spoken } from './name-finder.ts';
import { mainLabels, openingOf, placeOf, quoteAt, type Turn } from './turns.ts';

/** Something that speaks for a label being a candidate, or against it when `weight` is negative. */
export interface Evidence {
  readonly kind: SpeakerEvidence['kind'];
  readonly speakerId: SpeakerId;
  readonly candidate: number;
  readonly weight: number;
  /** The whole name was said. */
  readonly isFull: boolean;
  readonly segmentId: SegmentId | null;
  readonly startMs: number | null;
  readonly quote: string | null;
}

/** What hosts and guests say, whoever they are. */
export const isOfRole = ({ kind }: Evidence): boolean => kind === 'opens-show';

const TURNS_AT_ONCE = 200;
/** Words at an end of a turn in which a name addresses somebody. */
const NEAR = 14;
/** Turns in which somebody who was introduced begins to speak. */
const SOON = 6;

const SELF = [
  'my name is',
  "my name's",
  "i'm",
  'i am',
  "i'm your host",
  'your host',
  'i am your host',
  "name's",
  'mein name ist',
  'ich bin',
  'ich heisse',
  'mi nombre es',
  'me llamo',
  'soy',
  'je suis',
  "je m'appelle",
  'ik ben',
  'eu sou',
  'meu nome e',
].map((phrase) => phrase.split(' '));
const THIS_IS = ['this is', 'hier ist'].map((phrase) => phrase.split(' '));
const QUOTED = new Set(['said', 'says', 'say', 'like', 'goes', 'told', 'if', 'think', 'not']);
const INTRODUCED = [
  'guest is',
  'guest today is',
  'guest today',
  'joined by',
  'joined today by',
  'joined with',
  'with me is',
  'with us is',
  'with me',
  'with us',
  'here with',
  'please welcome',
  'welcome',
  'introduce',
  'bring you',
  'host is',
  'co host',
  'host',
  'ich begrusse',
  'begrusse sehr herzlich',
].map((phrase) => phrase.split(' '));
const THANKS = new Set(['thanks', 'thank', 'danke', 'gracias', 'merci', 'cheers']);

const HOSTING =
  /\bwelcome (?:back )?to\b|\byou(?:['’]re| are) listening to\b|\bi(?:['’]m| am) your host\b|\b(?:on|in) (?:today['’]s|this) (?:show|episode)\b|\b(?:my|our) guests?\b|\bjoined (?:today )?by\b|\bherzlich willkommen\b|\bbienvenid[oa]s\b|\bbienvenue\b/i;
const CLOSING =
  /\b(?:thanks|thank you)(?: so much| very much)? for (?:coming|joining|being|listening|tuning)\b|\bsee you next (?:week|time)\b/i;
const VISITING =
  /\b(?:thanks|thank you)(?: so much| very much| guys| all)?(?:,? \p{L}+)? for (?:having|inviting) (?:me|us)\b|\b(?:glad|happy|great|good|excited|honou?red|thrilled|pleasure|pleased) to be (?:here|on the (?:show|podcast))\b/iu;

/** All evidence in a transcript, in its order. Gives way to other work, since there may be 20,000 segments. */
export async function evidenceIn(turns: readonly Turn[], candidates: readonly Candidate[]): Promise<Evidence[]> {
  const finder = new NameFinder(turns, candidates);
  const found: Evidence[] = [];
  const opening = openingOf(turns);
  const main = mainLabels(turns);
  const spokenTurns = new Map<SpeakerId, number>();
  const roleWeights = new Map<string, number>();
  for (const [index, turn] of turns.entries()) {
    if (index > 0 && index % TURNS_AT_ONCE === 0) await giveWay();
    const { speakerId } = turn;
    if (speakerId === null) continue;
    const own = (spokenTurns.get(speakerId) ?? 0) + 1;
    spokenTurns.set(speakerId, own);
    for (const spoken of finder.namesIn(turn))
      found.push(...heard({ turns, index, main }, spoken, candidates, own <= 3 || index < opening));
    found.push(...roles(turn, speakerId, candidates, index < opening, index >= turns.length - opening, roleWeights));
  }

  return found;
}

interface Place {
  readonly turns: readonly Turn[];
  readonly index: number;
  /** Labels that say more than a few words. */
  readonly main: ReadonlySet<SpeakerId>;
}

function heard(
  { turns, index, main }: Place,
  spoken: Spoken,
  candidates: readonly Candidate[],
  isEarly: boolean,
): Evidence[] {
  const turn = turns[index]!;
  const { candidate, from, to, isFull } = spoken;
  const { words } = turn;
  const evidence = (kind: Evidence['kind'], speakerId: SpeakerId | null, weight: number): Evidence[] =>
    speakerId === null
      ? []
      : [
          {
            kind,
            speakerId,
            candidate,
            weight,
            isFull,
            ...placeOf(turn, words[from]!.offset),
            quote: quoteAt(turn, words[Math.max(0, from - 3)]!.offset, words[to]!.end),
          },
        ];
  const me = turn.speakerId!;
  const follows = (phrases: readonly (readonly string[])[]) =>
    phrases.find((phrase) => phrase.every((word, at) => words[from - phrase.length + at]?.word === word));

  const self = follows(SELF);
  if (self && !QUOTED.has(words[from - self.length - 1]?.word ?? '')) {
    if (isFull) return evidence('introduces-self', me, isEarly ? 3 : 1.2);
    return evidence('introduces-self', me, isEarly ? 1.8 : 0.5);
  }
  const shows = follows(THIS_IS);
  const rest = words[to + 1]?.word ?? '';
  if (shows && isEarly && !['my', 'our', 'who', 'he', 'she', 'the', 'a'].includes(rest))
    return isFull ? evidence('introduces-self', me, 2.5) : evidence('introduces-self', me, 1);

  const against = evidence('is-addressed', me, -0.5);
  const next = otherTurn(turns, index, 1);
  const previous = otherTurn(turns, index, -1);
  const isAddress = words[from]!.opens && words[to]!.closes;
  const isThanked =
    THANKS.has(words[from - 1]?.word ?? '') ||
    (words[from - 1]?.word === 'you' && THANKS.has(words[from - 2]?.word ?? ''));
  const isWelcomed = ['welcome', 'hi', 'hello', 'hey'].includes(words[from - 1]?.word ?? '');
  if (isThanked && from < 6) return [...against, ...evidence('is-addressed', previous?.speakerId ?? null, 0.5)];
  if ((isAddress || isWelcomed || isThanked) && words.length - 1 - to <= NEAR)
    return [...against, ...evidence('is-addressed', next?.speakerId ?? null, 0.6)];
  if (isAddress && from < 3) return [...against, ...evidence('is-addressed', previous?.speakerId ?? null, 0.4)];
  if (isEarly && follows(INTRODUCED))
    return [
      ...against,
      ...evidence('is-introduced', newcomer({ turns, index, main })?.speakerId ?? null, isFull ? 1 : 0.6),
    ];

  return isFull || candidates[candidate]!.isOfEpisode ? against : [];
}

const otherTurn = (turns: readonly Turn[], index: number, step: 1 | -1): Turn | undefined => {
  const other = turns[index + step];

  return other && other.speakerId !== turns[index]!.speakerId ? other : undefined;
};

/** Who speaks for the first time soon after, if it is one only. */
function newcomer({ turns, index, main }: Place): Turn | undefined {
  const before = new Set(turns.slice(0, index + 1).map(({ speakerId }) => speakerId));
  const fresh = turns
    .slice(index + 1, index + 1 + SOON)
    .filter(({ speakerId }) => speakerId !== null && main.has(speakerId) && !before.has(speakerId));

  return new Set(fresh.map(({ speakerId }) => speakerId)).size === 1 ? fresh[0] : undefined;
}

const MOST_OF_A_ROLE = 1.5;

/** What hosts and guests say; shared among all candidates of the role. */
function roles(
  turn: Turn,
  speakerId: SpeakerId,
  candidates: readonly Candidate[],
  isOpening: boolean,
  isClosing: boolean,
  known: Map<string, number>,
): Evidence[] {
  const found: Evidence[] = [];
  const add = (role: Candidate['role'], match: RegExpExecArray | null, weight: number) => {
    if (!match) return;
    const key = `${speakerId} ${role}`;
    const before = known.get(key) ?? 0;
    if (before >= MOST_OF_A_ROLE) return;
    known.set(key, before + weight);
    const all = candidates.flatMap((candidate, index) => (candidate.role === role ? [index] : []));
    for (const candidate of all)
      found.push({
        kind: 'opens-show',
        speakerId,
        candidate,
        weight: weight / all.length,
        isFull: false,
        ...placeOf(turn, match.index),
        quote: quoteAt(turn, match.index, match.index + match[0].length),
      });
  };
  if (isOpening) {
    add('host', HOSTING.exec(turn.text), 1);
    add('guest', VISITING.exec(turn.text), 1);
  }
  if (isClosing) {
    add('host', CLOSING.exec(turn.text), 0.5);
    add('guest', VISITING.exec(turn.text), 0.5);
  }

  return found;
}
