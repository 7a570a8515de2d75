/** The rules of a language other than English. Patterns are tried on the question without "¿" and with single spaces. */
interface LanguageRules {
  /** Folded words that say how something is asked for; with accents that the stop words of Postgres keep. */
  readonly frame: ReadonlySet<string>;
  readonly count: RegExp;
  readonly who: RegExp;
  /** Each with two groups, the sides. */
  readonly compare: readonly RegExp[];
  /** "Who mentions …", rather than "Who said …". */
  readonly mentions: RegExp;
  readonly number: RegExp;
  readonly interrogative: RegExp;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
/** A word of Latin letters; `\b` knows no accents. */
const word = (pattern: string): RegExp => new RegExp(`(?<!\\p{L})(${pattern})(?!\\p{L})`, 'iu');

/** By Postgres' stemmer. */
export const LANGUAGES: Readonly<Record<string, LanguageRules>> = {
  german_stem: {
    frame:
      words(`wer wen wem wessen wann warum wieso weshalb wofur woruber wovon wie oft haufig viel viele was wo welche
      welcher welches sagt sagte sagen sagten gesagt erzahlt erzahlte erzahlen spricht sprach sprechen gesprochen redet
      redete reden geredet erwahnt erwahnte erwahnen meint meinte denkt dachte glaubt gibt gab nennt nannte genannt heisst
      uber fur konnen konnte wurde wurden folge folgen podcast podcasts sendung sendungen gast gaste jemand etwas mal male
      empfohlen empfiehlt empfehlen diskutiert besprochen erklart erklaren gefragt vergleiche vergleichen vergleich
      unterschied unterschiede bitte`),
    count: /^wie (oft|häufig|viele male)(?!\p{L})/iu,
    who: /^wer (?!(ist|sind|war|waren) )/i,
    compare: [
      /^(?:bitte )?vergleichen?(?: sie)? (.+?) (?:und|mit) (.+?)[?.!]*$/i,
      /unterschiede? zwischen (.+?) und (.+?)[?.!]*$/i,
    ],
    mentions: word('erwähn\\p{L}*|sprach|spricht|sprechen|gesprochen|rede\\p{L}*|geredet'),
    number: word('wie (viele?|lange|alt|weit|schnell|oft|hoch)|wann|in welchem jahr'),
    interrogative: word('wie (?:viele?|lange|alt|oft|hoch)|warum|wieso|weshalb|wo|wann|wer|was|welche[rs]?'),
  },
  spanish_stem: {
    frame:
      words(`quien quienes cuando cuanto cuanta cuantos cuantas veces vez frecuencia donde cual cuales como que dice
      dicen dijo dijeron dicho decir habla hablan hablo hablaron hablado hablar menciona mencionan menciono mencionaron
      mencionado mencionada mencionados mencionadas explica explico explicar opina piensa sobre acerca episodio episodios
      podcast podcasts programa programas invitado invitados alguien algo recomienda recomiendan recomendo recomendado
      recomendados hay tambien mas compara comparar compare diferencia diferencias`),
    count: /^(cu[aá]ntas veces|con (qu[eé]|cu[aá]nta) frecuencia)(?!\p{L})/iu,
    who: /^qui[eé]n(es)? (?!(es|son|era|eran|fue|fueron) )/i,
    compare: [
      /^(?:comp[aá]ra|comparar|compare)(?:me)? (.+?) (?:y|e|con) (.+?)[?.!]*$/iu,
      /diferencias?(?: hay)? entre (.+?) (?:y|e) (.+?)[?.!]*$/i,
    ],
    mentions: word('mencion\\p{L}*|habl\\p{L}*'),
    number: word('cu[aá]nt[oa]s?|cu[aá]ndo|en qu[eé] a[nñ]o'),
    interrogative: word('por qu[eé]|cu[aá]nt[oa]s?|cu[aá]ndo|d[oó]nde|qui[eé]n(?:es)?|cu[aá]l(?:es)?|qu[eé]'),
  },
  french_stem: {
    frame:
      words(`qui que quoi quand combien fois frequence souvent comment pourquoi quel quelle quels quelles est dit disent
      dire parle parlent parler mentionne mentionnee mentionnes mentionnees mentionnent mentionner cite citee cites explique
      expliquer raconte pense propos sujet episode episodes podcast podcasts emission emissions invite invites quelqu
      quelque chose recommande recommandes recommander compare comparez comparer difference differences`),
    count: /^(combien de fois|[àa] quelle fréquence)(?!\p{L})/iu,
    who: /^qui (?!(est|sont|était|étaient) (?!ce qui))(est-ce qui )?/iu,
    compare: [
      /^(?:compare[rz]?|comparons) (.+?) (?:et|avec|à) (.+?)[?.!]*$/iu,
      /diff[ée]rences?(?: y a-t-il)? entre (.+?) et (.+?)[?.!]*$/iu,
    ],
    mentions: word('mentionn\\p{L}*|parl\\p{L}*'),
    number: word('combien|quand|en quelle année'),
    interrogative: word('pourquoi|combien|quand|où|qui|quels?|quelles?'),
  },
};

const SPACELESS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]+$/u;
const WITH_MEANING = /^[\p{sc=Han}\p{sc=Kana}ー]+$/u;
const JAPANESE_FRAME = words(
  '誰 何 回 度 言 話 語 述 触 人 時 番 組 比 較 違 教 番組 何回 何度 何人 何時 比較 回数 発言 言及 会話 質問',
);

/** Japanese has no spaces, so that words are pairs of characters; between those that mean something, kana join them. */
export const JAPANESE: Pick<LanguageRules, 'count' | 'who' | 'compare' | 'mentions' | 'number'> = {
  count: /何[回度]|どのくらいの頻度/u,
  who: /(誰|だれ)[がかはも].*(言|話|語|述|触)/u,
  compare: [/^(.+?)と(.+?)(?:を比|の違い)/u],
  mentions: /言及|触れ|について/u,
  number: /何[回度人年時]|いつ|いくつ|いくら/u,
};

/** Whether a folded word is a piece of Japanese or Chinese that says nothing by itself. `around`: the characters beside it. */
export function isPieceWithoutMeaning(one: string, around: readonly [string, string]): boolean {
  if (!SPACELESS.test(one)) return false;
  const isPartOfPair = Array.from(one).length === 1 && around.some((other) => WITH_MEANING.test(other));

  // "何回", "何人": what is counted goes with what asks, not with what follows.
  return !WITH_MEANING.test(one) || JAPANESE_FRAME.has(one) || isPartOfPair || around[0] === '何';
}
