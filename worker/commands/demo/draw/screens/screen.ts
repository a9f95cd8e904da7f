import type { Frame } from "../frame.ts";
import type { Random } from "../shapes.ts";
import type { Theme } from "../theme.ts";

/** An invented window of a program, below the bar of a frame. Without a frame it fills the drawing. */
export type Screen = { frame?: Frame; isDark?: boolean; draw(theme: Theme, random: Random): string };
