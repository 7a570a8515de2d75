import type { SegmentId, SpeakerEvidence, SpeakerId } from '@earmark/contracts/transcripts';
import type { Candidate } from './candidates.ts';
import { placeOf, quoteAt, type Turn } from './turns.ts';

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
export const isOfRole = ({ kind }: Evidence): boolean => kind === 'opens-show' || kind === 'visits-show';

const HOSTING =
  /\bwelcome (?:back )?to\b|\byou(?:['’]re| are) listening to\b|\bi(?:['’]m| am) your host\b|\b(?:on|in) (?:today['’]s|this) (?:show|episode)\b|\b(?:my|our) guests?\b|\bjoined (?:today )?by\b|\bherzlich willkommen\b|\bbienvenid[oa]s\b|\bbienvenue\b/i;
const CLOSING =
  /\b(?:thanks|thank you)(?: so much| very much)? for (?:coming|joining|being|listening|tuning)\b|\bsee you next (?:week|time)\b/i;
const VISITING =
  /\b(?:thanks|thank you)(?: so much| very much| guys| all)?(?:,? \p{L}+)? for (?:having|inviting) (?:me|us)\b|\b(?:glad|happy|great|good|excited|honou?red|thrilled|pleasure|pleased) to be (?:here|on the (?:show|podcast))\b/iu;

const MOST_OF_A_ROLE = 1.5;

/** What hosts and guests say; shared among all candidates of the role. */
export function rolesIn(
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
        kind: role === 'host' ? 'opens-show' : 'visits-show',
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
