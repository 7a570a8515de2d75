import type { DirectoryChoice } from '@earmark/contracts/series';
import { FileUp } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { counted } from '../../kit/counted.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { feedsOfOpml, MAX_FEEDS, MAX_OPML_BYTES, typedFeeds } from './typed-feeds.ts';

interface DirectorySearchFormProps {
  /** What was searched for last. */
  q: string;
  /** Null: the default one. */
  directory: string | null;
  choices: readonly DirectoryChoice[];
  /** Whether it was just returned to, so that the focus follows. */
  takesFocus: boolean;
  onSearch: (q: string, directory: string | null) => void;
  onFeeds: (feeds: string[]) => void;
  onOpml: (opml: string) => void;
}

/** A name to search for, or feed addresses, or an OPML file that is dropped on it. */
export function DirectorySearchForm(props: DirectorySearchFormProps) {
  const { q, directory, choices, takesFocus, onSearch, onFeeds, onOpml } = props;
  const [text, setText] = useState(q);
  const [lastQ, setLastQ] = useState(q);
  const [fault, setFault] = useState<string | null>(null);
  const [opml, setOpml] = useState<{ name: string; text: string; feeds: number } | null>(null);
  // Back and Forward change it too.
  if (lastQ !== q) {
    setLastQ(q);
    setText(q);
  }
  const field = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const faultId = useId();
  const feeds = typedFeeds(text);
  // The address of a feed is read whichever directory is chosen.
  const offered = choices.filter(({ name, configured, isDefault }) => isDefault || (configured && name !== 'rss'));
  const chosen = directory ?? offered.find(({ isDefault }) => isDefault)?.name ?? '';
  const type = (typed: string) => {
    setText(typed);
    setFault(null);
  };

  const submit = () => {
    if (text.trim() === '') {
      setFault('Please enter a podcast name to search');
      field.current?.focus();
    } else if (feeds.length > MAX_FEEDS) setFault(`At most ${MAX_FEEDS} feeds can be added at a time.`);
    else if (feeds.length > 1) {
      onFeeds(feeds);
      setText('');
    } else onSearch(feeds[0] ?? text.trim(), directory);
  };
  const take = async (dropped: File) => {
    setFault(null);
    setOpml(null);
    if (dropped.size > MAX_OPML_BYTES) return setFault(`${dropped.name} is larger than 1 MB.`);
    const content = await dropped.text();
    const listed = feedsOfOpml(content);
    if (listed === 0) return setFault(`${dropped.name} lists no feeds. An OPML file that a podcast app exports does.`);
    setOpml({ name: dropped.name, text: content, feeds: listed });
  };

  return (
    <FileDrop label="Drop the OPML file to add its podcasts" onFile={(dropped) => void take(dropped)}>
      <form
        aria-label="Search for podcasts"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onPaste={(event) => {
          // A text field would join the lines.
          const pasted = event.clipboardData.getData('text');
          if (!/\S\s*\n\s*\S/.test(pasted)) return;
          event.preventDefault();
          type(`${text} ${pasted}`.trim().replaceAll(/\s+/g, ' '));
        }}
        className="bg-surface border-line flex flex-col gap-2 rounded-md border p-4 pb-3"
      >
        <div className="flex flex-wrap items-end gap-2">
          <SearchField
            ref={field}
            placeholder="Podcast name or feed address"
            value={text}
            onChange={type}
            describedBy={fault === null ? undefined : faultId}
            className="min-w-0 grow basis-56"
          />
          {offered.length > 1 && (
            <SelectField
              label="Directory"
              hideLabel
              value={chosen}
              options={offered.map(({ name, label }) => ({ value: name, label }))}
              onChange={(name) => onSearch(q, name)}
              className="w-44 max-sm:grow"
            />
          )}
          <Button type="submit" variant="solid" className="h-9">
            {feeds.length > 1 ? `Add ${counted(feeds.length, 'podcast')}` : 'Search'}
          </Button>
        </div>
        {fault !== null && (
          <div id={faultId}>
            <Failure message={fault} />
          </div>
        )}
        <div className="text-ink-faint flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-[13px]">
          <p className="min-w-0 text-pretty">Or paste one feed address or several, or drop an OPML file here.</p>
          <input
            ref={file}
            type="file"
            accept=".opml,.xml,text/xml,text/x-opml"
            aria-label="OPML file"
            hidden
            onChange={({ currentTarget }) => {
              const [given] = currentTarget.files ?? [];
              // Lets the user choose the same file again after fixing it.
              currentTarget.value = '';
              if (given !== undefined) void take(given);
            }}
          />
          <Button variant="quiet" onClick={() => file.current?.click()} className="-mr-3 max-sm:-ml-3">
            <FileUp aria-hidden="true" className="size-4" />
            Choose an OPML file
          </Button>
        </div>
        {opml !== null && (
          <section
            aria-label="OPML file"
            className="bg-canvas border-line flex flex-wrap items-center justify-between gap-3 rounded-md border p-3"
          >
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{opml.name}</span> lists {counted(opml.feeds, 'feed')}.
            </p>
            <div className="flex gap-2">
              <Button onClick={() => setOpml(null)}>Cancel</Button>
              <Button
                variant="solid"
                onClick={() => {
                  onOpml(opml.text);
                  setOpml(null);
                }}
              >
                Add {counted(opml.feeds, 'podcast')}
              </Button>
            </div>
          </section>
        )}
      </form>
    </FileDrop>
  );
}
