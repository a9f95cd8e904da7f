import { expect, test } from "vitest";
import type { ReviewedListing } from "#schema/admin.ts";
import { insertSite } from "../support/factories.ts";
import { documentOf } from "../support/own-sites.ts";
import { BERT, insertUser, logInNew } from "../support/people.ts";

const LINK = "https://casino.example/";

test("staff read a waiting listing with what was found in it, beside the public listing that it may copy", async () => {
  const staff = await logInNew({ isStaff: true });
  const { id: ownerId } = await insertUser({ email: BERT });
  const { id } = await insertSite({
    name: "Casino",
    link: LINK,
    ownerId,
    review: "pending",
    alternatives: [{ name: "Poker", link: "https://poker.example/" }],
    article: documentOf("Win at https://bit.ly/3win today"),
  });
  const read = async () => (await staff.get(`/api/admin/listings/${id}/`)).json<ReviewedListing>();
  const alone = await read();
  expect(alone).toMatchObject({
    listing: { name: "Casino", alternatives: [{ name: "Poker", link: "https://poker.example/" }] },
    findings: [{ reason: "shortened links (bit.ly)", found: ["https://bit.ly/3win"] }],
    rival: null,
  });
  expect(JSON.stringify(alone.listing.article)).toContain("https://bit.ly/3win");

  // Neither hidden listings nor those of the same owner are copied.
  await insertSite({ name: "Casino", slug: "hidden", link: LINK, review: "pending" });
  await insertSite({ name: "Casino", slug: "own", link: `${LINK}own`, ownerId });
  expect((await read()).rival).toBeNull();
  await insertSite({ name: "CASINO", slug: "same-name", link: "https://other.example/" });
  expect((await read()).rival).toMatchObject({ slug: "same-name" });
  await insertSite({ name: "Games", slug: "same-page", link: `${LINK}index.html`, article: documentOf("Play") });
  expect((await read()).rival).toMatchObject({ slug: "same-page", name: "Games" });
});
