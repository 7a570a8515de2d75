import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { changePreferences, DEFAULT_PREFERENCES, SPEEDS, TEXT_SIZES, usePreferences } from '../kit/preferences.ts';
import type { Preferences } from '../kit/preferences.ts';
import { SelectField } from '../ui/select-field.tsx';
import { useTheme } from '../kit/theme.tsx';
import { formatTimestamp } from '../kit/timestamp.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const FACES = [
  { value: 'sans', label: 'Sans' },
  { value: 'serif', label: 'Serif' },
  { value: 'legible', label: 'Legible' },
] as const;
const TIMES = [
  { value: 'auto', label: 'As short as possible' },
  { value: 'hh:mm:ss', label: 'HH:MM:SS' },
  { value: 'm:ss', label: 'm:ss' },
] as const;
const SWITCH = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

export function PreferencesPage() {
  const preferences = usePreferences();
  const { choice, choose } = useTheme();

  return (
    <PageFrame title="Preferences" className="flex flex-col gap-6 *:max-w-190">
      <PageTitle title="Preferences" subtitle="Kept in this browser, on this device. Changes apply at once." />
      <Group title="Appearance">
        <Setting name="Theme" hint="Light, dark, or the theme of your device.">
          <Choice label="Theme" value={choice} options={THEMES} onChange={choose} />
        </Setting>
      </Group>
      <Group title="Transcript">
        <Sample preferences={preferences} />
        <Setting name="Text size" hint="The size of the words in transcripts and passages.">
          <Choice
            label="Text size"
            value={sizeName(preferences.textSize)}
            options={TEXT_SIZES.map((size) => ({ value: sizeName(size), label: sizeName(size) }))}
            onChange={(name) => {
              const textSize = TEXT_SIZES.find((size) => sizeName(size) === name);
              if (textSize !== undefined) changePreferences({ textSize });
            }}
          />
        </Setting>
        <Setting name="Typeface" hint="Legible uses letters that are hard to confuse.">
          <Choice
            label="Typeface"
            value={preferences.textFace}
            options={FACES}
            onChange={(textFace) => changePreferences({ textFace })}
          />
        </Setting>
        <Setting name="Times" hint="How times in a recording are written.">
          <Choice
            label="Times"
            value={preferences.timeFormat}
            options={TIMES}
            onChange={(timeFormat) => changePreferences({ timeFormat })}
          />
        </Setting>
        <Setting name="Follow along" hint="The transcript keeps the spoken line in view during playback.">
          <OnOff
            label="Follow along"
            value={preferences.followAlong}
            onChange={(followAlong) => changePreferences({ followAlong })}
          />
        </Setting>
      </Group>
      <Group title="Player">
        <Setting name="Playback speed" hint="The speed a podcast starts with until you choose another for it.">
          <SelectField
            label="Playback speed"
            hideLabel
            value={String(preferences.speed)}
            options={SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
            onChange={(speed) => changePreferences({ speed: Number(speed) })}
            className="w-28"
          />
        </Setting>
        <Setting name="Slow while typing" hint="While you correct a transcript, audio plays no faster than 0.75×.">
          <OnOff
            label="Slow while typing"
            value={preferences.slowWhileTyping}
            onChange={(slowWhileTyping) => changePreferences({ slowWhileTyping })}
          />
        </Setting>
        <Setting name="Single-key shortcuts" hint="Space, arrows and letters that act without Ctrl, Alt or ⌘.">
          <OnOff
            label="Single-key shortcuts"
            value={preferences.singleKeys}
            onChange={(singleKeys) => changePreferences({ singleKeys })}
          />
        </Setting>
      </Group>
      <div>
        <Button
          onClick={() => {
            changePreferences(DEFAULT_PREFERENCES);
            choose('system');
          }}
        >
          Reset to defaults
        </Button>
      </div>
    </PageFrame>
  );
}

const sizeName = (size: number): string => `${size}`;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="text-[15px] font-semibold">{title}</h2>
      <div className="bg-surface border-line divide-line mt-3 divide-y rounded-md border">{children}</div>
    </section>
  );
}

function Setting({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-ink-soft text-[13px] text-pretty">{hint}</p>
      </div>
      {children}
    </div>
  );
}

function OnOff({ label, value, onChange }: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return (
    <Choice
      label={label}
      value={value ? 'on' : 'off'}
      options={SWITCH}
      onChange={(chosen) => onChange(chosen === 'on')}
    />
  );
}

function Sample({ preferences }: { preferences: Preferences }) {
  return (
    <figure className="px-4 py-4">
      <figcaption className="sr-only">Sample</figcaption>
      <p className="text-ink-soft flex gap-2 text-[13px]">
        <span className="tabular-nums">{formatTimestamp(4_271_000, preferences.timeFormat)}</span>
        <span className="font-medium">Ada</span>
      </p>
      <p className="reading measure mt-0.5">
        It is not the size of the <mark className="mark">library</mark> that matters, but whether you find the page
        again.
      </p>
    </figure>
  );
}
