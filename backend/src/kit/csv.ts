/** A spreadsheet takes a cell that begins so for a formula. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/**
 * One line of CSV (RFC 4180) including its line end. Null becomes an empty cell. A text that a spreadsheet would take for
 * a formula gets an apostrophe in front; `textOfCell` takes it away.
 */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map((cell) => quoted(typeof cell === 'string' ? harmless(cell) : String(cell ?? ''))).join(',')}\r\n`;

const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that `csvLine` wrote into a cell. */
export const textOfCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

/** Also quotes cells with blanks at their ends, which readers drop from unquoted cells. */
const quoted = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
