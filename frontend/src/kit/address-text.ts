import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from './router/routing.tsx';
import { useAddress } from './address.ts';

const SETTLES_AFTER_MS = 400;

/**
 * The text of a field, kept in the address under this name, so that returning to the page shows the same list. A link to the
 * page brings its own text.
 */
export function useAddressText(name: string): [string, (text: string) => void] {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const setAddress = useAddress();
  const inAddress = params.get(name) ?? '';
  const [text, setText] = useState(inAddress);
  const wanted = text.trim();
  /** The address bar; the router does not know about changes it has not made. */
  const inBar = useRef(inAddress);

  const say = useEffectEvent(() => {
    // Otherwise a reader who has clicked an episode meanwhile would be pulled back.
    if (wanted === inBar.current) return;
    inBar.current = wanted;
    setAddress({ [name]: wanted === '' ? null : wanted });
  });
  useEffect(() => {
    const timer = setTimeout(() => say(), SETTLES_AFTER_MS);

    return () => clearTimeout(timer);
  }, [wanted]);
  // Compare the key too: a link may repeat the address from before it was written below.
  useEffect(() => {
    if (inAddress === inBar.current) return;
    inBar.current = inAddress;
    setText(inAddress);
  }, [inAddress, key]);

  // The address is written before a link is followed, so returning after a quick click shows the same list too.
  useEffect(() => {
    const keep = () => {
      if (wanted === inBar.current) return;
      inBar.current = wanted;
      const address = new URL(window.location.href);
      if (wanted === '') address.searchParams.delete(name);
      else address.searchParams.set(name, wanted);
      window.history.replaceState(window.history.state, '', address);
    };
    document.addEventListener('click', keep, { capture: true });

    return () => document.removeEventListener('click', keep, { capture: true });
  }, [name, wanted]);

  return [text, setText];
}
