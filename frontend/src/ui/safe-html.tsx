import { createElement, Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import { isPlain } from '../kit/plain-html.ts';
import { safeHref } from '../kit/safe-href.ts';

const KEPT = new Set(['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 'blockquote', 'code', 'pre']);
const DROPPED_WHOLE = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'head',
  'noscript',
  'textarea',
]);

/** Renders untrusted HTML as React elements: only allowed tags, and no attributes except the href of a link. */
export function SafeHtml({ html }: { html: string }) {
  const content = useMemo(() => nodesOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);

  return <div className={isPlain(html) ? 'prose-plain whitespace-pre-line' : 'prose-plain'}>{content}</div>;
}

/** The plain text of HTML, without tags, scripts and styles, for snippets and local search. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replace(/<(?:br|\/p|\/li|\/h\d|\/div)\b[^>]*>/gi, '$& '),
    'text/html',
  );
  for (const element of body.querySelectorAll([...DROPPED_WHOLE].join(','))) element.remove();

  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}

const nodesOf = (parent: Element): ReactNode[] =>
  [...parent.childNodes].map((node, index) => <Fragment key={index}>{nodeOf(node)}</Fragment>);

function nodeOf(node: ChildNode): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (DROPPED_WHOLE.has(tag)) return null;
  if (tag === 'br') return <br />;
  if (/^h[1-6]$/.test(tag)) return <p className="font-semibold">{nodesOf(node)}</p>;
  if (tag === 'a') return linkOf(node);
  if (!KEPT.has(tag)) return nodesOf(node);

  return createElement(tag, null, ...nodesOf(node));
}

function linkOf(node: Element): ReactNode {
  const href = safeHref(node.getAttribute('href'));
  if (href === null) return nodesOf(node);

  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {nodesOf(node)}
    </a>
  );
}
