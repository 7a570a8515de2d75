import { useEffect, useRef, useState } from 'react';

const NEAR_BOTTOM_PX = 24;

/**
 * Keeps a scrolled box at its end while it grows, as long as the reader is there. `isGrowing`: whether it starts at its end, and
 * is kept there.
 */
export function useStickToBottom(isGrowing: boolean) {
  const box = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isStuck, setStuck] = useState(true);
  const lastTop = useRef(0);
  const sticks = isGrowing && isStuck;

  const toBottom = () => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  };
  useEffect(() => {
    if (!sticks || content.current === null) return undefined;
    toBottom();
    const observer = new ResizeObserver(toBottom);
    observer.observe(content.current);

    return () => observer.disconnect();
  }, [sticks]);

  const onScroll = () => {
    const { scrollTop, clientHeight, scrollHeight } = box.current!;
    const isUp = scrollTop < lastTop.current;
    lastTop.current = scrollTop;
    // What was added meanwhile moves the end away, which is no scrolling of the reader.
    if (scrollTop + clientHeight >= scrollHeight - NEAR_BOTTOM_PX) setStuck(true);
    else if (isUp) setStuck(false);
  };

  return {
    box,
    content,
    onScroll,
    isStuck,
    stick: () => {
      setStuck(true);
      toBottom();
    },
    /** Before the reader opens something, which must stay in view. */
    unstick: () => setStuck(false),
  };
}
