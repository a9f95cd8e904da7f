/** A piece of text. `marks` are the opening tags around it, outermost first. */
export type Run = { text: string; marks: readonly string[] };

export const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const BREAK = "<br>";

/** Returns the HTML of a line of text without spaces and line breaks at its ends. Line feeds become line breaks. */
export const printRuns = (runs: readonly Run[]): string =>
  trimBreaks(
    print(tidySpaces(runs))
      .replaceAll("\n", BREAK)
      .replace(/(?:<br>){3,}/g, BREAK + BREAK),
  );

const trimBreaks = (html: string) => html.replace(/^(?: |<br>)+|(?: |<br>)+$/g, "");

/** Spaces and line breaks become runs of their own: the words of "<b>one </b>" are bold, its space is not. */
function tidySpaces(runs: readonly Run[]): Run[] {
  const tidied: Run[] = [];
  const parts = runs.flatMap(({ text, marks }) =>
    text
      .replaceAll("\ufeff", "")
      .split(/(\n|^[ \u00a0]+|[ \u00a0]+$|[ \u00a0]{2,})/)
      .filter(Boolean)
      .map((part) => ({ text: part, marks })),
  );
  for (const part of parts) {
    const last = tidied.at(-1);
    if (part.text === "\n") {
      if (last?.text === " ") tidied.pop();
      tidied.push({ text: "\n", marks: [] });
    } else if (/[^ \u00a0]/.test(part.text)) tidied.push(part);
    else if (last && last.text !== " " && last.text !== "\n") tidied.push({ text: " ", marks: [] });
  }
  return tidied.map((run, index) => {
    const before = tidied[index - 1]?.marks ?? [];
    return run.text === " " ? { ...run, marks: before.filter((mark) => tidied[index + 1]?.marks.includes(mark)) } : run;
  });
}

function print(runs: readonly Run[]): string {
  const groups: { mark: string | undefined; inside: Run[] }[] = [];
  for (const run of runs) {
    const open = groups.at(-1);
    if (open?.mark && run.marks.includes(open.mark)) open.inside.push(run);
    else groups.push({ mark: run.marks[0], inside: [run] });
  }
  return groups
    .map(({ mark, inside }) => {
      if (!mark) return escapeHtml(inside[0]!.text);
      const texts = inside.map(({ text, marks }) => ({ text, marks: marks.filter((name) => name !== mark) }));
      return `${mark}${print(texts)}</${/\w+/.exec(mark)![0]}>`;
    })
    .join("");
}
