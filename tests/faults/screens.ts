import type { Fault } from "./fault.ts";

const data = { file: "web/screen-data.ts", tests: ["tests/web/screen-data.test.ts"] };
const session = { file: "web/session.tsx", tests: ["tests/web/session.test.ts", "tests/web/guard.test.ts"] };
const guard = { file: "web/features/accounts/guard.ts", tests: ["tests/web/guard.test.ts"] };

export const screens: Fault[] = [
  {
    ...data,
    name: "a bug in the page is shown as an error of the server",
    find: "if (error instanceof ApiError) return { error };",
    put: "if (error instanceof Error) return { error: error as ApiError };",
  },
  {
    ...data,
    name: "a screen shows nothing until the slowest response arrives",
    find: "(await Promise.race([result, timeout])) ?? result",
    put: "(await Promise.race([result])) ?? timeout.then(() => result)",
  },
  {
    ...data,
    name: "a search does not load the data",
    find: "names.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name))",
    put: "names.every((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name))",
  },
  {
    ...data,
    name: "a saved change is not reloaded",
    find: "      ? defaultShouldRevalidate\n",
    put: "      ? false\n",
  },
  {
    ...data,
    name: "a failed request reloads all data",
    find: "{ status: result.error ? 400 : 200 }",
    put: "{ status: result.error ? 200 : 200 }",
  },
  {
    ...data,
    name: "the name of an action is stored as a form field",
    find: "  input.delete(CALL_NAME_FIELD);\n",
    put: "",
  },
  {
    ...data,
    name: "a screen stays empty after the network failed",
    find: "toResult(() => retryWhenOnline(() => get<T>(path, signal), signal))",
    put: "toResult(() => get<T>(path, signal))",
  },
  {
    ...session,
    name: "an error of the server signs users out",
    find: "error instanceof ApiError && error.status === 401",
    put: "error instanceof ApiError",
  },
  {
    ...session,
    name: "a response from before the log-out signs the user in again",
    find: "if (pending === request) setSession(user);",
    put: "setSession(user);",
  },
  {
    ...session,
    name: "a failed request for the user is never repeated",
    find: "      if (pending === request) pending = undefined;",
    put: "      if (pending !== request) pending = undefined;",
  },
  {
    ...session,
    name: "superusers do not count as staff",
    find: "(user.is_staff || user.is_superuser)",
    put: "user.is_staff",
  },
  {
    ...session,
    name: "the user is requested for each visitor",
    find: "current ?? (mayBeSignedIn() ? fetchSession",
    put: "current ?? (!current ? fetchSession",
  },
  {
    ...session,
    name: "data of a sign-in stays in the browser after the log-out",
    find: "  if (!user) clearGoogleLogin();\n",
    put: "",
    tests: ["tests/web/google-login-storage.test.ts"],
  },
  {
    ...guard,
    name: "after the sign-in, the payment of another listing opens",
    find: "withNext(loginPath, pathname + search)",
    put: "withNext(loginPath, pathname || search)",
  },
  {
    ...guard,
    name: "all users can open the screens of staff",
    find: "if (!isStaff(user)) throw redirect(dashboardPath);",
    put: "if (!user) throw redirect(dashboardPath);",
  },
  {
    ...guard,
    name: "a signed-in user is sent to the home page instead of the requested page",
    find: "readSignInParams(null, new URL(request.url).searchParams).next ?? pathAfterSignIn(user)",
    put: "pathAfterSignIn(user) ?? readSignInParams(null, new URL(request.url).searchParams).next",
  },
  {
    ...guard,
    name: "an error of the server is shown as a network error",
    find: "if (error instanceof ApiError && error.status) throw new Response",
    put: "if (error instanceof ApiError && !error.status) throw new Response",
  },
  {
    ...guard,
    name: "an error of the server blocks the sign-in screen",
    find: 'fetchSession("user/").catch(() => null)',
    put: 'fetchSession("user/")',
  },
  {
    name: "the sign-in returns to a URL of another origin",
    file: "web/features/accounts/sign-in-params.ts",
    find: 'readReturnPath(search.get("next"))',
    put: '(search.get("next") ?? undefined)',
    tests: ["tests/web/sign-in-params.test.ts"],
  },
  {
    name: "of two simultaneous requests for a row, the first response is lost",
    file: "web/use-action.ts",
    find: "before.current.then(() => run(input))",
    put: "run(input)",
    tests: ["tests/e2e/failures.test.ts"],
  },
  {
    name: "a failed request is reported as done",
    file: "web/use-action.ts",
    find: "if (data.error) waiting.current?.reject(data.error);\n    else waiting",
    put: "waiting",
    tests: ["tests/e2e/failures.test.ts"],
  },
];
