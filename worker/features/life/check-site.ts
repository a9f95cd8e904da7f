import { eq } from "drizzle-orm";
import type { Facts } from "#schema/facts/facts.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { sites } from "#schema/tables/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { hostOf } from "#schema/values/links.ts";
import type { Db } from "../../db/connection.ts";
import { changes } from "../../http/edge-scope.ts";
import { publicUrl } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";
import { hasNameOf, repositoryAt } from "../link-previews/repository.ts";
import { sendNotice } from "../outbox/send.ts";
import { recheckProof } from "../proof/recheck.ts";
import { changesManyLists, listedStatement } from "../sites/rows/public-changes.ts";
import { checkLink } from "./check-link.ts";
import { lifeMail } from "./mails.ts";
import { type DueSite, saveLife } from "./queries.ts";
import { type GitHub, readRepository } from "./repository-api.ts";
import { lifeAfter } from "./standing.ts";

export type CheckParts = {
  db: Db;
  config: DirectoryConfig;
  ports: Ports;
  secretKey: string;
  /** The name that a robots.txt may refuse. */
  robot: string;
  github: GitHub;
};

/** Checks the link and the repository of a site, and stores what was found. */
export async function checkSite(parts: CheckParts, site: DueSite): Promise<void> {
  const { db, ports } = parts;
  const found = await checkLink(ports, site.link, parts.robot);
  const read = await readOwnRepository(parts, site);
  const repository = read === "later" ? undefined : read;
  const facts: Facts = { ...site.facts, ...repository?.facts };
  const now = ports.now();
  const life = lifeAfter(site, found, { facts, now });
  if (life.standing !== site.standing || !facts.archived !== !site.facts.archived)
    changesManyLists(await listedStatement(db, eq(sites.id, site.id)));
  else if (life.aliveState !== site.aliveState || life.movedTo !== site.movedTo) changes(`site:${site.slug}`);
  await saveLife(db, site, { ...life, ...(read === "later" && { checkDueAt: now + DAY_MS }), repository });
  const { id, name, ownerEmail: to } = site;
  const news = newsAbout(site, life);
  if (to !== null && news) await sendNotice(parts, lifeMail(parts.config, { to, id, name, news }));
  // A website that is down says nothing about its owner.
  if (life.aliveState !== "unreachable") await recheckProof(parts, site);
}

/** Returns undefined if there is no repository that is the site's own and answers. */
async function readOwnRepository({ ports, github }: CheckParts, site: DueSite) {
  const link = publicUrl(site.link);
  const address = publicUrl(site.facts.source_code ?? site.link);
  const repository = address && repositoryAt(address);
  if (!link || !repository) return undefined;
  const isAtGitHub = repository.url.hostname === "github.com";
  if (isAtGitHub && github.left === 0) return "later";
  if (isAtGitHub) github.left -= 1;
  const state = await readRepository(ports, repository.url, github);
  if (!state) return isAtGitHub && github.left === 0 ? "later" : undefined;
  // An owner could state another project's repository, to get its stars.
  const website = publicUrl(state.website);
  const isOwn =
    site.ownerId === null ||
    repositoryAt(link)?.url.href === repository.url.href ||
    hasNameOf(repository, link) ||
    (website && hostOf(website.href) === hostOf(link.href));
  if (!isOwn) return undefined;
  const { stars, lastCommit, archived } = state;
  return {
    facts: {
      stars,
      last_commit: lastCommit,
      ...((archived || site.facts.archived !== undefined) && { archived }),
    } satisfies Facts,
    source: repository.url.href,
  };
}

/** What the owner is told when the listing begins to say something else about the site. */
function newsAbout({ link, ...before }: DueSite, { standing, movedTo }: ReturnType<typeof lifeAfter>) {
  if (standing === "may_be_closed" && before.standing === "open")
    return `Either ${link} does not answer, or its domain is for sale, or its source code has been archived for a year. Your listing now says that it may be closed, stands behind others in lists, and is in no featured place. We check again each day.`;
  return movedTo !== null && movedTo !== before.movedTo ? `${link} now leads to ${movedTo}.` : undefined;
}
