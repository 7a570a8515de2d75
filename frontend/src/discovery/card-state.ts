import type { CandidateCard, CandidateCardPage, CandidateStatus, DiscoveredEntity } from '@earmark/contracts/discovery';
import type { InfiniteData } from '@tanstack/react-query';

export type CardPages = InfiniteData<CandidateCardPage, string>;
/** Changes of candidates by id. */
export type MemberChanges = ReadonlyMap<string, Partial<DiscoveredEntity>>;

/** The pages with these candidates changed; pages and cards without any of them stay the same objects. */
export function withChanges(data: CardPages, changes: MemberChanges): CardPages {
  let isSame = true;
  const pages = data.pages.map((page) => {
    if (!page.cards.some((card) => touches(card, changes))) return page;
    isSame = false;

    return { ...page, cards: page.cards.map((card) => (touches(card, changes) ? changed(card, changes) : card)) };
  });

  return isSame ? data : { ...data, pages };
}

const touches = ({ members }: CandidateCard, changes: MemberChanges): boolean =>
  members.some(({ id }) => changes.has(id));

function changed(card: CandidateCard, changes: MemberChanges): CandidateCard {
  const members = card.members.map((member) => ({ ...member, ...changes.get(member.id) }));
  const [first] = members;
  // A card has one name and one category: those of its members, once all have been changed.
  const one = first !== undefined && members.every(({ name, type }) => name === first.name && type === first.type);

  return one
    ? { ...card, members, name: first.name, type: first.type, typeExists: first.typeExists }
    : { ...card, members };
}

/** Members that still have the status that brought the card into its view. */
export const openMembers = ({ members, status }: CandidateCard): readonly DiscoveredEntity[] =>
  members.filter((member) => member.status === status);

/** Whether an approval does anything: one that was taken out of its episode is put back. */
export const mayBeApproved = ({ status, isTakenOut }: DiscoveredEntity): boolean => status !== 'approved' || isTakenOut;

/** Whether everything about the card has been decided since it was loaded. */
export const isDecided = (card: CandidateCard): boolean => openMembers(card).length === 0;

/** The status of all members; null: they differ. */
export function statusOf({ members, status }: CandidateCard): CandidateStatus | null {
  const [first] = members;
  if (first === undefined) return status;

  return members.every((member) => member.status === first.status) ? first.status : null;
}

/** Who made the latest decision on it; null: nobody yet. */
export function decidedBy({ members }: CandidateCard): { who: string; at: string | null } | null {
  const decided = members.filter(({ reviewedBy, status }) => reviewedBy !== null && status !== 'pending');
  const latest = decided.toSorted((one, other) => (other.reviewedAt ?? '').localeCompare(one.reviewedAt ?? ''))[0];

  return latest === undefined ? null : { who: latest.reviewedBy ?? '', at: latest.reviewedAt };
}

/** The place to go to after a decision at `from`: the next card that is open, else the last one before. */
export function nextOpen(cards: readonly CandidateCard[], from: number, skipped: ReadonlySet<string>): number {
  const isNext = (card: CandidateCard) => !isDecided(card) && !skipped.has(card.key);
  const after = cards.findIndex((card, at) => at > from && isNext(card));
  if (after !== -1) return after;
  const before = cards.findLastIndex((card, at) => at < from && isNext(card));

  return before === -1 ? Math.min(from + 1, cards.length - 1) : before;
}

export const bandWords = { high: 'High', medium: 'Medium', low: 'Low' } as const;
export const statusWords = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;
