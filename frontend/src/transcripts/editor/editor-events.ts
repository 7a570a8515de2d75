import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { idAt } from './row-focus.ts';

interface EditorEvents {
  onPlay: (id: string) => void;
  onEdit: (id: string) => void;
  onDelete: (id: string) => void;
  onSpeaker: (id: string, button: HTMLElement) => void;
  /** A word of a row was clicked twice; null: not known where. */
  onWord: (id: string, offset: number | null) => void;
  /** To the row above or below. */
  onStep: (id: string, by: 1 | -1) => void;
  onCancel: () => void;
  onSave: () => void;
}

/** Listens once for all rows: thousands of them need no listeners of their own. */
export function useEditorEvents(sectionRef: RefObject<HTMLElement | null>, events: EditorEvents): void {
  const latest = useRef(events);

  useEffect(() => {
    latest.current = events;
  });

  useEffect(() => {
    const { current: section } = sectionRef;
    if (section === null) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    section.addEventListener('click', (event) => click(event, latest.current), { signal });
    section.addEventListener('dblclick', (event) => doubleClick(event, latest.current), { signal });
    section.addEventListener('keydown', (event) => press(event, latest.current), { signal });

    return () => ended.abort();
  }, [sectionRef]);
}

function click({ target }: MouseEvent, { onPlay, onEdit, onDelete, onSpeaker }: EditorEvents): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null;
  const id = button === null ? null : idAt(button);
  if (id === null || button === null) return;
  switch (button.dataset.act) {
    case 'play':
      return onPlay(id);
    case 'edit':
      return onEdit(id);
    case 'delete':
      return onDelete(id);
    case 'speaker':
      return onSpeaker(id, button);
  }
}

function doubleClick({ target }: MouseEvent, { onWord }: EditorEvents): void {
  const id = target instanceof Element && target.closest('.edit-text') !== null ? idAt(target) : null;
  if (id !== null) onWord(id, document.getSelection()?.anchorOffset ?? null);
}

function press(event: KeyboardEvent, { onStep, onDelete, onCancel, onSave }: EditorEvents): void {
  if (event.isComposing || event.defaultPrevented) return;
  const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyS';
  const { target } = event;
  const id = target instanceof Element ? idAt(target) : null;
  const isRow = target instanceof HTMLElement && target.dataset.act === 'edit';
  if (isSave) onSave();
  else if (id !== null && event.key === 'Escape') onCancel();
  else if (id !== null && isRow && event.key === 'ArrowDown') onStep(id, 1);
  else if (id !== null && isRow && event.key === 'ArrowUp') onStep(id, -1);
  else if (id !== null && isRow && event.key === 'Delete') onDelete(id);
  else return;
  event.preventDefault();
}
