import { Tag } from 'lucide-react';
import { createElement } from 'react';
import { namedIcons } from './named-icons.ts';

/** The icon with the stored name; a tag when the name is not known. */
export function NamedIcon({ name, className }: { name: string; className?: string }) {
  return createElement(namedIcons.get(name) ?? Tag, { 'aria-hidden': true, className });
}
