import { expect, test } from "vitest";
import { render, textOf } from "../support/render.tsx";

const textAt = async (path: string, googleClientId?: string) =>
  textOf(await render(path, {}, googleClientId ? { googleClientId } : {}));

test("without Google keys, the Google screen says so and the sign-in screen has no Google button", async () => {
  expect(await textAt("/google-login/")).toContain("Google login is not set up.");
  expect(await textAt("/google-login/?result=success")).toContain("Google login is not set up.");
  expect(await textAt("/login")).not.toContain("Google");
});

test("with Google keys, the screen links to Google and shows a failure", async () => {
  expect(await textAt("/google-login/", "id")).toContain("Continue with Google");
  expect(await textAt("/google-login/", "id")).not.toContain("Login failed.");
  expect(await textAt("/google-login/?result=failed", "id")).toContain("Login failed. Please try again.");
});

test("the link to Google contains the return path, unless it is of another origin", async () => {
  const linksAt = (path: string) => render(path, {}, { googleClientId: "id" });
  expect(await linksAt("/google-login/?next=/user")).toContain('href="/google-login/start?next=%2Fuser"');
  expect(await linksAt("/google-login/?next=//evil.example")).toContain('href="/google-login/start"');
});
