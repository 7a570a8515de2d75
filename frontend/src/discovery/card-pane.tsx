import type { CandidateCard } from '@earmark/contracts/discovery';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { counted } from '../kit/counted.ts';
import { formatMoment } from '../kit/date.ts';
import { safeHref } from '../kit/safe-href.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { decidedBy, mayBeApproved, openMembers, statusOf, statusWords } from './card-state.ts';
import { Confidence } from './confidence.tsx';
import { EffectLine } from './effect-line.tsx';
import { MemberEvidence } from './member-evidence.tsx';
import { modelName } from './quality.ts';
import { ApprovalScopeChoice, RejectionScopeChoice } from './scope-choice.tsx';
import { useScopes } from './scopes.ts';
import { TypeChip } from './type-chip.tsx';
import type { MergeTarget, ReviewNotes } from './verdict.ts';

interface CardPaneProps {
  card: CandidateCard;
  type: EntityTypeView | undefined;
  excepted: ReadonlySet<string>;
  notes: ReviewNotes;
  into: MergeTarget | null;
  failure: string | null;
  /** Near matches, buttons, categories and forms. */
  children: ReactNode;
  /** Shown when there is no category of the card's type. */
  onNewType: () => void;
  onExcept: (id: string, isExcepted: boolean) => void;
}

const MEMBERS_SHOWN = 5;

/** A card with its evidence: what it is, what a decision would do, and where it stands. */
export function CardPane(props: CardPaneProps) {
  const { card, type, excepted, notes, into, failure, children, onNewType, onExcept } = props;
  const { name, members, confidence, frequency } = card;
  const scopes = useScopes();
  const [isWhole, setWhole] = useState(false);
  const open = openMembers(card).filter(({ id }) => !excepted.has(id));
  const concerned = open.length > 0 ? open : members;
  const entityIds = concerned.map(({ id }) => id);
  const status = statusOf(card);
  const isTakenOut = members.some((member) => member.isTakenOut);
  const shown = isWhole ? members : members.slice(0, MEMBERS_SHOWN);
  const [first] = members;
  const link = first?.adminUrl ?? first?.suggestedUrl ?? null;
  const correctedEntityType = notes.correctedEntityType || null;
  const chosenType = correctedEntityType ?? card.type;
  const isWithoutCategory = type === undefined && !card.typeExists && correctedEntityType === null;

  return (
    <article aria-label={name} className="flex flex-col gap-3">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="text-xl leading-7 font-semibold wrap-anywhere">{name}</h2>
          <TypeChip name={card.type} exists={card.typeExists} type={type} />
          <StatusBadge card={card} />
        </div>
        <p className="text-ink-soft flex flex-wrap items-center gap-x-4 gap-y-1 text-[13px] tabular-nums">
          <Confidence value={confidence} />
          <span>
            {counted(frequency, 'mention')} in {counted(members.length, 'episode')}
          </span>
          {first !== undefined && <span>{modelName(first)}</span>}
          {link !== null && safeHref(link) !== null && (
            <Outside to={safeHref(link) ?? ''}>{first?.adminUrl === null ? 'Suggested link' : 'Link'}</Outside>
          )}
          <Outside to={`https://en.wikipedia.org/w/index.php?${new URLSearchParams({ search: name })}`}>
            Wikipedia
          </Outside>
          <Outside to={`https://www.wikidata.org/w/index.php?${new URLSearchParams({ search: name })}`}>
            Wikidata
          </Outside>
        </p>
      </header>
      {isTakenOut && (
        <output className="bg-warn-soft text-warn rounded-md px-3 py-2 text-[13px] text-pretty">
          It was taken out of {members.length === 1 ? 'the episode' : 'episodes'} after it was approved. Approve it
          again to put it back, or reject it.
        </output>
      )}
      {failure !== null && <Failure message={`Not saved. ${failure}`} />}
      {isWithoutCategory && (
        <output className="bg-warn-soft text-warn flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3 py-2 text-[13px]">
          <span className="min-w-0 flex-1 basis-60 text-pretty wrap-anywhere">
            There is no category “{card.type}” yet. Create it, or choose another one, before you approve.
          </span>
          <Button onClick={onNewType} data-new-type>
            New Type
          </Button>
        </output>
      )}
      <section aria-label="Effect" className="flex flex-col gap-1.5">
        {(status !== 'approved' || isTakenOut) && (
          <EffectLine
            scope={<ApprovalScopeChoice episodes={concerned.length} />}
            request={
              isWithoutCategory
                ? null
                : {
                    entityIds: concerned.filter(mayBeApproved).map(({ id }) => id),
                    decision: 'approve',
                    scope: scopes.approve,
                    correctedEntityType: chosenType === card.type ? null : chosenType,
                    correctedEntityName: notes.correctedEntityName.trim() || null,
                    entityId: into?.entityId ?? null,
                  }
            }
          />
        )}
        {status !== 'rejected' && (
          <EffectLine
            scope={<RejectionScopeChoice type={type?.displayName ?? card.type} episodes={concerned.length} />}
            request={{ entityIds, decision: 'reject', scope: scopes.reject }}
          />
        )}
      </section>
      {children}
      <section aria-label="Evidence" className="border-line border-t">
        <h3 className="sr-only">Evidence</h3>
        <div className="divide-line divide-y">
          {shown.map((member, at) => (
            <MemberEvidence
              key={member.id}
              member={member}
              isOnly={members.length === 1}
              isFirst={at === 0}
              isExcepted={excepted.has(member.id)}
              onExcept={onExcept}
            />
          ))}
        </div>
        {members.length > shown.length && (
          <Button variant="quiet" onClick={() => setWhole(true)} className="-ml-3">
            Show all {members.length.toLocaleString('en-GB')} episodes
          </Button>
        )}
      </section>
    </article>
  );
}

function StatusBadge({ card }: { card: CandidateCard }) {
  const status = statusOf(card);
  const decided = decidedBy(card);

  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={status === 'approved' ? 'good' : status === 'rejected' ? 'bad' : 'plain'}>
        {status === null ? 'Partly decided' : statusWords[status]}
      </Badge>
      {decided !== null && (
        <span className="text-ink-soft text-[13px]">
          by {decided.who}
          {decided.at !== null && `, ${formatMoment(decided.at)}`}
        </span>
      )}
    </span>
  );
}

function Outside({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="text-accent inline-flex items-center gap-1 underline-offset-2 hover:underline pointer-coarse:py-2"
    >
      {children}
      <ExternalLink aria-hidden="true" className="size-3" />
      <span className="sr-only">(new tab)</span>
    </a>
  );
}
