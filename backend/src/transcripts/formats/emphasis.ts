/** Code, whose content is no markup, or a run of marks. */
const MARKS = /`[^`]+`|\*+|_+|~+/g;
const EMPHASIS = new Set(['*', '**', '***', '_', '__', '___', '~~']);
const BEFORE_OPENING = /[\s"'“”‘’([{<>—–\-…,.;:!?¿¡«»*_~]/;
const AFTER_OPENING = /[\p{L}\p{N}"'“‘«([¿¡&$#@*_~`]/u;
const BEFORE_CLOSING = /[^\s]/;
const AFTER_CLOSING = /[\s"'“”‘’)\]}<>—–\-…,.;:!?«»/*_~&]/;

/** Text without the marks of paired emphasis and of code: `_x_`, `**x**`, `~~x~~`. Snake_case, `2 * 3` and `_handle` stay. */
export function withoutEmphasis(text: string): string {
  if (!/[*_~`]/.test(text)) return text;
  const open = new Map<string, number>();
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + mark.length);
    pieces.push(text.slice(from, index));
    from = index + mark.length;
    pieces.push(mark.startsWith('`') ? mark.slice(1, -1) : mark);
    if (!EMPHASIS.has(mark)) continue;

    const opening = open.get(mark);
    if (opening !== undefined && BEFORE_CLOSING.test(before) && (after === '' || AFTER_CLOSING.test(after))) {
      pieces[opening] = '';
      pieces[pieces.length - 1] = '';
      open.delete(mark);
    } else if ((before === '' || BEFORE_OPENING.test(before)) && AFTER_OPENING.test(after)) {
      open.set(mark, pieces.length - 1);
    } else if (/[@#/]/.test(before)) {
      // What closes next belongs to "@_handle_".
      open.delete(mark);
    }
  }
  return pieces.join('') + text.slice(from);
}
