/** Whether it is text without tags, whose line breaks are significant. */
export const isPlain = (html: string): boolean => !/<[a-z]/i.test(html);

/** The HTML, or plain text converted to HTML: a paragraph per block between empty lines, a break per new line. */
export const withParagraphs = (html: string): string =>
  isPlain(html) && html.trim() !== ''
    ? html
        .trim()
        .split(/\r?\n(?:[^\S\n]*\n)+/)
        .map((block) => `<p>${block.split(/\r?\n/).join('<br>')}</p>`)
        .join('')
    : html;
