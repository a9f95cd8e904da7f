import { factOf, type FactName, FACT_NAMES, YOU_DECIDE } from "#schema/facts/facts.ts";
import type { Line } from "./import.ts";

const FIELDS = new Set(["name", "link", "description", "category", "alternatives", "content", "logo"]);
const isFact = (name: string): name is FactName => FACT_NAMES.some((fact) => fact === name);

/** The fields that the columns of a table hold, and the titles of columns that hold none. */
type Columns = { fields: (string | undefined)[]; unknown: string[] };

/** @throws Error if no column holds the link. */
export function readTitles(titles: string[]): Columns {
  const fields = titles.map((title) => {
    const name = title
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_");
    return FIELDS.has(name) || isFact(name) ? name : undefined;
  });
  if (!fields.includes("link"))
    throw new Error("The first row must have the names of the fields, such as name, link and category.");
  return { fields, unknown: titles.filter((title, at) => title.trim() !== "" && fields[at] === undefined) };
}

/** Returns a row as a line of JSON. An empty cell states nothing. */
export function rowToLine({ fields }: Columns, cells: string[]): Line {
  const stated = cells.map((cell, at) => [fields[at], cell.trim()] as const).filter(([, cell]) => cell !== "");
  if (stated.length === 0) return "";
  if (cells.length > fields.length) return { problem: "it has more cells than the first row" };
  const line: Record<string, unknown> = {};
  const facts: Record<string, unknown> = {};
  for (const [field, cell] of stated) {
    if (field === undefined) continue;
    if (isFact(field)) facts[field] = toFact(field, cell);
    else line[field] = toField(field, cell);
  }
  return JSON.stringify({ ...line, ...(Object.keys(facts).length > 0 && { facts }) });
}

const listed = (cell: string) =>
  cell
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

function toField(field: string, cell: string): unknown {
  if (field === "category") return cell.toLowerCase().replaceAll(/[^a-z]+/g, "_");
  if (field !== "alternatives") return cell;
  return listed(cell).map((part) => {
    const [name = "", link = ""] = part.split("|").map((half) => half.trim());
    return { name, link };
  });
}

const YES = /^(?:yes|true|1)$/i;
const NO = /^(?:no|false|0)$/i;

/** What is wrong stays as it is: the rules of facts say why. */
function toFact(name: FactName, cell: string): unknown {
  switch (factOf(name).kind) {
    case "yes_no":
      return YES.test(cell) || (NO.test(cell) ? false : cell);
    case "number":
      return Number.isFinite(Number(cell)) ? Number(cell) : cell;
    case "price":
      return parsed(cell);
    case "choice":
    case "date":
    case "link":
    case "country":
      return cell;
    case "places":
      return cell === YOU_DECIDE ? cell : listed(cell);
    default:
      return listed(cell);
  }
}

function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
