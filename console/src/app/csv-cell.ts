/** A cell of a CSV file. A text that a spreadsheet would read as a formula is quoted as text. */
export function csvCell(text: string): string {
  const safe = /^[=@\t\r]|^[+-](?![\d.,]+$)/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
