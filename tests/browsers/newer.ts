import bcd, {
  type CompatStatement,
  type Identifier,
  type SupportStatement,
} from "@mdn/browser-compat-data" with { type: "json" };
import { BROWSERS } from "#web/browsers.ts";

type Entry = [name: string, parts: Identifier];

/** The phones' browsers have the same versions. */
const OLDEST = Object.entries(BROWSERS).flatMap(([name, version]) =>
  [name, `${name}_android`, `${name}_ios`].map((browser) => [browser, version] as const),
);

const isNewer = ({ support }: CompatStatement) =>
  OLDEST.some(([browser, version]) => {
    const statement = support[browser as keyof typeof support];
    return statement && addedIn(statement) > version;
  });

/** The first version that has it under its own name and without a setting. */
function addedIn(statement: SupportStatement): number {
  const versions = [statement]
    .flat()
    .filter(({ flags, prefix, alternative_name, version_removed }) =>
      [flags, prefix, alternative_name, version_removed].every((reason) => !reason),
    )
    .map(({ version_added: version }) => (version ? Number.parseFloat(version.replace("≤", "")) : Infinity));
  // A preview has no number.
  return Math.min(Infinity, ...versions.map((version) => (Number.isNaN(version) ? Infinity : version)));
}

const entriesOf = (group: object) => Object.entries(group).filter(([name]) => /^[a-z]\w*$/i.test(name)) as Entry[];

const interfaces = [bcd.api, bcd.javascript["builtins"]!].flatMap(entriesOf);

/** Such as `URLPattern`. */
export const NEWER_INTERFACES = interfaces.flatMap(([name, { __compat }]) =>
  __compat && isNewer(__compat) ? [name] : [],
);

const members = interfaces.flatMap(([of, parts]) =>
  entriesOf(parts).flatMap(([key, { __compat }]) => {
    if (!__compat || key.endsWith("_event")) return [];
    return [{ of, name: key.replace(/_static$/, ""), isNewer: isNewer(__compat) }];
  }),
);

/** Such as `parse` of `URL`, `union` of `Set`, and `requestIdleCallback` of `Window`. */
export const NEWER_MEMBERS = members.filter((member) => member.isNewer);

const known = new Set(members.filter((member) => !member.isNewer).map(({ name }) => name));

/** Such as `moveBefore`. Not names that an older interface has, too, or names of one word, which the app could use itself. */
export const NEWER_NAMES = new Set(
  NEWER_MEMBERS.map(({ name }) => name).filter((name) => /[A-Z]/.test(name) && !known.has(name)),
);
