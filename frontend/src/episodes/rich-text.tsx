import './rich-text.css';
import { createDocument, EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import { withParagraphs } from '../kit/plain-html.ts';
import { safeHref } from '../kit/safe-href.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import { strippedHtml } from './stripped-html.ts';

interface RichTextProps {
  /** The HTML from outside; what was typed here last comes back without a change. */
  html: string;
  /** The HTML that counts as unchanged: it comes back letter by letter when the text is as it was. */
  saved: string;
  onChange: (html: string) => void;
  /** Puts the caret at the end each time it grows. */
  calls?: number;
}

// What a description keeps, and nothing that would be taken out of it again.
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
    // The content security policy forbids style elements that a script makes.
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
      // Parsed once for all keys: descriptions may be long.
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
    // Whoever goes on typing after a save stands where they stood.
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
          Not kept of what you pasted: {stripped.join(', ')}.
        </output>
      )}
      <EditorContent editor={editor} />
    </div>
  );
}
