import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { returnPath } from '../accounts/return-path.ts';
import { SignInForm } from '../accounts/sign-in-form.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** Users who are signed in, even in another tab, are sent back to where they came from. */
export function SignInPage() {
  const [params] = useSearchParams();
  const { data } = useQuery(me);
  if (data !== undefined && data.user !== null)
    return <Navigate to={returnPath(params.get('from'), window.location.origin)} replace />;

  return (
    <PageFrame title="Sign in" className="flex max-w-100! flex-col gap-6 sm:pt-[10vh]">
      <PageTitle title="Sign in" subtitle="Reading needs no account. Changing things does." />
      <SignInForm />
      <p className="text-ink-soft text-[13px] text-pretty">
        Accounts are created by the operator of this site with the command{' '}
        <code className="bg-hover rounded px-1">earmark user add</code>, and forgotten passwords replaced with{' '}
        <code className="bg-hover rounded px-1">earmark user passwd</code>. You can change your own password in the
        account menu.
      </p>
    </PageFrame>
  );
}
