/**
 * Returns a line of a CSV file (RFC 4180) with its line end. A text that a spreadsheet would run as a formula gets an
 * apostrophe: https://owasp.org/www-community/attacks/CSV_Injection. In many countries, spreadsheets split lines at
 * semicolons, also inside of quotes, so a formula can follow one.
 */
export const toCsvLine = (values: (string | number)[]): string => `${values.map(toCell).join(",")}\r\n`;

const FORMULA = /(^|[;\t\r\n])(["\s]*[=+\-@＝＋－＠]|[\t\r\n])/g;

function toCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = value.replaceAll(FORMULA, "$1'$2");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
