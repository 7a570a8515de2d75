import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';

/** A link that covers the positioned box around it. Controls with `z-1` stay clickable above it. */
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
