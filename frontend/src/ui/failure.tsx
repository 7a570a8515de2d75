import { clsx } from 'clsx';

/** A one-line error message. */
export const Failure = ({ message, className }: { message: string; className?: string }) => (
  <p role="alert" className={clsx('text-bad text-[13px] text-pretty wrap-anywhere', className)}>
    {message}
  </p>
);
