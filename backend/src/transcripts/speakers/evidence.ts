import type { SpeakerId } from '@earmark/contracts/transcripts';
import { giveWay } from '../../kit/in-turns.ts';
import type { Candidate } from './candidates.ts';
import { NameFinder, type Spoken } from './name-finder.ts';
import { rolesIn, type Evidence } from './role-evidence.ts';
import { mainLabels, openingOf, placeOf, quoteAt, type Turn } from './turns.ts';

/** How much a passage says: what people say of themselves most; once is enough only for a whole name, early on. */
const WEIGHT = {
  selfInFull: 3,
  selfInFullLate: 1.2,
  self: 1.8,
  selfLate: 0.5,
  thisIsInFull: 2.5,
  thisIs: 1,
  introducedInFull: 1,
  introduced: 0.6,
  answers: 0.6,
  thanked: 0.5,
  isAnswered: 0.4,
  speaksOfThem: -0.5,
};
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
    found.push(...rolesIn(turn, speakerId, candidates, index < opening, index >= turns.length - opening, roleWeights));
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
    if (isFull) return evidence('introduces-self', me, isEarly ? WEIGHT.selfInFull : WEIGHT.selfInFullLate);
    return evidence('introduces-self', me, isEarly ? WEIGHT.self : WEIGHT.selfLate);
  }
  const shows = follows(THIS_IS);
  const rest = words[to + 1]?.word ?? '';
  if (shows && isEarly && !['my', 'our', 'who', 'he', 'she', 'the', 'a'].includes(rest))
    return evidence('introduces-self', me, isFull ? WEIGHT.thisIsInFull : WEIGHT.thisIs);

  const against = evidence('is-addressed', me, WEIGHT.speaksOfThem);
  const next = otherTurn(turns, index, 1);
  const previous = otherTurn(turns, index, -1);
  const isAddress = words[from]!.opens && words[to]!.closes;
  const isThanked =
    THANKS.has(words[from - 1]?.word ?? '') ||
    (words[from - 1]?.word === 'you' && THANKS.has(words[from - 2]?.word ?? ''));
  const isWelcomed = ['welcome', 'hi', 'hello', 'hey'].includes(words[from - 1]?.word ?? '');
  if (isThanked && from < 6)
    return [...against, ...evidence('is-addressed', previous?.speakerId ?? null, WEIGHT.thanked)];
  if ((isAddress || isWelcomed || isThanked) && words.length - 1 - to <= NEAR)
    return [...against, ...evidence('is-addressed', next?.speakerId ?? null, WEIGHT.answers)];
  if (isAddress && from < 3)
    return [...against, ...evidence('is-addressed', previous?.speakerId ?? null, WEIGHT.isAnswered)];
  if (isEarly && follows(INTRODUCED))
    return [
      ...against,
      ...evidence(
        'is-introduced',
        newcomer({ turns, index, main })?.speakerId ?? null,
        isFull ? WEIGHT.introducedInFull : WEIGHT.introduced,
      ),
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
