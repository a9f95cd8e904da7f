import { expect, test } from "vitest";
import { render, textOf } from "./support/render.tsx";

const textAt = async (path: string, googleClientId?: string) =>
  textOf(await render(path, {}, googleClientId ? { googleClientId } : {}));

test("without Google's keys the screen says so, and signing in does not offer it", async () => {
  expect(await textAt("/google-login/")).toContain("Google login is not set up.");
  expect(await textAt("/google-login/?result=success")).toContain("Google login is not set up.");
  expect(await textAt("/login")).not.toContain("Google");
});

test("with keys it leads to Google, and what failed is said", async () => {
  expect(await textAt("/google-login/", "id")).toContain("Continue with Google");
  expect(await textAt("/google-login/", "id")).not.toContain("Login failed.");
  expect(await textAt("/google-login/?result=failed", "id")).toContain("Login failed. Please try again.");
});

test("the page to come back to goes along to Google, unless it is of another origin", async () => {
  const linksAt = (path: string) => render(path, {}, { googleClientId: "id" });
  expect(await linksAt("/google-login/?next=/user")).toContain('href="/google-login/start?next=%2Fuser"');
  expect(await linksAt("/google-login/?next=//evil.example")).toContain('href="/google-login/start"');
});
