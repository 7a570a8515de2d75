import { X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';

interface NewsNoticeProps {
  by: string;
  count: number;
  onRead: () => void;
}

/** Says who has changed the transcript while it is being edited here. */
export function NewsNotice({ by, count, onRead }: NewsNoticeProps) {
  return (
    <div className="border-line bg-accent-soft flex items-center gap-2 border-b py-1 pr-2 pl-4">
      <output className="flex-1">
        <span className="font-medium">{by.charAt(0).toUpperCase() + by.slice(1)}</span> changed {count}{' '}
        {count === 1 ? 'segment' : 'segments'}. What you have not touched is shown as it is now.
      </output>
      <IconButton label="Close" onClick={onRead}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
