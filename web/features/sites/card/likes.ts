import { useEffect, useSyncExternalStore } from "react";
import { SITE_MESSAGES } from "#schema/sites/sites.ts";
import { ApiError, get, send } from "../../../data/api.ts";
import { loadSession, useSession } from "../../../data/session.tsx";
import { showMessage } from "../../../ui/message.tsx";

const SIGN_IN_MS = 3000;
const FAILED_TEXT = "An error occurred while updating likes.";
const IDS_PER_CALL = 100;

type Like = {
  isLiked: boolean;
  /** The number of likes in the last response. Before the first response, the page's number is shown. */
  count?: number;
  /** While a request is running: the state that the last press asked for. */
  wanted?: boolean;
};

const UNKNOWN: Like = { isLiked: false };

// The likes of the signed-in user, shared by all like buttons. They are kept during navigation, because a cached page
// can have old numbers.
let likes = new Map<number, Like>();
let ownSites: ReadonlySet<number> = new Set();
let userOfState: number | undefined;
let queuedIds: number[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(id: number, like: Like) {
  likes.set(id, like);
  for (const listener of listeners) listener();
}

export function useLike(id: number, countOfPage: number) {
  const user = useSession();
  const like = useSyncExternalStore(
    subscribe,
    () => likes.get(id) ?? UNKNOWN,
    () => UNKNOWN,
  );

  useEffect(() => {
    if (user) loadSoon(user.id, id);
  }, [user, id]);

  const { isLiked, count = countOfPage, wanted = isLiked } = user ? like : UNKNOWN;
  return {
    isLiked: wanted,
    count: Math.max(0, count + Number(wanted) - Number(isLiked)),
    toggle: () => void (user ? press(id) : pressAfterSession(id)),
  };
}

export function useIsOwn(id: number): boolean {
  const user = useSession();
  const isOwn = useSyncExternalStore(
    subscribe,
    () => ownSites.has(id),
    () => false,
  );
  useEffect(() => {
    if (user) loadSoon(user.id, id);
  }, [user, id]);
  return user !== null && isOwn;
}

const askToSignIn = () => showMessage(SITE_MESSAGES.signInToLike, { ms: SIGN_IN_MS });

function switchUser(userId: number) {
  if (userOfState !== userId) {
    likes = new Map();
    ownSites = new Set();
  }
  userOfState = userId;
}

/** Sites that are requested in the same task share a request. */
function loadSoon(userId: number, id: number) {
  switchUser(userId);
  // The preview of a new site has the id 0.
  if (likes.has(id) || id === 0) return;
  likes.set(id, UNKNOWN);
  if (queuedIds.push(id) > 1) return;
  queueMicrotask(() => {
    const ids = queuedIds;
    queuedIds = [];
    for (let start = 0; start < ids.length; start += IDS_PER_CALL) void load(ids.slice(start, start + IDS_PER_CALL));
  });
}

async function load(ids: number[]) {
  try {
    const { liked, own: found } = await get("likes/", { query: { ids: ids.join(",") } });
    ownSites = new Set([...ownSites, ...found]);
    for (const listener of listeners) listener();
    for (const id of liked) {
      const known = likes.get(id);
      // If the user has pressed the button since, that state is newer.
      if (known === UNKNOWN) set(id, { isLiked: true });
    }
  } catch {
    // The next press gets the state from its response.
    for (const id of ids) if (likes.get(id) === UNKNOWN) likes.delete(id);
  }
}

/** Further presses before the session is known are ignored, because the first press had no visible effect. */
const pressedEarly = new Set<number>();

/** Handles a press while the session may still be loading. */
async function pressAfterSession(id: number) {
  if (pressedEarly.has(id)) return;
  pressedEarly.add(id);
  try {
    const user = await loadSession();
    if (!user) return askToSignIn();
    // The components may not have rendered with this user yet.
    switchUser(user.id);
  } catch (error) {
    return showFailure(error);
  } finally {
    pressedEarly.delete(id);
  }
  await press(id);
}

function showFailure(error: unknown) {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) askToSignIn();
  else showMessage(FAILED_TEXT, { isAlert: true });
}

/** Sends one request at a time, until the server has the state that the last press asked for. */
async function press(id: number) {
  const like = likes.get(id) ?? UNKNOWN;
  const isRunning = like.wanted !== undefined;
  set(id, { ...like, wanted: !(like.wanted ?? like.isLiked) });
  if (isRunning) return;
  try {
    for (let now = likes.get(id)!; now.wanted !== now.isLiked; now = likes.get(id)!) {
      await sendLike(id, now.wanted!);
    }
    const { wanted: _, ...settled } = likes.get(id)!;
    set(id, settled);
  } catch (error) {
    const { wanted: _, ...before } = likes.get(id)!;
    set(id, before);
    showFailure(error);
  }
}

async function sendLike(id: number, wanted: boolean) {
  try {
    const response = await postLike(id, wanted ? "like" : "unlike");
    set(id, { isLiked: response.is_liked_by_user, count: response.like_count, wanted: likes.get(id)!.wanted! });
  } catch (error) {
    if (!(error instanceof ApiError && error.message === SITE_MESSAGES.alreadyLiked)) throw error;
    // The user liked the site already, but the button did not show it. The press removes the like.
    const response = await postLike(id, "unlike");
    set(id, { isLiked: response.is_liked_by_user, count: response.like_count, wanted: response.is_liked_by_user });
  }
}

const postLike = (id: number, what: "like" | "unlike") => send("POST", `sites/:id/${what}/`, { params: { id } });
