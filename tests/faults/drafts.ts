import type { Fault } from "./fault.ts";

const kept = { file: "web/forms/draft-storage.ts", tests: ["tests/web/draft-storage.test.ts"] };
const site = { file: "web/features/owner/site-form/site-draft.ts", tests: ["tests/web/site-draft.test.ts"] };
const template = {
  file: "web/features/documents/editor/offered-sections.ts",
  tests: ["tests/web/article-template.test.ts"],
};
const manage = ["tests/e2e/owners/manage.test.ts"];
const images = ["tests/e2e/owners/images.test.ts"];
const api = { file: "web/api.ts", tests: ["tests/web/api.test.ts"] };

export const drafts: Fault[] = [
  {
    ...kept,
    name: "a stored draft without a newly added field is lost",
    find: "if (!(name in fields)) continue;",
    put: "",
  },
  {
    ...kept,
    name: "a part of a draft that the form cannot restore is lost silently",
    find: "else unreadable[name] = fields[name];",
    put: "",
  },
  {
    ...kept,
    name: "a draft does not store the version that it is based on",
    find: "...(basedOn && { basedOn })",
    put: "...(basedOn && {})",
  },
  {
    ...kept,
    name: "deleting an account leaves its drafts in the browser",
    find: "if (key.startsWith(`${PREFIX}${userId}.`)) deleteDraft(key);",
    put: "if (key.startsWith(`${PREFIX}${userId}..`)) deleteDraft(key);",
  },
  {
    ...kept,
    name: "deleting an account deletes the drafts of another user",
    find: "if (key.startsWith(`${PREFIX}${userId}.`)) deleteDraft(key);",
    put: "if (key.startsWith(`${PREFIX}${userId}`)) deleteDraft(key);",
  },
  {
    ...kept,
    name: "two users of one browser share a draft",
    find: "`${PREFIX}${userId}.${of}`",
    put: "`${PREFIX}${of}`",
  },
  {
    ...kept,
    name: "a tab takes the change of another draft for a change of its own",
    find: "if (event.key === key) onChange",
    put: "if (event.key !== key) onChange",
  },
  {
    ...template,
    name: "a heading of the template without text is published",
    find: "if (section && hasNoText(saved.slice(index + 1)))",
    put: "if (section && !hasNoText([]))",
  },
  {
    ...template,
    name: "a heading of the template returns to another place",
    find: "Math.min(at, blocks.length) === place",
    put: "Math.max(at, blocks.length) === place",
  },
  {
    file: "web/features/owner/site-form/content-field.tsx",
    name: "headings of the template return between a heading and text that was written without them",
    find: "isDismissed ? offer.open.map(({ key }) => ({ key })) : open",
    put: "isDismissed ? offer.open : open",
    tests: ["tests/e2e/owners/create.test.ts"],
  },
  {
    ...site,
    name: "the description of a screenshot that is decorative now is sent",
    find: 'alt: screenshot.decorative ? "" : screenshot.alt',
    put: "alt: screenshot.alt",
  },
  {
    ...site,
    name: "empty rows of the form are sent",
    find: "!isBlank(name) || !isBlank(link)",
    put: "name !== link || name === link",
  },
  {
    ...site,
    name: "a URL without https:// is refused",
    find: "    link: completeUrl(draft.link),\n",
    put: "",
  },
  {
    ...site,
    name: "an edit loses the description of an alternative",
    find: "          ...(description && { description }),\n",
    put: "",
  },
  {
    ...site,
    name: "a change of only the article is not stored as a draft",
    find: " && isSameArticle(one.content, other.content)",
    put: "",
  },
  {
    name: "text typed during a save is lost",
    file: "web/forms/use-draft.ts",
    find: "      base.current = { original: saved, basedOn: version };\n      change({});",
    put: "      base.current = { original: saved, basedOn: version };\n      newest.current = saved;\n      setDraft(saved);\n      discard();",
    tests: manage,
  },
  {
    name: "a draft is not stored in the browser",
    file: "web/forms/use-draft.ts",
    find: "const isSaved = saveDraft(key, newest.current, base.current.basedOn);",
    put: "const isSaved = saveDraft(`${key}?`, newest.current, base.current.basedOn);",
    tests: ["tests/e2e/owners/create.test.ts"],
  },
  {
    name: "a draft always counts as based on the newest version",
    file: "web/forms/draft-offer.tsx",
    find: "setStart({ ...start, start: draft, basedOn: kept.basedOn });",
    put: "setStart({ ...start, start: draft });",
    tests: manage,
  },
  {
    name: "a double click sends a form twice",
    file: "web/forms/use-form.ts",
    find: "if (running.current) return;",
    put: "if (!form.current) return;",
    tests: ["tests/e2e/contact.test.ts"],
  },
  {
    name: "an incomplete date empties its field",
    file: "web/forms/use-form.ts",
    find: "part.validity.badInput",
    put: "part.validity.customError",
    tests: ["tests/e2e/staff/admin-records.test.ts"],
  },
  {
    file: "web/features/owner/site-form/create-site-form.tsx",
    name: "the form does not wait for uploads",
    find: "await images.settled();",
    put: "",
    tests: images,
  },
  {
    file: "web/features/owner/site-images/use-row-drag.ts",
    name: "Escape drops a dragged row",
    find: 'key === "Escape" && end(false)',
    put: 'key === "Escape" && end(true)',
    tests: images,
  },
  {
    file: "web/features/owner/site-images/image-state.tsx",
    name: "the focus is lost when an upload ends",
    find: "onFocusLost();\n  });",
    put: "});",
    tests: images,
  },
  {
    ...api,
    name: "an expired CSRF token is not replaced",
    find: "error.status === 403 && error.message === CSRF_REFUSAL",
    put: 'error.status === 403 && error.message === ""',
  },
  {
    ...api,
    name: "a request that was refused for another reason is sent again",
    find: "error.status === 403 && error.message === CSRF_REFUSAL",
    put: "error.status === 403",
  },
  {
    ...api,
    name: "on https, a CSRF cookie of a sibling domain is used",
    find: 'location.protocol === "https:" ? "__Host-csrftoken" : "csrftoken"',
    put: 'location.protocol === "https:" ? "csrftoken" : "csrftoken"',
  },
  {
    ...api,
    name: "the error message of the server is not shown",
    find: "const said = error ?? message ?? detail;",
    put: "const said = message ?? detail;",
  },
];
