import type { PipelineRunView } from '@earmark/contracts/pipeline';
import { clsx } from 'clsx';
import { ArrowDown, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { counted } from '../kit/counted.ts';
import { useDebounced } from '../kit/debounced.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { LogChunk } from './log-chunk.tsx';
import { LogSearch } from './log-search.tsx';
import { isActive } from './pipeline.api.ts';
import { CHUNK_LINES, chunksOf, groupsOf, matchesOf, patternOf } from './run-log.ts';
import type { LogGroup, LogLine } from './run-log.ts';
import { useStickToBottom } from '../kit/stick-to-bottom.ts';

const SETTLES_AFTER_MS = 150;
/** Lines of a step up to which none is left out of the document. */
const FEW_LINES = 4 * CHUNK_LINES;

/** All lines of a run by step. A failed step is opened and shown first; a running one is followed while its end is in view. */
export function RunLogPanel({ run, lines }: { run: PipelineRunView; lines: readonly LogLine[] }) {
  const isGrowing = isActive(run);
  const groups = useMemo(() => groupsOf(lines), [lines]);
  const { isOpen, toggle, setAll } = useOpenGroups(groups, run.status);
  const [text, setText] = useState('');
  const settled = useDebounced(text, SETTLES_AFTER_MS);
  const pattern = useMemo(() => patternOf(settled), [settled]);
  const matches = useMemo(() => matchesOf(groups, pattern), [groups, pattern]);
  const [chosen, setChosen] = useState<{ pattern: RegExp | null; at: number }>({ pattern: null, at: 0 });
  const at = chosen.pattern === pattern ? Math.min(chosen.at, Math.max(0, matches.length - 1)) : 0;
  const current = matches[at] ?? null;
  const currentId = current?.id ?? null;
  const { box, content, onScroll, isStuck, stick, unstick } = useStickToBottom(isGrowing);

  useEffect(() => {
    if (currentId !== null) showIn(box.current, `[data-line="${CSS.escape(currentId)}"]`);
  }, [box, currentId]);
  const failed = run.status === 'failed' ? groups.findLast(({ hasFailed }) => hasFailed)?.key : undefined;
  useEffect(() => {
    if (failed !== undefined) showIn(box.current, `[data-group="${CSS.escape(failed)}"]`, 'start');
  }, [box, failed]);

  const step = (by: 1 | -1) => {
    unstick();
    const next = matches.length === 0 ? 0 : (at + by + matches.length) % matches.length;
    setChosen({ pattern, at: next });
  };
  const areAllOpen = groups.every(isOpen);

  return (
    <section aria-label="Log" className="border-line border-t">
      <div className="border-line flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
        <h3 className="font-semibold">Log</h3>
        <span className="text-ink-faint text-[13px] tabular-nums">{counted(lines.length, 'line')}</span>
        <Button
          variant="quiet"
          onClick={() => {
            unstick();
            setAll(!areAllOpen);
          }}
          disabled={groups.length === 0}
        >
          {areAllOpen ? 'Collapse all' : 'Expand all'}
        </Button>
        <LogSearch
          text={text}
          count={matches.length}
          at={at}
          onText={(wanted) => {
            unstick();
            setText(wanted);
          }}
          onStep={step}
        />
      </div>
      <div className="relative">
        <section
          ref={box}
          onScroll={onScroll}
          aria-label="Lines of the log"
          // Focusable, so that it can be scrolled with the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="max-h-[min(600px,75dvh)] min-h-40 overflow-y-auto focus-visible:-outline-offset-2"
        >
          <div ref={content} className="pb-3">
            {groups.map((group) => (
              <Group
                key={group.key}
                group={group}
                isOpen={isOpen(group) || current?.group === group.key}
                onToggle={() => {
                  unstick();
                  toggle(group);
                }}
                box={box}
                pattern={pattern}
                current={current?.group === group.key ? current.id : null}
                matches={pattern === null ? null : matches.filter((match) => match.group === group.key).length}
              />
            ))}
            {groups.length === 0 && (
              <p className="text-ink-soft px-4 py-6 text-center">
                {run.status === 'queued' ? 'Waiting for its turn.' : 'No lines yet.'}
              </p>
            )}
          </div>
        </section>
        {isGrowing && !isStuck && (
          <Button className="shadow-float absolute bottom-3 left-1/2 -translate-x-1/2" onClick={stick}>
            <ArrowDown aria-hidden="true" className="size-4" />
            Jump to the newest line
          </Button>
        )}
      </div>
    </section>
  );
}

interface GroupProps {
  group: LogGroup;
  isOpen: boolean;
  onToggle: () => void;
  box: RefObject<HTMLElement | null>;
  pattern: RegExp | null;
  current: string | null;
  /** Null: nothing is searched for. */
  matches: number | null;
}

function Group({ group, isOpen, onToggle, box, pattern, current, matches }: GroupProps) {
  const { key, title, lines, hasFailed, warnings } = group;
  const chunks = useMemo(() => chunksOf(lines), [lines]);

  return (
    <div data-group={key}>
      <h4 className="bg-surface sticky top-0 z-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="hover:bg-hover flex min-h-8 w-full items-center gap-2 px-3 py-1 text-left text-[13px] font-medium focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
        >
          <ChevronRight
            aria-hidden="true"
            className={clsx('size-4 shrink-0 transition-transform duration-150', isOpen && 'rotate-90')}
          />
          <span className="min-w-0 wrap-anywhere">{title}</span>
          {hasFailed && <Badge tone="bad">Failed</Badge>}
          {warnings > 0 && <Badge tone="warn">{counted(warnings, 'warning')}</Badge>}
          <span className="text-ink-faint ml-auto font-normal whitespace-nowrap tabular-nums">
            {matches === null
              ? counted(lines.length, 'line')
              : `${counted(matches, 'match', 'matches')} in ${counted(lines.length, 'line')}`}
          </span>
        </button>
      </h4>
      {isOpen &&
        chunks.map((chunk) => (
          <LogChunk
            key={chunk[0]!.id}
            lines={chunk}
            box={box}
            isKept={lines.length <= FEW_LINES}
            pattern={pattern}
            current={current !== null && chunk.some(({ id }) => id === current) ? current : null}
          />
        ))}
    </div>
  );
}

/** Which groups are open: those that the reader opened, the failed one, the running one and those seen while they ran. */
function useOpenGroups(groups: readonly LogGroup[], status: PipelineRunView['status']) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = ({ key, hasFailed }: LogGroup): boolean =>
    chosen.get(key) ?? (status === 'failed' ? hasFailed : status !== 'running' && status !== 'queued');
  const newest = groups.at(-1);
  // It stays open when the next step begins, since somebody may be reading it.
  const wasFollowed = useRef<string | null>(null);
  useEffect(() => {
    if (status !== 'running' || newest === undefined || wasFollowed.current === newest.key) return;
    wasFollowed.current = newest.key;
    setChosen((known) => (known.has(newest.key) ? known : new Map([...known, [newest.key, true]])));
  }, [newest, status]);

  return {
    isOpen,
    toggle: (group: LogGroup) => setChosen((known) => new Map([...known, [group.key, !isOpen(group)]])),
    setAll: (open: boolean) => setChosen(new Map(groups.map(({ key }) => [key, open]))),
  };
}

/** Scrolls the box, and nothing around it. */
function showIn(box: HTMLElement | null, selector: string, where: 'center' | 'start' = 'center'): void {
  const wanted = box?.querySelector(selector);
  if (box === null || wanted === null || wanted === undefined) return;
  const { top, height } = wanted.getBoundingClientRect();
  const offset = top - box.getBoundingClientRect().top;
  box.scrollTop += where === 'start' ? offset : offset - (box.clientHeight - height) / 2;
}
