import { formatClock } from '@earmark/contracts/kit';
import type { RecordedSegment, SpeakerId, SpeakerMapping, StepReport } from '@earmark/contracts/transcripts';
import { isGenericLabel } from '../formats/speaker-names.ts';
import type { Candidate } from './candidates.ts';
import { evidenceIn } from './evidence.ts';
import { folded } from './person-names.ts';
import { isOfRole, type Evidence } from './role-evidence.ts';
import { mainLabels, turnsOf } from './turns.ts';

interface Choice {
  readonly candidate: number;
  readonly confidence: number;
  /** Because the other one is somebody else. */
  readonly isOneLeft: boolean;
}

export interface Identified {
  readonly mappings: readonly SpeakerMapping[];
  readonly report: Omit<StepReport, 'outcome'>;
}

const ENOUGH = 0.8;
/** For the host, where a host and a guest are the only two who speak. */
const ENOUGH_OF_TWO = 0.6;
/** How much evidence counts as none; less where everybody else speaks of the candidate as of somebody else. */
const DOUBT = 0.5;
const LITTLE_DOUBT = 0.2;
/** Of the names that are said; what hosts and guests say does not tell one from another. */
const LEAST_NAMED = 0.6;
const ADDRESSED_ONCE = 0.4;
/** Evidence of a role that only the words of a host or guest at the beginning give. */
const OPENED = 0.9;
const SHOWN_EVIDENCE = 3;

/**
 * Names for generic labels, by what is said in the transcript. A name is given to one label at most, and only with
 * evidence; real names stay.
 */
export async function identifySpeakers(
  segments: readonly RecordedSegment[],
  speakers: ReadonlyMap<SpeakerId, string>,
  candidates: readonly Candidate[],
): Promise<Identified> {
  const turns = turnsOf(segments);
  const speaking = new Set(turns.flatMap(({ speakerId }) => speakerId ?? []));
  const generic = [...speaking].filter((id) => isGenericLabel(speakers.get(id) ?? ''));
  if (generic.length === 0)
    return { mappings: [], report: { sentence: 'No speaker needs a name', details: [], warnings: [] } };
  const named = new Set([...speaking].flatMap((id) => (generic.includes(id) ? [] : folded(speakers.get(id) ?? ''))));
  const free = candidates.filter(({ name }) => !named.has(folded(name)));
  const main = mainLabels(turns);
  const scores = new Scores(
    generic,
    main,
    free,
    (await evidenceIn(turns, free)).filter(({ speakerId }) => generic.includes(speakerId)),
  );

  const chosen = new Map<SpeakerId, Choice>();
  for (const speakerId of generic)
    free.forEach((_, candidate) => {
      const confidence = scores.confidence(speakerId, candidate);
      if (confidence >= ENOUGH && scores.isNamed(speakerId, candidate))
        chosen.set(speakerId, { candidate, confidence, isOneLeft: false });
    });
  const two = [...main];
  if (two.length === 2 && two.every((label) => generic.includes(label))) hostAndGuest(two, free, scores, chosen);

  const mappings = generic.flatMap((speakerId): SpeakerMapping[] => {
    const choice = chosen.get(speakerId);
    if (!choice) return [];
    const { candidate, confidence, isOneLeft } = choice;
    return [
      {
        speakerId,
        from: speakers.get(speakerId)!,
        to: free[candidate]!.name,
        confidence: Math.round(confidence * 100) / 100,
        evidence: [
          ...scores.best(speakerId, candidate).map(({ kind, segmentId, startMs }) => ({ kind, segmentId, startMs })),
          ...(isOneLeft ? [{ kind: 'only-one-left', segmentId: null, startMs: null } as const] : []),
        ],
      },
    ];
  });
  const details = generic.map((speakerId) => {
    const label = speakers.get(speakerId)!;
    const choice = chosen.get(speakerId);
    if (!choice) return `${label}: not enough evidence for a name`;
    const [best] = scores.best(speakerId, choice.candidate);
    const why = best?.quote ? `: “${best.quote}” at ${formatClock(best.startMs ?? 0)}` : '';
    return `${label} → ${free[choice.candidate]!.name} (${choice.confidence.toFixed(2)})${why}`;
  });
  const of = generic.length === 1 ? '1 speaker' : `${generic.length} speakers`;

  return { mappings, report: { sentence: `Mapped ${mappings.length} of ${of}`, details, warnings: [] } };
}

