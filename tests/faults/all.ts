import type { Fault } from "./fault.ts";
import { likes } from "./likes.ts";

export const faults: Fault[] = [...likes];
