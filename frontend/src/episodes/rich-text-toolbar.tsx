import { useEditorState } from '@tiptap/react';
import type { Editor } from '@tiptap/react';
import { clsx } from 'clsx';
import { Bold, Heading2, Heading3, Italic, Link, List, ListOrdered, Unlink } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { IconButton } from '../ui/button.tsx';
import { LinkForm } from './link-form.tsx';

interface Format {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOn: (editor: Editor) => boolean;
  readonly toggle: (editor: Editor) => void;
}

const FORMATS: readonly Format[] = [
  {
    label: 'Bold',
    icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    toggle: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    toggle: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Heading',
    icon: Heading2,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    toggle: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Subheading',
    icon: Heading3,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    toggle: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'Bullet list',
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    toggle: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    toggle: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

/** Formatting for the selected text. */
export function RichTextToolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const { on, isInLink } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: FORMATS.filter(({ isOn }) => isOn(current)).map(({ label }) => label),
      isInLink: current.isActive('link'),
    }),
  });

  return (
    <>
      <fieldset className="border-line flex flex-wrap border-b p-1 sm:gap-0.5">
        <legend className="sr-only">Formatting</legend>
        {FORMATS.map(({ label, icon: Icon, toggle }) => (
          <IconButton
            key={label}
            label={label}
            onMouseDown={keepCaret}
            aria-pressed={on.includes(label)}
            onClick={() => toggle(editor)}
            className={look(on.includes(label))}
          >
            <Icon aria-hidden="true" className="size-4" />
          </IconButton>
        ))}
        <IconButton
          label={isInLink ? 'Edit link' : 'Add link'}
          onMouseDown={keepCaret}
          aria-expanded={isLinking}
          onClick={() => setLinking(!isLinking)}
          className={look(isInLink)}
        >
          <Link aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          label="Remove link"
          onMouseDown={keepCaret}
          disabled={!isInLink}
          onClick={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}
        >
          <Unlink aria-hidden="true" className="size-4" />
        </IconButton>
      </fieldset>
      {isLinking && (
        <LinkForm
          editor={editor}
          onClose={() => {
            setLinking(false);
            editor.commands.focus();
          }}
        />
      )}
    </>
  );
}

/** Keeps the focus in the text on a click. */
const keepCaret = (event: MouseEvent): void => event.preventDefault();

const look = (isOn: boolean): string => clsx(isOn && 'bg-accent-soft! text-accent-strong!');
