import * as Tabs from 'radix-ui/tabs';

interface TabListProps<Value extends string> {
  /** Accessible name. */
  label: string;
  tabs: readonly { readonly value: Value; readonly label: string }[];
}

/** The tabs of a page, inside `Tabs.Root`. */
export function TabList<Value extends string>({ label, tabs }: TabListProps<Value>) {
  return (
    <Tabs.List aria-label={label} className="border-line flex gap-1 overflow-x-auto border-b">
      {tabs.map((tab) => (
        <Tabs.Trigger
          key={tab.value}
          value={tab.value}
          className="text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink -mb-px h-10 shrink-0 border-b-2 border-transparent px-3 font-medium whitespace-nowrap max-sm:flex-auto max-sm:px-1 max-sm:text-[13px] focus-visible:-outline-offset-2 pointer-coarse:h-11"
        >
          {tab.label}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
