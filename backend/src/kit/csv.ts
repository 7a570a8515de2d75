/** One line of CSV (RFC 4180) with its line end. Null is an empty cell. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : quoted(String(cell)))).join(',')}\r\n`;

/** Also with blanks at its ends, which readers drop from bare cells. */
const quoted = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
