import { useEffect, useRef, useState } from 'react';

/** Runs the action once the question is answered with yes, unless the component has been unmounted. */
export function useConfirmed() {
  const [isAsking, setAsking] = useState(false);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;

    return () => {
      isThere.current = false;
    };
  }, []);
  const onConfirmed = async (question: Promise<boolean>, action: () => void) => {
    setAsking(true);
    const isYes = await question;
    if (!isThere.current) return;
    setAsking(false);
    if (isYes) action();
  };

  return { isAsking, onConfirmed };
}
