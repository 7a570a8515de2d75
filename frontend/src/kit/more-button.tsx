import { Button } from './button.tsx';

interface MoreButtonProps {
  label: string;
  isLoading: boolean;
  /** Why the last attempt failed; null when it did not. */
  failure: string | null;
  onMore: () => void;
}

/** Stands below a list that goes on. */
export function MoreButton({ label, isLoading, failure, onMore }: MoreButtonProps) {
  return (
    <div className="border-line flex flex-col items-center gap-2 border-t p-4">
      {failure !== null && (
        <p role="alert" className="text-bad text-center text-[13px] wrap-anywhere">
          {failure}
        </p>
      )}
      <Button onClick={onMore} aria-disabled={isLoading} className={isLoading ? 'opacity-60' : undefined}>
        {isLoading ? 'Loading…' : label}
      </Button>
    </div>
  );
}
