import { afterEach, expect, test, vi } from "vitest";
import {
  draftKey,
  deleteAllDrafts,
  deleteDraft,
  saveDraft,
  onOtherTabChange,
  readDraft,
} from "#web/forms/draft-storage.ts";
import { blankDraft, siteDraft } from "#web/features/owner/draft/site-draft.ts";

/** As in browsers, each stored item is also a property of the storage. */
function storage(kept: Record<string, string> = {}) {
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  };
  vi.stubGlobal(
    "localStorage",
    new Proxy(kept, { get: (target, name) => Reflect.get(methods, name) ?? Reflect.get(target, name) }),
  );
  return kept;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a draft is stored for its user and site until it is deleted", () => {
  storage();
  const draft = { ...blankDraft(), name: "Plausible" };
  expect(saveDraft(draftKey(1, "new"), draft)).toBe(true);
  expect(readDraft(draftKey(1, "new"), siteDraft, blankDraft())).toMatchObject({ draft });
  expect(readDraft(draftKey(2, "new"), siteDraft, blankDraft())).toBeUndefined();
  expect(readDraft(draftKey(1, 7), siteDraft, blankDraft())).toBeUndefined();
  deleteDraft(draftKey(1, "new"));
  expect(readDraft(draftKey(1, "new"), siteDraft, blankDraft())).toBeUndefined();
});

test("a draft names the version that it changes, and a draft of a new site names none", () => {
  storage();
  saveDraft(draftKey(1, 7), blankDraft(), "2026-11-20T12:00:00.000Z");
  expect(readDraft(draftKey(1, 7), siteDraft, blankDraft())?.basedOn).toBe("2026-11-20T12:00:00.000Z");
  saveDraft(draftKey(1, "new"), blankDraft());
  expect(readDraft(draftKey(1, "new"), siteDraft, blankDraft())).not.toHaveProperty("basedOn");
});

test("a tab is told about its own draft in other tabs until it stops listening", () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  const store = (key: string | null, newValue: string | null) =>
    page.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
  const onChange = vi.fn<(what: "saved" | "deleted") => void>();
  const stop = onOtherTabChange(draftKey(1, 7), onChange);
  store(draftKey(1, 8), "{}");
  store(draftKey(2, 7), null);
  expect(onChange).not.toHaveBeenCalled();
  store(draftKey(1, 7), "{}");
  store(draftKey(1, 7), null);
  expect(onChange.mock.calls).toEqual([["saved"], ["deleted"]]);
  stop();
  store(draftKey(1, 7), "{}");
  expect(onChange).toHaveBeenCalledTimes(2);
});

test("deleting an account deletes only its own drafts", () => {
  const kept = storage();
  for (const key of [draftKey(1, "new"), draftKey(1, 5), draftKey(11, "new")]) saveDraft(key, blankDraft());
  deleteAllDrafts(1);
  expect(Object.keys(kept)).toEqual([draftKey(11, "new")]);
});

test.each(["not JSON", "null", "{}", '{"draft":7,"changedAt":"x"}'])(
  "invalid text is not read as a draft: %s",
  (value) => {
    storage({ [draftKey(1, "new")]: value });
    expect(readDraft(draftKey(1, "new"), siteDraft, blankDraft())).toBeUndefined();
  },
);

const keptBefore = (draft: object) => ({
  [draftKey(1, "new")]: JSON.stringify({ draft, changedAt: "2026-11-20T12:00:00.000Z" }),
});

test("a draft from before a field existed gets that field from the original", () => {
  const { category: _, ...before } = { ...blankDraft(), name: "Plausible" };
  storage(keptBefore(before));
  const original = { ...blankDraft(), category: "business_tools" };
  expect(readDraft(draftKey(1, "new"), siteDraft, original)).toEqual({
    draft: { ...original, name: "Plausible", alternatives: before.alternatives },
    changedAt: "2026-11-20T12:00:00.000Z",
  });
});

test("a field that no longer matches its schema is returned as text, and the others are restored", () => {
  storage(keptBefore({ ...blankDraft(), name: "Plausible", alternatives: [{ named: "Slack" }], gone: 1 }));
  const original = blankDraft();
  expect(readDraft(draftKey(1, "new"), siteDraft, original)).toMatchObject({
    draft: { ...original, name: "Plausible" },
    unreadable: expect.stringContaining('"named": "Slack"'),
  });
});

test("a browser without storage causes no error", () => {
  const refuse = () => {
    throw new DOMException("Full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(saveDraft("key", blankDraft())).toBe(false);
  expect(readDraft("key", siteDraft, blankDraft())).toBeUndefined();
  deleteDraft("key");
  deleteAllDrafts(1);
});
