import { eq } from "drizzle-orm";
import type { Facts } from "#schema/facts/facts.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { sites } from "#schema/tables/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { hostOf } from "#schema/values/links.ts";
import type { Db } from "../../db/connection.ts";
import { changes } from "../../http/edge-scope.ts";
import { publicUrl } from "../../http/public-fetch.ts";
import type { Mail, Ports } from "../../ports.ts";
import { hasNameOf, repositoryAt } from "../link-previews/repository.ts";
import { enqueueMail } from "../outbox/queries.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { recheckProof } from "../proof/recheck.ts";
import { changesManyLists, listedStatement } from "../sites/rows/public-changes.ts";
import { checkLink } from "./check-link.ts";
import { mayBeClosedMail, movedMail } from "./mails.ts";
import { type DueSite, saveLife } from "./queries.ts";
import { readRepository } from "./repository-api.ts";
import { lifeAfter } from "./standing.ts";

export type CheckParts = {
  db: Db;
  config: DirectoryConfig;
  ports: Ports;
  secretKey: string;
  /** The name that a robots.txt may refuse. */
  robot: string;
  /** `left`: how many repositories this run may still read there. */
  github: { token: string | undefined; left: number };
};

/** Checks the link and the repository of a site, and stores what was found. */
export async function checkSite(parts: CheckParts, site: DueSite): Promise<void> {
  const { db, ports } = parts;
  const found = await checkLink(ports, site.link, parts.robot);
  const repository = await factsOfRepository(parts, site);
  const isWaiting = repository === "later";
  const renewed: Facts = isWaiting ? {} : repository.facts;
  const now = ports.now();
  const life = lifeAfter(site, found, { facts: { ...site.facts, ...renewed }, now });
  const mail = mailAbout(parts, site, life);
  const listed = life.standing !== site.standing || isChanged(site.facts.archived, renewed.archived);
  if (listed) changesManyLists(await listedStatement(db, eq(sites.id, site.id)));
  else if (life.aliveState !== site.aliveState || life.movedTo !== site.movedTo) changes(`site:${site.slug}`);
  const key = `life:${site.id}`;
  await db.batch([
    saveLife(db, site, {
      ...life,
      ...(isWaiting && { checkDueAt: now + DAY_MS }),
      repository: "stars" in renewed && !isWaiting ? repository : undefined,
    }),
    ...(mail ? [enqueueMail(db, { key, mail, now })] : []),
  ]);
  if (mail) await sendFromOutbox(parts, key);
  const { ownerId, verifiedBy } = site;
  // A website that is down says nothing about its owner.
  if (verifiedBy && ownerId !== null && life.aliveState !== "unreachable")
    await recheckProof(parts, { ...site, ownerId, verifiedBy });
}

const isChanged = (before: boolean | undefined, after: boolean | undefined) =>
  after !== undefined && after !== (before ?? false);

/** `facts` is {} if there is no repository that is the site's own and answers. */
async function factsOfRepository({ ports, github }: CheckParts, site: DueSite) {
  const nothing = { facts: {} as Facts, source: "" };
  const link = publicUrl(site.link);
  const address = publicUrl(site.facts.source_code ?? site.link);
  const repository = address && repositoryAt(address);
  if (!link || !repository) return nothing;
  const isAtGitHub = repository.url.hostname === "github.com";
  if (isAtGitHub && github.left === 0) return "later";
  if (isAtGitHub) github.left -= 1;
  const state = await readRepository(ports, repository.url, github.token);
  if (!state) return nothing;
  // An owner could state another project's repository, to get its stars.
  const website = publicUrl(state.website);
  const isOwn =
    site.ownerId === null ||
    repositoryAt(link)?.url.href === repository.url.href ||
    hasNameOf(repository, link) ||
    (website && hostOf(website.href) === hostOf(link.href));
  if (!isOwn) return nothing;
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

/** The owner is told when the listing begins to say something else about the site. */
function mailAbout({ config }: CheckParts, site: DueSite, life: ReturnType<typeof lifeAfter>): Mail | undefined {
  const { id, name, link, ownerEmail: to } = site;
  if (to === null) return undefined;
  if (life.standing === "may_be_closed" && site.standing === "open")
    return mayBeClosedMail(config, { to, id, name, link });
  const { movedTo } = life;
  return movedTo !== null && movedTo !== site.movedTo ? movedMail(config, { to, id, name, link, movedTo }) : undefined;
}
