import { useEffect, useSyncExternalStore } from "react";
import { SITE_MESSAGES } from "#schema/sites.ts";
import { ApiError, get, send } from "../../../api.ts";
import { loadSession, useSession } from "../../../session.tsx";
import { showMessage } from "../../../ui/message.tsx";

const SIGN_IN_MS = 3000;
const FAILED_TEXT = "An error occurred while updating likes.";
const IDS_PER_CALL = 100;

/** What POST …/like/ and …/unlike/ answer. */
type Answer = { like_count: number; is_liked_by_user: boolean };

/** What is known of a person's like of a site. */
type Like = {
  isLiked: boolean;
  /** Likes as the server last counted them; until it has, what the page says. */
  count?: number;
  /** What the last press asked for, while it is on its way. */
  wanted?: boolean;
};

const UNKNOWN: Like = { isLiked: false };

// Of the person who looks. Every button of a site shows the same, also on the next page, which may be a minute old.
let likes = new Map<number, Like>();
let own: ReadonlySet<number> = new Set();
let askedFor: number | undefined;
let waiting: number[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(id: number, like: Like) {
  likes.set(id, like);
  for (const listener of listeners) listener();
}

/** Whether the person who looks likes the site, how many do, and what a press does. */
export function useLike(id: number, countOfPage: number) {
  const user = useSession();
  const like = useSyncExternalStore(
    subscribe,
    () => likes.get(id) ?? UNKNOWN,
    () => UNKNOWN,
  );

  useEffect(() => {
    if (user) wantToKnow(user.id, id);
  }, [user, id]);

  const { isLiked, count = countOfPage, wanted = isLiked } = user ? like : UNKNOWN;
  return {
    isLiked: wanted,
    count: Math.max(0, count + Number(wanted) - Number(isLiked)),
    toggle: () => void (user ? press(id) : pressOnceKnown(id)),
  };
}

/** Whether the person who looks listed the site. */
export function useIsOwn(id: number): boolean {
  const user = useSession();
  const isOwn = useSyncExternalStore(
    subscribe,
    () => own.has(id),
    () => false,
  );
  useEffect(() => {
    if (user) wantToKnow(user.id, id);
  }, [user, id]);
  return user !== null && isOwn;
}

const askToSignIn = () => showMessage(SITE_MESSAGES.signInToLike, { ms: SIGN_IN_MS });

/** What was known of another person's likes goes. */
function lookAs(userId: number) {
  if (askedFor !== userId) {
    likes = new Map();
    own = new Set();
  }
  askedFor = userId;
}

/** Buttons that appear together are asked about together. */
function wantToKnow(userId: number, id: number) {
  lookAs(userId);
  // One that is still being written has no id.
  if (likes.has(id) || id === 0) return;
  likes.set(id, UNKNOWN);
  if (waiting.push(id) > 1) return;
  queueMicrotask(() => {
    const ids = waiting;
    waiting = [];
    for (let start = 0; start < ids.length; start += IDS_PER_CALL) void ask(ids.slice(start, start + IDS_PER_CALL));
  });
}

async function ask(ids: number[]) {
  try {
    const { liked, own: found } = await get<{ liked: number[]; own: number[] }>(`likes/?ids=${ids.join(",")}`);
    own = new Set([...own, ...found]);
    for (const listener of listeners) listener();
    for (const id of liked) {
      const known = likes.get(id);
      // Whoever has pressed meanwhile knows better.
      if (known === UNKNOWN) set(id, { isLiked: true });
    }
  } catch {
    // The page is read without the answer, and a press says how things are.
    for (const id of ids) if (likes.get(id) === UNKNOWN) likes.delete(id);
  }
}

/** Sites whose button was pressed before it was known who is looking. A second press only means that nothing was seen. */
const early = new Set<number>();

/** Who is looking may be on its way still: people press before a slow network has said. */
async function pressOnceKnown(id: number) {
  if (early.has(id)) return;
  early.add(id);
  try {
    const user = await loadSession();
    if (!user) return askToSignIn();
    // Before the page itself has taken notice of who it is.
    lookAs(user.id);
  } catch (error) {
    return tellFailure(error);
  } finally {
    early.delete(id);
  }
  await press(id);
}

function tellFailure(error: unknown) {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) askToSignIn();
  else showMessage(FAILED_TEXT, { isAlert: true });
}

/** One call at a time, until the server has what the last press asked for. */
async function press(id: number) {
  const like = likes.get(id) ?? UNKNOWN;
  const isRunning = like.wanted !== undefined;
  set(id, { ...like, wanted: !(like.wanted ?? like.isLiked) });
  if (isRunning) return;
  try {
    for (let now = likes.get(id)!; now.wanted !== now.isLiked; now = likes.get(id)!) {
      // Each call depends on what was pressed during the one before.
      // oxlint-disable-next-line no-await-in-loop
      await bring(id, now.wanted!);
    }
    const { wanted: _, ...settled } = likes.get(id)!;
    set(id, settled);
  } catch (error) {
    const { wanted: _, ...before } = likes.get(id)!;
    set(id, before);
    tellFailure(error);
  }
}

async function bring(id: number, wanted: boolean) {
  try {
    const answer = await call(id, wanted ? "like" : "unlike");
    set(id, { isLiked: answer.is_liked_by_user, count: answer.like_count, wanted: likes.get(id)!.wanted! });
  } catch (error) {
    if (!(error instanceof ApiError && error.message === SITE_MESSAGES.alreadyLiked)) throw error;
    // The page did not know of the like, so what was meant is to take it back.
    const answer = await call(id, "unlike");
    set(id, { isLiked: answer.is_liked_by_user, count: answer.like_count, wanted: answer.is_liked_by_user });
  }
}

const call = (id: number, what: "like" | "unlike") => send<Answer>("POST", `sites/${id}/${what}/`);
