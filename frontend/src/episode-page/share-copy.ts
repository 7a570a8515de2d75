import { notify } from '../ui/toast.tsx';

/** Copies the text and confirms it. Where the browser does not allow that, shows the text for copying by hand. */
export async function copyText(text: string, said: string): Promise<void> {
  // The clipboard is available in secure contexts only.
  if (navigator.clipboard === undefined) return notify('Copy this', text);
  try {
    await navigator.clipboard.writeText(text);
    notify(said);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    notify('Copy this', text);
  }
}
