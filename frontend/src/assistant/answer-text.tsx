import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';

const PIECE =
  /\*\*(?<bold>(?:\\.|[^*\\])+)\*\*|\[(?<label>(?:\\.|[^\]\\])+)\]\((?<target>[^)\s]+)\)|\\(?<escaped>[\\`*_{}[\]()#+\-.!<>|~])/gu;

/** The text of a statement, which is Markdown with bold text and links within the site only; anything else is plain text. */
export function AnswerText({ text }: { text: string }): ReactNode {
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(PIECE)) {
    const { bold, label, target, escaped } = match.groups ?? {};
    pieces.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    if (escaped !== undefined) pieces.push(escaped);
    else if (bold !== undefined)
      pieces.push(
        <strong className="font-semibold">
          <AnswerText text={bold} />
        </strong>,
      );
    else if (isInside(target))
      pieces.push(
        <Link to={target ?? ''} target="_blank" className="text-accent underline underline-offset-2">
          {unescaped(label ?? '')}
        </Link>,
      );
    else pieces.push(unescaped(label ?? ''));
  }
  pieces.push(text.slice(from));

  return pieces.map((piece, at) => <Fragment key={at}>{piece}</Fragment>);
}

/** `//other.site` and `/\other.site` would lead elsewhere. */
const isInside = (target: string | undefined): boolean => target !== undefined && /^\/(?![/\\])/u.test(target);

const unescaped = (text: string): string => text.replaceAll(/\\([\\`*_{}[\]()#+\-.!<>|~])/gu, '$1');
