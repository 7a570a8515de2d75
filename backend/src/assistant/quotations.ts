import { foldQuickly } from '@earmark/contracts/mentions';
import { wordsInText } from '@earmark/projections/queries';

const QUOTATION = /“([^”]*)”|„([^“]*)“|«([^»]*)»|"([^"]*)"/g;

/** What a text puts in quotation marks. */
export const quotationsIn = (text: string): string[] =>
  [...text.matchAll(QUOTATION)].map((match) => match.slice(1).find((one) => one !== undefined) ?? '');

const words = (text: string): string[] => wordsInText(text).map(({ word }) => word);

/** Where the words of a quotation stand in a text, in a row; what is left out ("…") may stand between. Null: they do not. */
export function placeOfQuotation(quotation: string, text: string): [start: number, end: number] | null {
  const inText = wordsInText(text);
  const folded = inText.map(({ word }) => word);
  let [from, start, end] = [0, -1, -1];
  for (const piece of foldQuickly(quotation).split(/…|\.\.\.|\[[^\]]*\]/)) {
    const wanted = words(piece);
    if (wanted.length === 0) continue;
    const at = folded.findIndex(
      (_, index) => index >= from && wanted.every((word, step) => folded[index + step] === word),
    );
    if (at === -1) return null;
    from = at + wanted.length;
    if (start === -1) start = inText[at]!.start;
    end = inText[from - 1]!.end;
  }

  return start === -1 ? null : [start, end];
}
