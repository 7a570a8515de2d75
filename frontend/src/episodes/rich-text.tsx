import './rich-text.css';
import { createDocument, EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import { withParagraphs } from '../kit/plain-html.ts';
import { safeHref } from '../kit/safe-href.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import { strippedHtml } from './stripped-html.ts';

interface RichTextProps {
  /** The HTML to edit; when it is what was last typed here, the editor is left alone. */
  html: string;
  /** The HTML that counts as unchanged; `onChange` returns exactly this when the text is back to it. */
  saved: string;
  onChange: (html: string) => void;
  /** Each increase puts the caret at the end. */
  calls?: number;
}

// Only what a description keeps; anything else would be removed again.
const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => safeHref(url) !== null,
      HTMLAttributes: { target: null, rel: 'noopener noreferrer nofollow' },
    },
  }),
];

/** A description with its emphasis, lists, headings and links. */
export function RichText({ html, saved, onChange, calls = 0 }: RichTextProps) {
  const lastTyped = useRef(html);
  const unchanged = useRef<{ html: string; doc: ReturnType<typeof createDocument> } | null>(null);
  const [stripped, setStripped] = useState<readonly string[]>([]);
  const editor = useEditor({
    extensions,
    content: withParagraphs(html),
    // The content security policy forbids style elements created by scripts.
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Description', class: 'prose-plain' },
      transformPastedHTML: (pasted) => {
        const kept = strippedHtml(pasted);
        setStripped(kept.stripped);

        return kept.html;
      },
    },
    onUpdate: ({ editor: changed }) => {
      // Parsed once rather than at every keystroke, since descriptions may be long.
      if (unchanged.current?.html !== saved)
        unchanged.current = { html: saved, doc: createDocument(withParagraphs(saved), changed.schema) };
      const typed = changed.isEmpty ? '' : changed.getHTML();
      lastTyped.current = changed.state.doc.eq(unchanged.current.doc) ? saved : typed;
      onChange(lastTyped.current);
    },
  });

  useEffect(() => {
    if (html === lastTyped.current) return;
    lastTyped.current = html;
    const { from, to } = editor.state.selection;
    // The caret stays in place when typing continues after a save.
    editor.chain().setContent(withParagraphs(html), { emitUpdate: false }).setTextSelection({ from, to }).run();
  }, [editor, html]);

  useEffect(() => {
    if (calls > 0) editor.commands.focus('end');
  }, [editor, calls]);

  return (
    <div className="rich-text border-line-strong rounded-md border">
      <RichTextToolbar editor={editor} />
      {stripped.length > 0 && (
        <output className="border-line bg-accent-soft text-accent-strong block border-b px-3 py-2 text-[13px]">
          Removed from what you pasted: {stripped.join(', ')}.
        </output>
      )}
      <EditorContent editor={editor} />
    </div>
  );
}
