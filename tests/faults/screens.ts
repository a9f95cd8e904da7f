import type { Fault } from "./fault.ts";

const data = { file: "web/screen-data.ts", tests: ["tests/web/screen-data.test.ts"] };
const session = { file: "web/session.tsx", tests: ["tests/web/session.test.ts", "tests/web/guard.test.ts"] };
const guard = { file: "web/features/accounts/guard.ts", tests: ["tests/web/guard.test.ts"] };

export const screens: Fault[] = [
  {
    ...data,
    name: "a mistake of the page is shown as a refusal",
    find: "if (error instanceof ApiError) return { error };",
    put: "if (error instanceof Error) return { error: error as ApiError };",
  },
  {
    ...data,
    name: "a screen shows nothing until the slowest answer is there",
    find: "(await Promise.race([result, patience])) ?? result",
    put: "(await Promise.race([outcome])) ?? patience.then(() => outcome)",
  },
  {
    ...data,
    name: "a search loads nothing",
    find: "names.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name))",
    put: "names.every((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name))",
  },
  {
    ...data,
    name: "a saved change is not loaded",
    find: "      ? defaultShouldRevalidate\n",
    put: "      ? false\n",
  },
  {
    ...data,
    name: "a call that is refused loads everything again",
    find: "{ status: result.error ? 400 : 200 }",
    put: "{ status: result.error ? 200 : 200 }",
  },
  {
    ...data,
    name: "the name of a call is stored as a field of the form",
    find: "  input.delete(CALL_NAME_FIELD);\n",
    put: "",
  },
  {
    ...data,
    name: "a screen that lost its network stays empty",
    find: "toResult(() => retryWhenOnline(() => get<T>(path, signal), signal))",
    put: "toResult(() => get<T>(path, signal))",
  },
  {
    ...session,
    name: "a server that is busy signs everybody out",
    find: "error instanceof ApiError && error.status === 401",
    put: "error instanceof ApiError",
  },
  {
    ...session,
    name: "an answer from before a log-out signs in again",
    find: "if (pending === request) setSession(user);",
    put: "setSession(user);",
  },
  {
    ...session,
    name: "a question that failed is never asked again",
    find: "      if (pending === request) pending = undefined;",
    put: "      if (pending !== request) pending = undefined;",
  },
  {
    ...session,
    name: "superusers are no staff",
    find: "(user.is_staff || user.is_superuser)",
    put: "user.is_staff",
  },
  {
    ...session,
    name: "every visitor is asked about",
    find: "current ?? (mayBeSignedIn() ? fetchSession",
    put: "current ?? (!current ? fetchSession",
  },
  {
    ...session,
    name: "what a log-in left in the browser stays after a log-out",
    find: "  if (!user) clearGoogleLogin();\n",
    put: "",
    tests: ["tests/web/google-login-storage.test.ts"],
  },
  {
    ...guard,
    name: "who signs in comes back to another listing's payment",
    find: "withNext(loginPath, pathname + search)",
    put: "withNext(loginPath, pathname || search)",
  },
  {
    ...guard,
    name: "everybody opens the screens of staff",
    find: "if (!isStaff(user)) throw redirect(dashboardPath);",
    put: "if (!user) throw redirect(dashboardPath);",
  },
  {
    ...guard,
    name: "who is signed in goes home and not to where they wanted",
    find: "readSignInParams(null, new URL(request.url).searchParams).next ?? pathAfterSignIn(user)",
    put: "pathAfterSignIn(user) ?? readSignInParams(null, new URL(request.url).searchParams).next",
  },
  {
    ...guard,
    name: "a busy server looks like a network that failed",
    find: "if (error instanceof ApiError && error.status) throw new Response",
    put: "if (error instanceof ApiError && !error.status) throw new Response",
  },
  {
    ...guard,
    name: "a server that is busy closes the screen to sign in",
    find: 'fetchSession("user/").catch(() => null)',
    put: 'fetchSession("user/")',
  },
  {
    name: "a link of another site is a place to come back to",
    file: "web/features/accounts/sign-in-params.ts",
    find: 'readReturnPath(search.get("next"))',
    put: '(search.get("next") ?? undefined)',
    tests: ["tests/web/sign-in-params.test.ts"],
  },
  {
    name: "two calls of a row at once lose the first one's answer",
    file: "web/use-action.ts",
    find: "before.current.then(() => run(input))",
    put: "run(input)",
    tests: ["tests/e2e/failures.test.ts"],
  },
  {
    name: "a call that is refused says that it was done",
    file: "web/use-action.ts",
    find: "if (data.error) waiting.current?.reject(data.error);\n    else waiting",
    put: "waiting",
    tests: ["tests/e2e/failures.test.ts"],
  },
];
