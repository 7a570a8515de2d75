import {
  type CandidateFacts,
  type CandidateId,
  type CandidateReview,
  type DiscoveryEvent,
} from '@earmark/contracts/discovery';

/** A name proposed as an entity of an episode, and what people say about it. */
export interface Candidate {
  readonly foldedName: string;
  readonly facts: CandidateFacts;
  readonly review: CandidateReview;
}

export type Candidates = Map<CandidateId, Candidate>;

/** What people say about a candidate before they say anything. */
export const unreviewed = ({ name, type }: CandidateFacts): CandidateReview => ({
  status: 'pending',
  name,
  type,
  url: null,
  notes: null,
  scope: null,
  added: null,
});

/** Changes the map. */
export function evolveCandidates(candidates: Candidates, event: DiscoveryEvent): void {
  const { candidateId } = event.data;
  if (event.type === 'EntityDiscovered') {
    const { foldedName, facts } = event.data;
    const known = candidates.get(candidateId);
    candidates.set(candidateId, { foldedName, facts, review: foundAgain(known, facts) });
    return;
  }
  const known = candidates.get(candidateId)!;
  const review = event.type === 'EntityTypeCorrected' ? { ...known.review, type: event.data.to } : event.data.to;
  candidates.set(candidateId, { ...known, review });
}

/** Better facts replace the name and the type as long as people have not. */
export function foundAgain(known: Candidate | undefined, facts: CandidateFacts): CandidateReview {
  if (!known) return unreviewed(facts);
  const { review, facts: before } = known;

  return {
    ...review,
    name: review.name === before.name ? facts.name : review.name,
    type: review.type === before.type ? facts.type : review.type,
  };
}
