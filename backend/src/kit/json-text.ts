/** Far beyond what any call or transcript needs. */
const DEEPEST = 64;
const MAX_VALUES = 500_000;

export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';
}

/**
 * The value of a JSON text, with U+FFFD for each lone surrogate, which neither UTF-8 nor Postgres can hold and only an
 * escape can produce. Throws JsonRefused, before any work, for a text that is nested too deeply or holds too many
 * values; SyntaxError for one that is not JSON.
 */
export function parseJson(text: string): unknown {
  checkSize(text);

  return JSON.parse(/\\u[dD][89a-fA-F]/.test(text) ? withoutLoneSurrogates(text) : text);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function checkSize(text: string): void {
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfText(text, at);
    else if (unit === COMMA) values++;
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      values++;
      if (++depth > DEEPEST) throw new JsonRefused(`The JSON is nested more than ${DEEPEST} levels deep.`);
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth--;
    if (values > MAX_VALUES) throw new JsonRefused('The JSON holds more than 500,000 values.');
  }
}

/** Where the quote stands that ends the text begun at `start`. Almost all of a body is text, so it is searched natively. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    // An even number of backslashes are escaped themselves.
    if ((end - before) % 2 === 1) return end;
  }

  return text.length;
}

/** A pair of surrogates, a surrogate alone, or any other escape, so that `\\ud800` is read as a backslash. */
const ESCAPE = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\./gs;
const LONE_LENGTH = '\\ud800'.length;

const withoutLoneSurrogates = (text: string): string =>
  text.replace(ESCAPE, (escape) => (escape.length === LONE_LENGTH ? '\\ufffd' : escape));
