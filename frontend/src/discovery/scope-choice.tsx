import type { ApprovalScope, RejectionScope } from '@earmark/contracts/discovery';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { counted } from '../kit/counted.ts';
import { chooseScope, useScopes } from './scopes.ts';

/** Where an approval holds; the choice is remembered. `episodes`: how many it would concern. */
export function ApprovalScopeChoice({ episodes }: { episodes: number }) {
  const { approve } = useScopes();

  return (
    <ScopeChoice<ApprovalScope>
      label="Approve for"
      value={approve}
      options={[
        { value: 'episode', label: theseEpisodes(episodes) },
        { value: 'everywhere', label: 'everywhere' },
      ]}
      onChange={(scope) => chooseScope({ approve: scope })}
    />
  );
}

/** Where a rejection holds. `type`: the display name of the card's category. */
export function RejectionScopeChoice({ type, episodes }: { type: string; episodes: number }) {
  const { reject } = useScopes();

  return (
    <ScopeChoice<RejectionScope>
      label="Reject for"
      value={reject}
      options={[
        { value: 'episode', label: theseEpisodes(episodes) },
        { value: 'everywhere', label: 'this name everywhere' },
        { value: 'category', label: `this name in ${type}` },
      ]}
      onChange={(scope) => chooseScope({ reject: scope })}
    />
  );
}

const theseEpisodes = (episodes: number): string =>
  episodes === 1 ? 'this episode' : `these ${counted(episodes, 'episode')}`;

interface ScopeChoiceProps<Scope extends string> {
  label: string;
  value: Scope;
  options: readonly { readonly value: Scope; readonly label: string }[];
  onChange: (scope: Scope) => void;
}

function ScopeChoice<Scope extends string>({ label, value, options, onChange }: ScopeChoiceProps<Scope>) {
  const isByPointer = useRef(false);

  return (
    <label className="text-ink-soft relative flex items-center gap-1.5">
      {label}
      <select
        value={value}
        onPointerDown={() => {
          isByPointer.current = true;
        }}
        onKeyDown={() => {
          isByPointer.current = false;
        }}
        onChange={(event) => {
          // The keys of the queue wait while a field has the focus.
          if (isByPointer.current) event.currentTarget.blur();
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
        className="bg-surface border-line text-ink h-7 max-w-56 appearance-none truncate rounded-md border pr-6 pl-2 font-medium pointer-coarse:h-11 pointer-coarse:text-base"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="text-ink-faint pointer-events-none absolute top-1/2 right-1.5 size-3.5 -translate-y-1/2"
      />
    </label>
  );
}
