/**
 * Returns a line of a CSV file (RFC 4180) with its line end. A text that a spreadsheet would run as a formula gets an
 * apostrophe: https://owasp.org/www-community/attacks/CSV_Injection
 */
export const toCsvLine = (values: (string | number)[]): string => `${values.map(toCell).join(",")}\r\n`;

function toCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
