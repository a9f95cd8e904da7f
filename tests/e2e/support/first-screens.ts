import { fillFirstScreens } from "../../bench/first-screens/content.ts";
import { useOwnServer } from "./base-url.ts";

/** Starts a server for this test file with one page of each kind. */
export const useFirstScreens = () => useOwnServer(fillFirstScreens);
