import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A link that covers the whole box around it, which must be positioned; what is above it there stays its own (`z-1`). */
export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--accent)"
    >
      {children}
    </Link>
  );
}
