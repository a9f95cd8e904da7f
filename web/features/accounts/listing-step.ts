import { createSitePath } from "#schema/pages/paths.ts";

const STEPS = ["sign up", "confirm your address", "sign in", "enter the code"] as const;

/** Who has an account begins with "sign in". */
const STEPS_WITH_ACCOUNT = STEPS.slice(2);

/** Says how far somebody is who signs in to list a site. Undefined for others. */
export function listingStep(
  step: (typeof STEPS)[number],
  { next, isNew = false }: { next?: string | undefined; isNew?: boolean | undefined },
): string | undefined {
  if (next?.split(/[?#]/)[0] !== createSitePath) return undefined;
  const steps = isNew ? STEPS : STEPS_WITH_ACCOUNT;
  return `Account, step ${steps.indexOf(step) + 1} of ${steps.length}: ${step}`;
}
