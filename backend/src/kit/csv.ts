/** One line of CSV (RFC 4180) including its line end. Null becomes an empty cell. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : quoted(String(cell)))).join(',')}\r\n`;

/** Also quotes cells with blanks at their ends, which readers drop from unquoted cells. */
const quoted = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
