import { useQuery } from '@tanstack/react-query';
import * as Tabs from 'radix-ui/tabs';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from '../kit/router/routing.tsx';
import { uploadedPodcasts } from '../assistant/assistant.api.ts';
import { BrowseTab } from '../assistant/browse-tab.tsx';
import { useConversation } from '../assistant/conversation.ts';
import { EVERYTHING, scopeOf, withScope } from '../assistant/scope.ts';
import type { Scope } from '../assistant/scope.ts';
import { SearchTab } from '../assistant/search-tab.tsx';
import { TopicsTab } from '../assistant/topics-tab.tsx';
import { useOpenCitation } from '../assistant/use-open-citation.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { TabList } from '../ui/tabs.tsx';

const TABS = [
  { value: 'search', label: 'Search' },
  { value: 'browse', label: 'Browse' },
  { value: 'topics', label: 'Topics' },
] as const;
type Tab = (typeof TABS)[number]['value'];

/** Answers free questions about the transcripts, each statement with the passage that it comes from. */
export function AskPage() {
  const query = useQuery(uploadedPodcasts);
  const [params, setParams] = useSearchParams();
  const conversation = useConversation();
  const { openCitation, onOpen, beside } = useOpenCitation();
  const [question, setQuestion] = useState(params.get('q') ?? '');
  const questionRef = useRef<HTMLTextAreaElement>(null);
  const tab = TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'search';
  const show = (wanted: Tab, scope: Scope) =>
    setParams(
      (known) => {
        const next = withScope(known, scope);
        if (wanted === 'search') next.delete('tab');
        else next.set('tab', wanted);
        next.delete('q');

        return next;
      },
      // Synchronous, so that a checkbox keeps the state that a click gave it.
      { replace: true, preventScrollReset: true, flushSync: true },
    );
  const scope = scopeOf(params);
  /** To the question, which can be changed before it is asked. */
  const prepare = (text: string, wanted: Scope) => {
    if (text !== '') setQuestion(text);
    show('search', wanted);
    requestAnimationFrame(() => questionRef.current?.focus());
  };

  return (
    <PageFrame title="Ask Earmark" className="flex flex-col gap-5">
      <PageTitle
        title="Ask Earmark"
        subtitle="Questions about what was said. Every statement cites its passage, and every citation plays."
      />
      <Fetched
        query={query}
        pending={<RowSkeletons label="Loading podcasts" rows={4} />}
        failed={<LoadingFailed query={query} level={2} title="Could not load the podcasts" />}
        isEmpty={(podcasts) => podcasts.length === 0}
        empty={
          <Notice
            level={2}
            title="Nothing to ask about yet"
            action={
              <Link to="/episodes" className={buttonClasses()}>
                All episodes
              </Link>
            }
          >
            No transcript is available to the assistant yet.
          </Notice>
        }
      >
        {(podcasts) => (
          <Tabs.Root
            value={tab}
            onValueChange={(value) => show(TABS.find((one) => one.value === value)?.value ?? 'search', scope)}
          >
            <TabList label="Ways to ask" tabs={TABS} />
            <Tabs.Content value="search" tabIndex={-1} className="pt-5 outline-none">
              {beside(
                <SearchTab
                  podcasts={podcasts}
                  scope={scope}
                  onScope={(wanted) => show('search', wanted)}
                  question={question}
                  onQuestion={setQuestion}
                  questionRef={questionRef}
                  conversation={conversation}
                  openCitation={openCitation}
                  onOpen={onOpen}
                />,
              )}
            </Tabs.Content>
            <Tabs.Content value="browse" tabIndex={-1} className="pt-5 outline-none">
              <BrowseTab podcasts={podcasts} onSearch={(id) => prepare('', { ...EVERYTHING, podcastIds: [id] })} />
            </Tabs.Content>
            <Tabs.Content value="topics" tabIndex={-1} className="pt-5 outline-none">
              <TopicsTab onSearch={(text) => prepare(text, scope)} />
            </Tabs.Content>
          </Tabs.Root>
        )}
      </Fetched>
    </PageFrame>
  );
}
