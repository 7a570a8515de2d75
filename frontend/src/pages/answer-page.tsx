import type { Answer } from '@earmark/contracts/assistant';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { Link, useNavigate, useParams } from '../kit/router/routing.tsx';
import { AnswerActions } from '../assistant/answer-actions.tsx';
import { AnswerCard } from '../assistant/answer-card.tsx';
import { answerOf, threadOf } from '../assistant/assistant.api.ts';
import { useConversation } from '../assistant/conversation.ts';
import { DraftCard } from '../assistant/draft-card.tsx';
import { FollowUp } from '../assistant/follow-up.tsx';
import { useOpenCitation } from '../assistant/use-open-citation.tsx';
import { isMissing } from '../kit/api.ts';
import { ASSISTANT_PATH } from '../kit/paths.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';

/** An answer that was kept: of one's own with its thread, or one that somebody shared. */
export function AnswerPage() {
  const { id = '' } = useParams();
  const query = useQuery(answerOf(id));

  return (
    <PageFrame title={query.data?.question ?? 'Answer'} className="flex flex-col gap-4">
      <Link to={ASSISTANT_PATH} className={`${buttonClasses('quiet')} -ml-3 self-start`}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        Ask Earmark
      </Link>
      <Fetched
        query={query}
        pending={<RowSkeletons label="Loading the answer" rows={4} />}
        failed={
          isMissing(query.error) ? (
            <Notice
              level={1}
              failed
              title="There is no such answer"
              action={
                <Link to={ASSISTANT_PATH} className={buttonClasses()}>
                  Ask a question
                </Link>
              }
            >
              It was deleted, or it belongs to somebody who does not share it.
            </Notice>
          ) : (
            <LoadingFailed query={query} level={1} title="Could not load the answer" />
          )
        }
      >
        {(answer) => <Thread key={answer.id} answer={answer} />}
      </Fetched>
    </PageFrame>
  );
}

function Thread({ answer }: { answer: Answer }) {
  const { openCitation, onOpen, beside } = useOpenCitation();
  const { data } = useQuery({ ...threadOf(answer.threadId), enabled: answer.isMine });
  const conversation = useConversation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const opening = { openCitation, onOpen };
  const earlier = (data?.answers ?? []).filter(({ id }) => id !== answer.id);
  const all = [...earlier.filter(({ timestamp }) => timestamp < answer.timestamp), answer];
  const later = earlier.filter(({ timestamp }) => timestamp >= answer.timestamp);
  const put = (next: Answer) => {
    client.setQueryData(answerOf(next.id).queryKey, next);
    void client.invalidateQueries({ queryKey: ['assistant', 'thread'] });
  };

  return beside(
    <div className="flex flex-col gap-4">
      <h1 className="sr-only">{answer.question}</h1>
      {[...all, ...later].map((one) => (
        <AnswerCard
          key={one.id}
          answer={one}
          level={2}
          {...opening}
          actions={
            <AnswerActions
              answer={one}
              onChanged={put}
              onDeleted={() => {
                void client.invalidateQueries({ queryKey: ['assistant', 'thread'] });
                navigate(ASSISTANT_PATH);
              }}
            />
          }
        />
      ))}
      {conversation.draft !== null && <DraftCard draft={conversation.draft} {...opening} />}
      {conversation.failure !== null && (
        <p role="alert" className="text-bad">
          {conversation.failure.why}
        </p>
      )}
      {answer.isMine && (
        <div className="bg-surface border-line rounded-md border">
          <FollowUp
            isBusy={conversation.draft !== null}
            onAsk={(question) =>
              void conversation.ask({
                question,
                podcastSeriesIds: null,
                episodeUuids: null,
                threadId: answer.threadId,
              })
            }
          />
        </div>
      )}
    </div>,
  );
}
