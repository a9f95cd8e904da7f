import type { TeamSize } from "../facts/facts.ts";
import type { MovingOut } from "./product-guide.ts";
import type { Pair } from "./sites.ts";

// "Switch": what somebody says who moved from a product to a site.

export const STILL_USING = { yes: "Yes, still using it", partly: "Partly", no: "No, went back" } as const;
export type StillUsing = keyof typeof STILL_USING;

/** From the shortest. */
export const TIMES_TAKEN = { hours: "Hours", days: "Days", weeks: "Weeks", months: "Months" } as const;
export type TimeTaken = keyof typeof TIMES_TAKEN;
const TIMES = Object.keys(TIMES_TAKEN) as TimeTaken[];

export const MIN_SWITCH_TEXT = 40;
export const MAX_SWITCH_TEXT = 1000;
/** Of what was missing, and of what got better. */
export const MAX_POINTS = 6;
/** With fewer answers, pages show only their number and their texts. */
export const MIN_FIGURES = 5;
export const SWITCHES_PER_PAGE = 6;
/** We ask how a move went after so many days. */
export const ASK_AFTER_DAYS = 30;

export type SwitchFields = {
  still_using: StillUsing;
  team_size: TeamSize;
  time_taken: TimeTaken;
  missing: string[];
  better: string[];
  would_again: boolean;
  text: string;
  /** "2026-05" */
  moved: string;
};

export type Switch = SwitchFields & {
  id: number;
  created_at: string;
  /** By the owner of the site. */
  answer: { text: string; created_at: string } | null;
};

export type SwitchSummary = { count: number } & Record<StillUsing, number>;

type Named = { name: string; slug: string };

/** `time` is the median. */
export type Figures = SwitchSummary & { time: TimeTaken | null };

type Counts = SwitchSummary & Record<TimeTaken, number>;

/** Of an even number, the median is the longer of the two in the middle. */
export function toFigures({ count, yes, partly, no, ...times }: Counts): Figures {
  let passed = 0;
  const time = TIMES.find((name) => (passed += times[name]) > count / 2);
  return { count, yes, partly, no, time: time ?? null };
}

export type MovedPair = Figures & { site: Named; product: Named };

/** What pages show of those who moved from a product, or to a site. */
export type Moved = {
  /** Those with the most answers. */
  pairs: MovedPair[];
  /** What the newest answers name as missing, the most frequent first. Empty below `MIN_FIGURES` answers. */
  missing: { text: string; count: number }[];
  /** The newest. */
  texts: (Switch & { site: Named & { id: number }; product: Named })[];
  /** Null: of all team sizes. */
  team: TeamSize | null;
};

export const NOBODY_MOVED: Moved = { pairs: [], missing: [], texts: [], team: null };

export const MOVE_STEPS = {
  export: "Export your data",
  import: "Import your data",
  tell: "Tell your team",
  close: "Close the old account",
} as const;
export type MoveStep = keyof typeof MOVE_STEPS;

/** A move that somebody plans, or asks for. */
export type Move = {
  product: Named;
  moving_out: MovingOut | null;
  /** The chosen listing. */
  site_id: number | null;
  /** Null: the person does not plan the move. */
  done: MoveStep[] | null;
  /** That replace the product, by name. `answer`: what the person has said. */
  sites: (Named & {
    id: number;
    moving: Pair["moving"] | null;
    answer: SwitchFields | null;
    state: "shown" | "held" | "refused" | null;
  })[];
};

export const SWITCH_MESSAGES = {
  signIn: "Please sign in before you say how it went.",
  notFound: "This site is not listed as an alternative to this product.",
  owner: "The owner of a site cannot say how moving to it went.",
  ownerDomain: "Your email address belongs to the owner of this site, so you cannot say how moving to it went.",
  newAccount: "Your account is younger than a day. Please copy your text, and send it tomorrow.",
  future: "This month has not begun yet.",
  sameMailbox: "Somebody has already answered with another address of your mailbox.",
  shown: "Thank you. Your answer is on the page.",
  held: "Thank you. Our staff look at your answer before it is shown.",
  answered: "You have already answered.",
} as const;
