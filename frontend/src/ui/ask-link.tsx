import { MessageCircleQuestion } from 'lucide-react';
import { Link } from '../kit/router/routing.tsx';
import { ASSISTANT_PATH } from '../kit/paths.ts';
import { buttonClasses } from './button.tsx';

/** Leads to the assistant, with these parameters of its address: a scope, or a question. */
export function AskLink({ params }: { params: Readonly<Record<string, string>> }) {
  return (
    <Link to={`${ASSISTANT_PATH}?${new URLSearchParams(params)}`} className={buttonClasses('outline')}>
      <MessageCircleQuestion aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">Ask Earmark</span>
    </Link>
  );
}
