import type { Role, SignedInUser } from '@earmark/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DraftOwnerContext } from '../kit/draft-place.ts';
import { Link, Navigate, useLocation } from '../kit/router/routing.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { me } from './accounts.api.ts';
import { signInPath } from './return-path.ts';
import { mayAct } from './roles.ts';

/**
 * Restricts a page to this role and administrators. A visitor is asked to sign in and then brought back. What is typed on the
 * page and not saved is kept for the account.
 */
export function RequireRole({ needs, children }: { readonly needs: Role; readonly children: ReactNode }) {
  const { data, error, refetch } = useQuery(me);
  const location = useLocation();

  if (data === undefined)
    return error === null ? null : (
      <Notice
        failed
        level={1}
        title="Could not check whether you are signed in"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
        className="m-auto"
      >
        {error.message}
      </Notice>
    );
  if (data.user === null) return <Navigate to={signInPath(location)} replace />;
  if (!mayAct(data.user.role, needs)) return <RoleMissing user={data.user} needs={needs} />;

  return <DraftOwnerContext value={data.user.username}>{children}</DraftOwnerContext>;
}

function RoleMissing({ user, needs }: { user: SignedInUser; needs: Role }) {
  return (
    <>
      <title>Not available to your role · Earmark</title>
      <Notice
        level={1}
        title={`You need the ${needs} role`}
        action={
          <Link to="/" className={buttonClasses('outline')}>
            Go to the dashboard
          </Link>
        }
        className="m-auto"
      >
        You are signed in as {user.username} with the role {user.role}. An administrator can change it.
      </Notice>
    </>
  );
}
