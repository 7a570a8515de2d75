import type { AssistantPodcast, Citation } from '@earmark/contracts/assistant';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { prefersReducedMotion } from '../kit/media-query.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerCard } from './answer-card.tsx';
import { assistantStatus, uploadedEpisodes } from './assistant.api.ts';
import type { Conversation } from './conversation.ts';
import { DraftCard } from './draft-card.tsx';
import { EpisodePanel } from './episode-panel.tsx';
import { FollowUp } from './follow-up.tsx';
import { OwnAnswers } from './own-answers.tsx';
import { PodcastPicker } from './podcast-picker.tsx';
import { QuestionBox } from './question-box.tsx';
import { EVERYTHING, narrowedTo, scopeSentence, setEpisodes, toggleEpisode, togglePodcast } from './scope.ts';
import type { Scope } from './scope.ts';

const SUGGESTED = [
  'What supplements are recommended?',
  'What books are mentioned?',
  'What are common health tips?',
  'Compare the productivity advice of different guests',
];
const SCROLLS_AFTER_MS = 100;

interface SearchTabProps {
  podcasts: readonly AssistantPodcast[];
  scope: Scope;
  onScope: (scope: Scope) => void;
  question: string;
  onQuestion: (question: string) => void;
  questionRef: RefObject<HTMLTextAreaElement | null>;
  conversation: Conversation;
  openCitation: Citation | null;
  onOpen: (citation: Citation, from: HTMLElement) => void;
}

/** Asks questions about chosen podcasts and episodes. */
export function SearchTab(props: SearchTabProps) {
  const { podcasts, scope, onScope, question, onQuestion, questionRef, conversation, openCitation, onOpen } = props;
  const { answers, draft, stopped, failure, ask, stop, put, remove } = conversation;
  const client = useQueryClient();
  const { data: status } = useQuery(assistantStatus);
  const results = useRef<HTMLElement>(null);
  const [firstOpen] = useState(() => scope.episodeUuids.length > 0);
  const opening = { openCitation, onOpen };
  const isAsking = draft !== null;
  const [asked, setAsked] = useState(0);

  // Also when the answer is there sooner than that.
  useEffect(() => {
    if (asked === 0) return undefined;
    const timer = setTimeout(
      () => results.current?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' }),
      SCROLLS_AFTER_MS,
    );

    return () => clearTimeout(timer);
  }, [asked]);

  const knownEpisodes = (id: string): readonly string[] =>
    (client.getQueryData(uploadedEpisodes(id).queryKey) ?? []).map(({ uuid }) => uuid);
  const send = (text: string, threadId: string | null = null) => {
    if (threadId === null) onQuestion('');
    const episodeUuids = narrowedTo(scope, scope.podcastIds.map(knownEpisodes));
    setAsked((count) => count + 1);
    void ask({
      question: text,
      podcastSeriesIds: scope.podcastIds.length === 0 ? null : scope.podcastIds,
      episodeUuids: episodeUuids.length === 0 ? null : episodeUuids,
      threadId,
    });
  };
  const toggle = (id: string) => onScope(togglePodcast(scope, id, knownEpisodes(id)));

  return (
    <div className="flex flex-col gap-5">
      <div className="bg-surface border-line flex flex-col gap-4 rounded-md border p-4">
        <PodcastPicker
          podcasts={podcasts}
          chosen={scope.podcastIds}
          onToggle={toggle}
          onClear={() => onScope(EVERYTHING)}
        />
        {podcasts
          .filter(({ id }) => scope.podcastIds.includes(id))
          .map((podcast) => (
            <EpisodePanel
              key={podcast.id}
              podcast={podcast}
              chosen={scope.episodeUuids}
              isOpenAtFirst={firstOpen}
              onToggle={(uuid) => onScope(toggleEpisode(scope, uuid))}
              onSet={(uuids, isChosen) => onScope(setEpisodes(scope, uuids, isChosen))}
            />
          ))}
        <p className="text-ink-soft text-[13px]">
          Searching: <span className="text-ink font-medium tabular-nums">{scopeSentence(scope, podcasts)}</span>
        </p>
        <QuestionBox
          ref={questionRef}
          label="Your question"
          placeholder="Ask a question about the podcasts"
          value={question}
          onChange={onQuestion}
          onAsk={(text) => send(text)}
          onStop={
            isAsking
              ? () => {
                  stop();
                  if (question === '' && draft.statements.length === 0) onQuestion(draft.question);
                }
              : null
          }
        />
        <div className="flex flex-wrap gap-2">
          {SUGGESTED.map((suggested) => (
            <Button
              key={suggested}
              onClick={() => {
                onQuestion(suggested);
                questionRef.current?.focus();
              }}
              className="h-auto! min-h-8 py-1 text-left whitespace-normal!"
            >
              {suggested}
            </Button>
          ))}
        </div>
        {status?.note != null && <p className="text-ink-faint text-[13px]">{status.note}</p>}
      </div>
      <section
        ref={results}
        aria-label="Answers"
        // Room to scroll its beginning to the top while the answer is still short.
        className={clsx('flex scroll-mt-4 flex-col gap-4', asked > 0 && 'min-h-[calc(100dvh-8rem)]')}
      >
        {/* Announces what happens; the statements themselves are read at leisure. */}
        <output className="sr-only">
          {isAsking
            ? `Searching. ${draft.statements.length === 0 ? '' : `${draft.statements.length} statements so far.`}`
            : stopped !== null
              ? 'Stopped.'
              : answers[0] !== undefined && `Answered: ${answers[0].question}`}
        </output>
        {draft !== null && <DraftCard draft={draft} {...opening} />}
        {stopped !== null && <DraftCard draft={stopped} isStopped {...opening} />}
        {failure !== null && (
          <Notice
            failed
            title="The question was not answered"
            action={<Button onClick={() => void ask(failure.question)}>Try again</Button>}
            className="bg-surface border-line rounded-md border"
          >
            {failure.why}
          </Notice>
        )}
        {answers.map((answer) => (
          <AnswerCard
            key={answer.id}
            answer={answer}
            {...opening}
            actions={<AnswerActions answer={answer} onChanged={put} onDeleted={() => remove(answer.id)} />}
          >
            <FollowUp isBusy={isAsking} onAsk={(text) => send(text, answer.threadId)} />
          </AnswerCard>
        ))}
        {answers.length === 0 && draft === null && stopped === null && failure === null && (
          <Notice level={2} title="Ready to search">
            Ask a question, or choose podcasts first. Every statement of an answer cites the passage that it comes from,
            and plays it.
          </Notice>
        )}
      </section>
      <OwnAnswers shownHere={new Set(answers.map(({ id }) => id))} onDeleted={() => remove(null)} />
    </div>
  );
}
