import costs from "./costs.json" with { type: "json" };
import { type Answers, WORKERS_DEV } from "./answers.ts";
import { type Environment, shown, answersFile } from "./environment.ts";
import type { Found, Part } from "./resources.ts";

/** What a run would make or change, besides the upload of the code. */
export function changesOf({ parts, domain, migrations, version }: Found, secrets: string[]): Part[] {
  const all = domain ? [...parts, domain] : parts;
  const changes = all.filter(({ run }) => run);
  if (migrations.length > 0)
    changes.push({ title: "Migrations", state: `${migrations.length} will be applied: ${migrations.join(", ")}` });
  if (secrets.length > 0) changes.push({ title: "Secrets", state: `will be set: ${secrets.join(", ")}` });
  if (version === undefined) changes.push({ title: "First deployment", state: "will be made" });
  return changes;
}

/** The whole plan, for a person who decides. Costs are those of the last `npm run bench`, with its assumptions. */
export function describePlan(
  environment: Environment,
  answers: Answers,
  { found, secrets }: { found: Found; secrets: string[] },
): string {
  const lines = [...found.parts, ...(found.domain ? [found.domain] : [])];
  const extra = changesOf(found, secrets).filter((part) => !part.run);
  const width = Math.max(...[...lines, ...extra].map(({ title }) => title.length));
  const show = ({ title, state }: Part) => `  ${title.padEnd(width)}  ${state}`;
  const address = found.domain ? "" : ` (${WORKERS_DEV})`;
  const estimates = costs.map(({ visits, usd }) => `${usd.toFixed(2)} USD for ${visits.toLocaleString("en")} visits`);
  return [
    `${environment.name}: ${found.origin}${address}, Workers ${environment.worker} and ${environment.shareWorker}`,
    `Name: ${answers["SITE_NAME"]}. Mails come from ${answers["SUPPORT_EMAIL"]}.`,
    `Answers: ${shown(answersFile(environment.name))}`,
    "",
    ...lines.map(show),
    ...extra.map(show),
    "",
    "It needs the plan Workers Paid. Logos and screenshots beyond 5,000 files a month need Images Paid.",
    `A month costs at most ${estimates.join(", ")} (tests/bench/RESULTS.md says with which habits of visitors).`,
  ].join("\n");
}
