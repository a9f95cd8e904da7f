import "#web/styles.css";
import { afterEach, beforeEach, vi } from "vitest";
import { setSession } from "#web/session.tsx";

beforeEach(() => {
  document.cookie = "csrftoken=token; path=/";
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setSession(null);
});
