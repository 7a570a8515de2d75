import { DecisionAnswer } from '@earmark/contracts/discovery';
import type {
  ApprovalScope,
  CandidateCard,
  CandidateStatus,
  DiscoveredEntity,
  RejectionScope,
} from '@earmark/contracts/discovery';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { sendJson } from '../kit/api.ts';
import { counted } from '../kit/counted.ts';
import type { MemberChanges } from './card-state.ts';
import { CANDIDATES } from './discovery.api.ts';

/** What the review form adds to a decision; empty: nothing. */
export interface ReviewNotes {
  readonly adminUrl: string;
  readonly adminNotes: string;
  readonly correctedEntityType: string;
  readonly correctedEntityName: string;
}

export const NO_NOTES: ReviewNotes = {
  adminUrl: '',
  adminNotes: '',
  correctedEntityType: '',
  correctedEntityName: '',
};

/** An entity that the name is added to. */
export interface MergeTarget {
  readonly entityId: string;
  readonly name: string;
}

export type Verdict =
  | {
      readonly kind: 'approve';
      readonly scope: ApprovalScope;
      readonly notes: ReviewNotes;
      /** Null: the name becomes an entity of its own. */
      readonly into: MergeTarget | null;
    }
  | { readonly kind: 'reject'; readonly scope: RejectionScope; readonly adminNotes: string }
  | { readonly kind: 'type'; readonly newType: string; readonly label: string }
  | {
      readonly kind: 'edit';
      readonly name: string;
      readonly type: string;
      readonly status: CandidateStatus;
      readonly url: string;
    };

// Not crypto.randomUUID: browsers have it on https only.
export const newBulkId = (): string =>
  uuidFrom(EARMARK_NAMESPACE, crypto.getRandomValues(new Uint32Array(4)).join(' '));

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/**
 * Sends a decision about these candidates, as one that one undo takes back. Those that have another status by now, because
 * somebody else decided, are left as they are.
 */
export async function sendVerdict(
  verdict: Verdict,
  members: readonly Pick<DiscoveredEntity, 'id' | 'status'>[],
  bulkId: string,
): Promise<DecisionAnswer> {
  const ids = members.map(({ id }) => id);
  const [only] = ids;
  // The members of a card have one status.
  const expectedStatus = members[0]?.status;
  const call = (method: 'POST' | 'PATCH', path: string, body: object) =>
    sendJson(method, `${CANDIDATES}/${path}`, DecisionAnswer, { ...body, expectedStatus, bulkId });
  const one = only !== undefined && ids.length === 1;
  if (verdict.kind === 'approve') {
    const { scope, notes, into } = verdict;
    const body = {
      adminUrl: orNull(notes.adminUrl),
      adminNotes: orNull(notes.adminNotes),
      correctedEntityType: orNull(notes.correctedEntityType),
      correctedEntityName: orNull(notes.correctedEntityName),
      entityId: into?.entityId ?? null,
      scope,
    };

    return one
      ? call('POST', `${only}/approve`, { ...body, createEntity: into === null })
      : call('POST', 'bulk-approve', { ...body, entityIds: ids });
  }
  if (verdict.kind === 'reject') {
    const body = { adminNotes: orNull(verdict.adminNotes), scope: verdict.scope };

    return one ? call('POST', `${only}/reject`, body) : call('POST', 'bulk-reject', { ...body, entityIds: ids });
  }
  const answers: DecisionAnswer[] = [];
  for (const id of ids)
    if (verdict.kind === 'type') answers.push(await call('POST', `${id}/correct-type`, { newType: verdict.newType }));
    else {
      const { name, type, status, url } = verdict;
      answers.push(await call('PATCH', `${id}/edit`, { name, type, status, url: orNull(url) }));
    }

  return {
    success: answers.every(({ success }) => success),
    changed: answers.reduce((sum, { changed }) => sum + changed, 0),
    failed: answers.flatMap(({ failed }) => failed),
    correlationId: bulkId,
  };
}

/** What the page shows of a decision before the server has answered. */
export function changesOf(verdict: Verdict, members: readonly DiscoveredEntity[], who: string): MemberChanges {
  const reviewed = { reviewedBy: who, reviewedAt: new Date().toISOString() };

  return new Map(
    members.map((member): [string, Partial<DiscoveredEntity>] => {
      switch (verdict.kind) {
        case 'approve': {
          const { correctedEntityName, correctedEntityType, adminNotes, adminUrl } = verdict.notes;

          return [
            member.id,
            {
              ...(member.status === 'approved' ? {} : reviewed),
              status: 'approved',
              isTakenOut: false,
              name: orNull(correctedEntityName) ?? member.name,
              type: orNull(correctedEntityType) ?? member.type,
              adminNotes: orNull(adminNotes) ?? member.adminNotes,
              adminUrl: orNull(adminUrl) ?? member.adminUrl,
            },
          ];
        }
        case 'reject':
          return [
            member.id,
            { ...reviewed, status: 'rejected', adminNotes: orNull(verdict.adminNotes) ?? member.adminNotes },
          ];
        case 'type':
          return [member.id, { type: verdict.newType, typeExists: true }];
        case 'edit': {
          const { name, type, status, url } = verdict;

          return [
            member.id,
            { ...(status === member.status ? {} : reviewed), name, type, status, adminUrl: orNull(url) },
          ];
        }
      }
    }),
  );
}

/** The same candidates as they are now. */
export const asTheyAre = (members: readonly DiscoveredEntity[]): MemberChanges =>
  new Map(members.map((member) => [member.id, member]));

/** A finished decision in a few words: Approved “Zettelkasten” in 3 episodes. */
export function sentenceOf(verdict: Verdict, { name }: CandidateCard, members: number): string {
  const where = members === 1 ? '' : ` in ${counted(members, 'episode')}`;
  switch (verdict.kind) {
    case 'approve':
      return verdict.into === null
        ? `Approved “${verdict.notes.correctedEntityName.trim() || name}”${where}`
        : `Added “${name}” as another name of ${verdict.into.name}`;
    case 'reject':
      return `Rejected “${name}”${where}`;
    case 'type':
      return `Moved “${name}” to ${verdict.label}`;
    case 'edit':
      return `Changed “${name}”`;
  }
}
