import type { Figures, Moved, MovedPair, Switch } from "#schema/sites/switches.ts";

export const SLACK = { name: "Slack", slug: "slack" };
export const ZULIP = { id: 1, name: "Zulip", slug: "zulip" };
export const MATTERMOST = { id: 2, name: "Mattermost", slug: "mattermost" };

export const answer = (id: number, changes: Partial<Switch> = {}): Moved["texts"][number] => ({
  id,
  still_using: "yes",
  team_size: "small",
  time_taken: "weeks",
  missing: ["Single sign-on"],
  better: ["API"],
  would_again: true,
  text: `Answer ${id}: we moved in two weekends, and the import worked.`,
  moved: "2026-05",
  created_at: "2026-11-20T10:00:00.000Z",
  answer: null,
  site: ZULIP,
  product: SLACK,
  ...changes,
});

export const FIGURES: Figures = { count: 1063, yes: 1051, partly: 8, no: 4, time: "weeks" };
export const pair = (changes: Partial<MovedPair> = {}): MovedPair => ({
  ...FIGURES,
  site: ZULIP,
  product: SLACK,
  ...changes,
});

export const moved = (changes: Partial<Moved> = {}): Moved => ({
  pairs: [pair(), pair({ site: MATTERMOST, count: 2, yes: 2, partly: 0, no: 0 })],
  missing: [{ text: "Single sign-on", count: 9 }],
  texts: [answer(1)],
  team: null,
  ...changes,
});
