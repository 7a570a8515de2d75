export * from './views.ts';
export { filterByName, findByName } from './find-by-name.ts';
export { MATCHER_VERSION, findOccurrences, foldName, foldText, hasCharacters } from './matching-rule.ts';
export type { FoldedText, NamePattern, Occurrence } from './matching-rule.ts';
export { LETTER_BIT, MARK_BIT, SPACELESS_BIT, WORD_BIT, bitsOf } from './fold-tables.ts';
export { foldQuickly } from './quick-fold.ts';
export { Matcher, compileMatcher } from './matcher.ts';
export type { Hit } from './matcher.ts';
