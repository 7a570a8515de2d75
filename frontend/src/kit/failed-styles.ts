import { whenReachable } from './reachable.ts';

/**
 * Loads each style sheet that failed once more when the server answers. Vite asks for the sheet of a script only once, so a
 * part whose script is loaded again later would stay without style.
 */
export function reloadFailedStyles(): void {
  const reload = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || target.dataset.again !== undefined)
      return;
    const again = target.cloneNode() as HTMLLinkElement;
    // One that is missing on the server would be asked for again and again.
    again.dataset.again = '';
    whenReachable(new AbortController().signal, () => target.replaceWith(again));
  };
  // The event does not bubble.
  document.addEventListener('error', reload, { capture: true });
}
