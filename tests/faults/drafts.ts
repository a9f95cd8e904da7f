import type { Fault } from "./fault.ts";

const kept = { file: "web/forms/draft-storage.ts", tests: ["tests/web/draft-storage.test.ts"] };
const site = { file: "web/features/owner/site-form/site-draft.ts", tests: ["tests/web/site-draft.test.ts"] };
const manage = ["tests/e2e/owners/manage.test.ts"];
const api = { file: "web/api.ts", tests: ["tests/web/api.test.ts"] };

export const drafts: Fault[] = [
  {
    ...kept,
    name: "a draft without a field that was added since is lost",
    find: "if (!(name in fields)) continue;",
    put: "",
  },
  {
    ...kept,
    name: "what a form cannot take up is dropped without a word",
    find: "else unreadable[name] = fields[name];",
    put: "",
  },
  {
    ...kept,
    name: "a draft forgets which version it changes",
    find: "...(basedOn && { basedOn })",
    put: "...(basedOn && {})",
  },
  {
    ...kept,
    name: "who deletes an account leaves drafts behind",
    find: "if (key.startsWith(`${PREFIX}${userId}.`)) deleteDraft(key);",
    put: "if (key.startsWith(`${PREFIX}${userId}..`)) deleteDraft(key);",
  },
  {
    ...kept,
    name: "who deletes an account takes another person's drafts",
    find: "if (key.startsWith(`${PREFIX}${userId}.`)) deleteDraft(key);",
    put: "if (key.startsWith(`${PREFIX}${userId}`)) deleteDraft(key);",
  },
  {
    ...kept,
    name: "two people on one device share a draft",
    find: "`${PREFIX}${userId}.${of}`",
    put: "`${PREFIX}${of}`",
  },
  {
    ...kept,
    name: "a tab takes another draft for its own",
    find: "if (event.key === key) onChange",
    put: "if (event.key !== key) onChange",
  },
  {
    ...site,
    name: "empty rows are sent",
    find: "!isBlank(name) || !isBlank(link)",
    put: "name !== link || name === link",
  },
  {
    ...site,
    name: "an address without https is refused",
    find: "    link: completeUrl(draft.link),\n",
    put: "",
  },
  {
    ...site,
    name: "the description of an alternative is lost by an edit",
    find: "          ...(description && { description }),\n",
    put: "",
  },
  {
    ...site,
    name: "a change of the article alone is no draft",
    find: " && isSameArticle(one.content, other.content)",
    put: "",
  },
  {
    name: "what is typed while a save is under way is lost",
    file: "web/forms/use-draft.ts",
    find: "      base.current = { original: saved, basedOn: version };\n      change({});",
    put: "      base.current = { original: saved, basedOn: version };\n      newest.current = saved;\n      setDraft(saved);\n      discard();",
    tests: manage,
  },
  {
    name: "a draft is not kept on the device",
    file: "web/forms/use-draft.ts",
    find: "const isSaved = saveDraft(key, newest.current, base.current.basedOn);",
    put: "const isSaved = saveDraft(`${key}?`, newest.current, base.current.basedOn);",
    tests: ["tests/e2e/owners/create.test.ts"],
  },
  {
    name: "a draft is said to be of the newest version",
    file: "web/forms/draft-offer.tsx",
    find: "setStart({ ...start, start: draft, basedOn: kept.basedOn });",
    put: "setStart({ ...start, start: draft });",
    tests: manage,
  },
  {
    name: "a second press sends a form twice",
    file: "web/forms/use-form.ts",
    find: "if (running.current) return;",
    put: "if (!form.current) return;",
    tests: ["tests/e2e/contact.test.ts"],
  },
  {
    name: "half a date empties its field",
    file: "web/forms/use-form.ts",
    find: "part.validity.badInput",
    put: "part.validity.customError",
    tests: ["tests/e2e/staff/admin-records.test.ts"],
  },
  {
    ...api,
    name: "a token that has ended is not replaced",
    find: "error.status === 403 && error.message === CSRF_REFUSAL",
    put: 'error.status === 403 && error.message === ""',
  },
  {
    ...api,
    name: "a call that was refused for another reason is sent twice",
    find: "error.status === 403 && error.message === CSRF_REFUSAL",
    put: "error.status === 403",
  },
  {
    ...api,
    name: "on https a neighbour's token is taken",
    find: 'location.protocol === "https:" ? "__Host-csrftoken" : "csrftoken"',
    put: 'location.protocol === "https:" ? "csrftoken" : "csrftoken"',
  },
  {
    ...api,
    name: "the server's own sentence is not shown",
    find: "const said = error ?? message ?? detail;",
    put: "const said = message ?? detail;",
  },
];
