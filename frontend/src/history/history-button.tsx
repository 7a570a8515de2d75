import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useRef, useState } from 'react';
import { me } from '../accounts/accounts.api.ts';
import type { Subject } from './subject.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { late, lateDialog } from '../ui/late.tsx';

const HistorySheet = lateDialog(async () => (await import('./history-sheet.tsx')).HistorySheet);
const ComparedChange = late(async () => (await import('../recounts/compared-change.tsx')).ComparedChange);

interface HistoryButtonProps {
  subject: Subject;
  /** Name of the subject. */
  name: string;
  /** Whether it is a small square button, for long lists. */
  isSmall?: boolean;
  /** Whether a phone shows only its icon, to save room in a row of buttons. */
  isShortOnPhones?: boolean;
}

/** Opens the history of an episode, podcast, entity, category or pattern. */
export function HistoryButton({ subject, name, isSmall = false, isShortOnPhones = false }: HistoryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);

  return (
    <>
      {isSmall ? (
        <IconButton ref={button} label={`History of ${name}`} onClick={open}>
          <History aria-hidden="true" className="size-4" />
        </IconButton>
      ) : (
        <Button ref={button} onClick={open}>
          <History aria-hidden="true" className="size-4" />
          <span className={isShortOnPhones ? 'max-sm:sr-only' : undefined}>History</span>
        </Button>
      )}
      {isOpen && (
        <OpenHistory
          subject={subject}
          name={name}
          onClose={() => setOpen(false)}
          returnFocus={() => button.current?.focus({ preventScroll: true })}
        />
      )}
    </>
  );
}

interface OpenHistoryProps extends Pick<HistoryButtonProps, 'subject' | 'name'> {
  onClose: () => void;
  returnFocus: () => void;
}

/** All changes of the subject, beside the page. */
export function OpenHistory(props: OpenHistoryProps) {
  const { data } = useQuery(me);

  return (
    <HistorySheet
      {...props}
      role={data?.user?.role ?? null}
      comparison={(change) => <ComparedChange change={change} />}
    />
  );
}
