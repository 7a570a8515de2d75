const SYNTAX: readonly (readonly [example: string, meaning: string])[] = [
  ['supply chain', 'both words, anywhere in a passage'],
  ['"supply chain"', 'exactly these words, one after the other'],
  ['tea OR coffee', 'either word'],
  ['tea NOT milk · tea -milk', 'the first without the second'],
  ['(tea OR coffee) milk', 'parentheses group'],
  ['econom*', 'every word that begins so'],
  ['tea near/5 milk', 'at most five words apart'],
  ['speaker:"Ann Lee"', 'a filter: speaker, podcast, episode, entity or category'],
  ['after:2025 before:2026-03-31', 'published in this time'],
];

/** What the box understands. */
export function SearchHelp({ id }: { id: string }) {
  return (
    <dl id={id} className="mt-3 grid gap-x-6 gap-y-1 text-[13px] sm:grid-cols-[max-content_1fr]">
      {SYNTAX.map(([example, meaning]) => (
        <div key={example} className="grid sm:col-span-2 sm:grid-cols-subgrid">
          <dt>
            <code className="bg-hover rounded px-1">{example}</code>
          </dt>
          <dd className="text-ink-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
