/** Whether it is text without tags, whose line breaks are meant. */
export const isPlain = (html: string): boolean => !/<[a-z]/i.test(html);

/** With tags in any case: a paragraph for each block between empty lines, a break for each new line. */
export const withParagraphs = (html: string): string =>
  isPlain(html) && html.trim() !== ''
    ? html
        .trim()
        .split(/\r?\n(?:[^\S\n]*\n)+/)
        .map((block) => `<p>${block.split(/\r?\n/).join('<br>')}</p>`)
        .join('')
    : html;
