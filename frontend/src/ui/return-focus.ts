import { useRef } from 'react';

/** For the content of a dialog that nothing on the page opens by itself: what had the focus gets it back. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);

  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Whoever has answered may be elsewhere by now.
      if (document.activeElement === document.body && opener.current instanceof HTMLElement)
        opener.current.focus({ preventScroll: true });
    },
  };
}
