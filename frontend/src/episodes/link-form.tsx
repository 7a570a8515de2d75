import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

/** Asks for text and URL of a link, which replaces the selection or the link around the caret. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [start] = useState(() => linkAt(editor));
  const [text, setText] = useState(start.text);
  const [url, setUrl] = useState(start.url);
  const [isChecked, setChecked] = useState(false);
  const textFault = text.trim() === '' ? 'Please enter the text of the link' : null;
  const urlFault = errorOfUrl(url.trim());

  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>(start.text === '' ? '[name=text]' : '[name=url]')?.focus();
  }, [start]);

  const submit = () => {
    setChecked(true);
    if (textFault !== null || urlFault !== null)
      return form.current?.querySelector<HTMLInputElement>(textFault === null ? '[name=url]' : '[name=text]')?.focus();
    const marks = [{ type: 'link', attrs: { href: url.trim() } }];
    editor
      .chain()
      .focus()
      .insertContentAt({ from: start.from, to: start.to }, { type: 'text', text: text.trim(), marks })
      // Text typed after the link does not belong to it.
      .unsetMark('link')
      .run();
    onClose();
  };

  const closeByEscape = ({ key }: { key: string }) => key === 'Escape' && onClose();

  return (
    <form
      ref={form}
      noValidate
      aria-label="Link"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="border-line bg-canvas flex flex-wrap items-start gap-3 border-b p-3"
    >
      <TextField
        label="Text"
        name="text"
        required
        value={text}
        onChange={setText}
        onKeyDown={closeByEscape}
        fault={isChecked ? textFault : null}
        className="flex-1 basis-48"
      />
      <TextField
        label="URL"
        name="url"
        type="url"
        required
        placeholder="https://"
        autoComplete="off"
        value={url}
        onChange={setUrl}
        onKeyDown={closeByEscape}
        fault={isChecked ? urlFault : null}
        className="flex-1 basis-64"
      />
      <div className="flex gap-2 sm:pt-6">
        <Button type="submit" variant="solid" className="h-9">
          {start.url === '' ? 'Add Link' : 'Update Link'}
        </Button>
        <Button onClick={onClose} className="h-9">
          Cancel
        </Button>
      </div>
    </form>
  );
}

function errorOfUrl(url: string): string | null {
  if (url === '') return 'Please enter the URL of the link';

  return /^(?:https?:\/\/|mailto:.)/i.test(url) && URL.canParse(url)
    ? null
    : 'The URL must begin with https://, http:// or mailto:.';
}

/** The selection, or the whole link around the caret. */
function linkAt(editor: Editor): { from: number; to: number; text: string; url: string } {
  const { state } = editor;
  const href: unknown = editor.getAttributes('link').href;
  const url = typeof href === 'string' ? href : '';
  if (url !== '') editor.commands.extendMarkRange('link');
  const { from, to } = url === '' ? state.selection : editor.state.selection;

  return { from, to, text: editor.state.doc.textBetween(from, to, ' '), url };
}
