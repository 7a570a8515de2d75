import type { ReactNode } from 'react';
import { useState } from 'react';
import { Bell } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Cover } from '../ui/cover.tsx';
import { HUES } from '../ui/hue.ts';
import { MoreButton } from '../ui/more-button.tsx';
import { NamedIcon } from '../ui/named-icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { Slider } from '../ui/slider.tsx';
import { notify } from '../ui/toast.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

const SURFACES = ['canvas', 'surface', 'raised', 'hover', 'skeleton', 'line', 'line-strong'];
const TEXTS = ['ink', 'ink-soft', 'ink-faint', 'accent', 'accent-strong', 'good', 'warn', 'bad'];
const THEMES = ['light', 'dark'] as const;

/** Design tokens and components on one page, in development only. */
export function StyleguidePage() {
  return (
    <PageFrame title="Style guide" className="flex flex-col gap-8">
      <PageTitle title="Style guide" subtitle="Tokens, parts and their states. Not part of the built site." />
      <Part title="Surfaces and lines">
        <Swatches names={SURFACES} />
      </Part>
      <Part title="Text">
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {TEXTS.map((name) => (
            <li key={name} style={{ color: `var(--${name})` }} className="font-medium">
              {name}
            </li>
          ))}
        </ul>
        <p className="text-[28px] leading-9 font-semibold tracking-tight">Page title, 28 px</p>
        <p className="text-[15px] font-semibold">Section heading, 15 px</p>
        <p>Body, 14 px, with tabular figures in times and counts: 00:12:31</p>
        <p className="text-ink-soft text-[13px]">Note, 13 px</p>
        <p className="reading measure">
          What was said, in the reader's size and face, with an <mark className="mark">entity</mark> marked.
        </p>
      </Part>
      <Part title="The 22 hues">
        <div className="grid gap-4 md:grid-cols-2">
          {THEMES.map((theme) => (
            <Hues key={theme} theme={theme} />
          ))}
        </div>
      </Part>
      <Part title="Parts">
        <Parts />
      </Part>
      <Part title="States">
        <States />
      </Part>
    </PageFrame>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-[15px] font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Swatches({ names }: { names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-3">
      {names.map((name) => (
        <li key={name} className="text-center text-[13px]">
          <span
            className="border-line block h-12 w-24 rounded-md border"
            style={{ backgroundColor: `var(--${name})` }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Hues({ theme }: { theme: (typeof THEMES)[number] }) {
  return (
    <ul
      aria-label={`Hues, ${theme}`}
      data-theme={theme}
      className="theme-scope bg-surface border-line flex flex-wrap gap-1.5 rounded-md border p-4"
    >
      {HUES.map((hue) => (
        <li
          key={hue}
          data-hue={hue}
          className="chip flex h-6 items-center gap-1.5 rounded px-2 text-[13px] font-medium"
        >
          <NamedIcon name="Tag" className="size-3.5" />
          {hue}
        </li>
      ))}
    </ul>
  );
}

function Parts() {
  const [text, setText] = useState('');
  const [choice, setChoice] = useState<'one' | 'other'>('one');
  const [value, setValue] = useState(40);

  return (
    <div className="flex flex-col items-start gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="solid">Solid</Button>
        <Button>Outline</Button>
        <Button variant="quiet">Quiet</Button>
        <Button disabled>Disabled</Button>
        <IconButton label="Icon button">
          <Bell aria-hidden="true" className="size-4.5" />
        </IconButton>
        <Button onClick={() => notify('Updated 214 segments.', 'One toast at a time.')}>Show a toast</Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>Plain badge</Badge>
        <Badge tone="accent">12 matches</Badge>
        <Cover src={null} name="Earmark" className="size-12" />
      </div>
      <SearchField placeholder="Search field" value={text} onChange={setText} className="w-80 max-w-full" />
      <SelectField
        label="Select field"
        value={choice}
        options={[
          { value: 'one', label: 'One' },
          { value: 'other', label: 'The other' },
        ]}
        onChange={setChoice}
        className="w-48"
      />
      <Choice
        label="Choice"
        value={choice}
        options={[
          { value: 'one', label: 'One' },
          { value: 'other', label: 'The other' },
        ]}
        onChange={setChoice}
      />
      <Slider
        label="Slider"
        value={value}
        max={100}
        step={1}
        valueText={`${value} of 100`}
        onChange={setValue}
        className="w-60"
      />
    </div>
  );
}

function States() {
  return (
    <div className="grid gap-4 md:grid-cols-2 [&>*]:bg-surface [&>*]:border-line [&>*]:rounded-md [&>*]:border">
      <Loading label="Loading" className="p-4">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="mt-3 h-4 w-4/5" />
      </Loading>
      <Notice title="Nothing here yet" action={<Button>One action</Button>}>
        One line of reason.
      </Notice>
      <Notice failed title="Error loading something" action={<Button>Try again</Button>}>
        503: The database is away.
      </Notice>
      <MoreButton label="Load more" isLoading={false} failure="503: The database is away." onMore={() => undefined} />
    </div>
  );
}
