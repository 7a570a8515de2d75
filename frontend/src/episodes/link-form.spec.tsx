import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { show } from '../testing/show.tsx';
import { LinkForm } from './link-form.tsx';

let editor: Editor;
beforeEach(() => {
  editor = new Editor({
    extensions: [StarterKit],
    content: '<p>See <a href="mailto:crew@x.example">the crew</a> now</p>',
  });
});
afterEach(() => editor.destroy());

function open() {
  const onClose = jest.fn();

  return { ...show(<LinkForm editor={editor} onClose={onClose} />), onClose };
}
const text = () => screen.getByLabelText('Text');
const url = () => screen.getByLabelText('URL');

it('requires a text and a web or mail URL', async () => {
  editor.commands.setTextSelection(1);
  const { user, onClose } = open();
  expect(text()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Add Link' }));
  expect(text()).toHaveAccessibleDescription('Please enter the text of the link');
  expect(url()).toHaveAccessibleDescription('Please enter the URL of the link');
  await user.type(text(), 'the ferry');
  for (const wrong of ['ferry.example', 'javascript:alert(1)', 'ftp://ferry.example', 'https://', 'mailto:']) {
    await user.clear(url());
    await user.type(url(), `${wrong}{Enter}`);
    expect(url()).toHaveAccessibleDescription('The URL must begin with https://, http:// or mailto:.');
    expect(url()).toHaveFocus();
  }
  expect(onClose).not.toHaveBeenCalled();
  await user.clear(url());
  await user.type(url(), 'https://ferry.example/?a=1{Enter}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(editor.getHTML()).toMatch(/<a [^>]*href="https:\/\/ferry\.example\/\?a=1"[^>]*>the ferry<\/a>See/);
});

it('edits the whole link around the caret', async () => {
  editor.commands.setTextSelection(7);
  const { user } = open();
  expect([text(), url()].map((field) => (field as HTMLInputElement).value)).toEqual([
    'the crew',
    'mailto:crew@x.example',
  ]);
  expect(url()).toHaveFocus();
  await user.clear(text());
  await user.type(text(), 'the captain');
  await user.click(screen.getByRole('button', { name: 'Update Link' }));
  expect(editor.getText()).toBe('See the captain now');
  expect(editor.getHTML()).toContain('href="mailto:crew@x.example"');
});

it('closes on Escape without a change', async () => {
  const before = editor.getHTML();
  const { user, onClose } = open();
  await user.type(url(), 'https://ferry.example{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(editor.getHTML()).toBe(before);
});
