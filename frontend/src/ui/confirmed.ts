import { useEffect, useRef, useState } from 'react';

/** Does something once a question was answered with yes, unless the part that asked has gone meanwhile. */
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
