import { Tag } from 'lucide-react';
import { createElement } from 'react';
import { namedIcons } from './named-icons.ts';

/** The icon with the stored name; a tag if the name is unknown. */
export function NamedIcon({ name, className }: { name: string; className?: string }) {
  return createElement(namedIcons.get(name) ?? Tag, { 'aria-hidden': true, className });
}
