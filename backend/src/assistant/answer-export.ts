import { NOTHING_ANSWERS, type Answer, type Citation } from '@earmark/contracts/assistant';
import { escapeMarkdown } from './markdown.ts';

/** An answer as a Markdown document. `origin`: of this site, for links that work elsewhere. */
export function exportedAnswer(answer: Answer, origin: string): string {
  const { question, timestamp, scope, statements, citations, nearest, note, leftOut } = answer;
  const lines = [
    `# ${escapeMarkdown(question)}`,
    '',
    `${timestamp.slice(0, 16).replace('T', ' ')} UTC · ${escapeMarkdown(scope.sentence)} · ${origin}${answer.address}`,
    '',
    ...(note === null ? [] : [`> ${escapeMarkdown(note)}`, '']),
    ...(statements.length === 0 ? [NOTHING_ANSWERS, ''] : []),
    ...statements.flatMap(({ kind, text, citations: numbers }) => [
      (kind === 'statement' ? '- ' : '') +
        text.replace(/\]\(\//g, `](${origin}/`) +
        numbers.map((n) => `[^${n}]`).join(''),
      ...(kind === 'statement' ? [] : ['']),
    ]),
    '',
    ...(leftOut === 0 ? [] : [`${leftOutSentence(leftOut)}`, '']),
    ...(nearest.length === 0
      ? []
      : ['## Nearest passages', '', ...nearest.map((one) => `- ${footnote(one, origin)}`), '']),
    ...citations.map((one) => `[^${one.n}]: ${footnote(one, origin)}`),
  ];

  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

export const leftOutSentence = (count: number): string =>
  `${count} ${count === 1 ? 'statement' : 'statements'} had no supporting passage and ${count === 1 ? 'was' : 'were'} left out.`;

const footnote = (
  { speaker, episodeName, podcastName, timeFormatted, link, text, isCorrectedSince }: Citation,
  origin: string,
): string =>
  `${escapeMarkdown(speaker)}, [${escapeMarkdown(episodeName)}, ${timeFormatted}](${origin}${link}), ${escapeMarkdown(podcastName)}: “${escapeMarkdown(text)}”${
    isCorrectedSince ? ' (corrected since; as cited)' : ''
  }`;
