import { PasswordForm } from '../accounts/password-form.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export function PasswordPage() {
  return (
    <PageFrame title="Change password" className="flex max-w-100! flex-col gap-6 sm:pt-[10vh]">
      <PageTitle title="Change password" subtitle="You stay signed in here, and are signed out everywhere else." />
      <PasswordForm />
    </PageFrame>
  );
}
