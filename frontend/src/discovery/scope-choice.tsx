import type { ReactNode } from 'react';
import { Choice } from '../ui/choice.tsx';
import { chooseScope, useScopes } from './scopes.ts';

/** Where an approval and a rejection hold; the choice is remembered. `type`: the display name of the card's category. */
export function ScopeChoice({ type }: { type: string }) {
  const { approve, reject } = useScopes();

  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <Labelled label="Approve for">
        <Choice
          label="Approve for"
          value={approve}
          options={[
            { value: 'episode', label: 'This episode' },
            { value: 'everywhere', label: 'Everywhere' },
          ]}
          onChange={(scope) => chooseScope({ approve: scope })}
        />
      </Labelled>
      <Labelled label="Reject for">
        <Choice
          label="Reject for"
          value={reject}
          options={[
            { value: 'episode', label: 'This episode' },
            { value: 'everywhere', label: 'This name everywhere' },
            { value: 'category', label: `This name in ${type}` },
          ]}
          onChange={(scope) => chooseScope({ reject: scope })}
        />
      </Labelled>
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <span aria-hidden="true" className="text-ink-faint text-[13px]">
        {label}
      </span>
      {children}
    </div>
  );
}