class Scores {
  private readonly table = new Map<SpeakerId, number[]>();
  constructor(
    private readonly labels: readonly SpeakerId[],
    private readonly main: ReadonlySet<SpeakerId>,
    private readonly candidates: readonly Candidate[],
    private readonly evidence: readonly Evidence[],
  ) {
    for (const label of labels)
      this.table.set(
        label,
        candidates.map(() => 0),
      );
    for (const { speakerId, candidate, weight } of evidence) this.table.get(speakerId)![candidate]! += weight;
  }

  /** How much of what speaks for this pair is left beside everything that speaks for others. */
  confidence(label: SpeakerId, candidate: number): number {
    const own = this.of(label, candidate);
    const ofLabels = this.labels.reduce((sum, other) => sum + this.of(other, candidate), 0);
    const ofCandidates = this.candidates.reduce((sum, _, other) => sum + this.of(label, other), 0);
    const others = this.labels.filter((other) => this.main.has(other)).filter((other) => other !== label);
    const areExcluded = others.length > 0 && others.every((other) => this.speaksOf(other, candidate));

    return own / (Math.max(ofLabels, ofCandidates) + (areExcluded ? LITTLE_DOUBT : DOUBT));
  }

  /** Whether the name was said, so that it speaks for this label. */
  isNamed(label: SpeakerId, candidate: number, least = LEAST_NAMED): boolean {
    const own = this.evidence.filter((one) => one.speakerId === label && one.candidate === candidate && one.weight > 0);
    const said = own.filter((one) => !isOfRole(one));
    const introductions = said.filter(({ kind }) => kind === 'introduces-self');
    // Somebody else of that first name may be speaking, of whom nothing is known.
    const isHim =
      this.candidates[candidate]!.isOfEpisode ||
      introductions.length > 0 ||
      said.some(({ isFull }) => isFull) ||
      own.filter(isOfRole).reduce((sum, { weight }) => sum + weight, 0) >= OPENED;
    // An advertisement may follow the words that introduce a guest.
    const counted = this.main.has(label) ? said : introductions;

    return isHim && counted.reduce((sum, { weight }) => sum + weight, 0) >= least;
  }

  /** Whether the label speaks of the candidate as of somebody else, rather than being the candidate. */
  speaksOf(label: SpeakerId, candidate: number): boolean {
    return this.table.get(label)![candidate]! < 0;
  }

  best(label: SpeakerId, candidate: number): Evidence[] {
    return this.evidence
      .filter((one) => one.speakerId === label && one.candidate === candidate && one.weight > 0)
      .toSorted((one, other) => other.weight - one.weight)
      .slice(0, SHOWN_EVIDENCE);
  }

  private of(label: SpeakerId, candidate: number): number {
    return Math.max(0, this.table.get(label)![candidate]!);
  }
}

/** One host, one guest and two who say more than a few words: when it is clear enough who is the host, the other one is the guest. */
function hostAndGuest(
  labels: readonly SpeakerId[],
  candidates: readonly Candidate[],
  scores: Scores,
  chosen: Map<SpeakerId, Choice>,
): void {
  const of = (role: Candidate['role']) => candidates.flatMap((one, index) => (one.role === role ? [index] : []));
  const [hosts, guests] = [of('host'), of('guest')];
  if (hosts.length !== 1 || guests.length !== 1) return;
  const [host, guest] = [hosts[0]!, guests[0]!];
  for (const [one, other] of [labels, labels.toReversed()] as [SpeakerId, SpeakerId][]) {
    const confidence = scores.confidence(one, host);
    const isOther = scores.confidence(other, host) >= ENOUGH_OF_TWO || scores.confidence(one, guest) >= ENOUGH_OF_TWO;
    if (confidence < ENOUGH_OF_TWO || isOther) continue;
    // The title may name somebody who is only spoken about, and then both do.
    if (!scores.speaksOf(one, guest) || scores.speaksOf(other, guest)) continue;
    if (!scores.isNamed(other, guest, ADDRESSED_ONCE)) continue;

    if (!chosen.has(one)) chosen.set(one, { candidate: host, confidence, isOneLeft: false });
    if (!chosen.has(other)) chosen.set(other, { candidate: guest, confidence, isOneLeft: true });
  }
}
