import { useQuery } from '@tanstack/react-query';
import { BookOpen, LogIn, Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { signInPath } from '../accounts/return-path.ts';
import { mayAct } from '../accounts/roles.ts';
import { Button, buttonClasses } from '../ui/button.tsx';

/** Whether the signed-in user may edit episodes. */
export function useMayEdit(): boolean {
  const user = useQuery(me).data?.user ?? null;

  return user !== null && mayAct(user.role, 'admin');
}

interface EditToggleProps {
  isEditing: boolean;
  onToggle: () => void;
  /** Whether it was just pressed. Reading and editing each render their own button, so the new one takes the focus. */
  takesFocus: boolean;
}

/** Switches administrators between reading and editing. A visitor is asked to sign in and then brought back. */
export function EditToggle({ isEditing, onToggle, takesFocus }: EditToggleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { data } = useQuery(me);
  const mayEdit = useMayEdit();
  const location = useLocation();
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  if (mayEdit) {
    const Icon = isEditing ? BookOpen : Pencil;

    return (
      <Button ref={button} onClick={onToggle}>
        <Icon aria-hidden="true" className="size-4" />
        {isEditing ? 'View Mode' : 'Admin Edit'}
      </Button>
    );
  }
  // A user who is already signed in would only be sent back.
  if (data === undefined || data.user !== null) return null;

  return (
    <Link to={signInPath(location)} title="Sign in to edit" className={buttonClasses('quiet')}>
      <LogIn aria-hidden="true" className="size-4" />
      Sign in
    </Link>
  );
}
