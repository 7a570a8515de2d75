import { useQuery } from '@tanstack/react-query';
import { BookOpen, LogIn, Pencil } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { me } from '../accounts/accounts.api.ts';
import { signInPath } from '../accounts/return-path.ts';
import { mayAct } from '../accounts/roles.ts';
import { Button, buttonLook } from '../kit/button.tsx';

/** Whether whoever is signed in may change episodes. */
export function useMayEdit(): boolean {
  const user = useQuery(me).data?.user ?? null;

  return user !== null && mayAct(user.role, 'admin');
}

/** Between reading and editing, for administrators; a visitor is asked who they are, and brought back. */
export function EditToggle({ isEditing, onToggle }: { isEditing: boolean; onToggle: () => void }) {
  const { data } = useQuery(me);
  const mayEdit = useMayEdit();
  const location = useLocation();
  if (mayEdit) {
    const Icon = isEditing ? BookOpen : Pencil;

    return (
      <Button onClick={onToggle}>
        <Icon aria-hidden="true" className="size-4" />
        {isEditing ? 'View Mode' : 'Admin Edit'}
      </Button>
    );
  }
  // Who is signed in already would only be sent back.
  if (data === undefined || data.user !== null) return null;

  return (
    <Link to={signInPath(location)} title="Sign in to edit" className={buttonLook('quiet')}>
      <LogIn aria-hidden="true" className="size-4" />
      Sign in
    </Link>
  );
}
