import { Link } from '../kit/router/routing.tsx';
import { buttonClasses } from '../ui/button.tsx';

export function NotFoundPage() {
  return (
    <div className="m-auto flex flex-col items-start gap-3 p-6">
      <title>404 Page Not Found · Earmark</title>
      <h1 className="text-[28px] leading-9 font-semibold tracking-tight">404 Page Not Found</h1>
      <p className="text-ink-soft">Did you forget to add the page to the router?</p>
      <Link to="/" className={`${buttonClasses('outline')} mt-3`}>
        Go to the dashboard
      </Link>
    </div>
  );
}
