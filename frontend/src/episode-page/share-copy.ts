import { notify } from '../ui/toast.tsx';

/** Puts the text on the clipboard and says so. Where the browser does not allow that, shows it for copying by hand. */
export async function copyText(text: string, said: string): Promise<void> {
  // Only pages served securely may use the clipboard.
  if (navigator.clipboard === undefined) return notify('Copy this', text);
  try {
    await navigator.clipboard.writeText(text);
    notify(said);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    notify('Copy this', text);
  }
}
