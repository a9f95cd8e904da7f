import * as z from "zod/mini";
import { screenshotTexts } from "#schema/sites/site-form.ts";
import { MAX_SCREENSHOTS, SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { MAX_URL_LENGTH } from "#schema/values/urls.ts";
import { validateForm } from "#schema/values/validate-form.ts";
import { publicUrl } from "../../../http/public-fetch.ts";
import type { NewImageFetch } from "../../image-fetches/queries.ts";

type Given = { name: string; logo: unknown; screenshots: unknown };

const WRONG_URL = "must be a public URL of an image";

const imageAddress = z.string(WRONG_URL).check(
  z.trim(),
  z.maxLength(MAX_URL_LENGTH, WRONG_URL),
  z.refine((url) => publicUrl(url) !== undefined, WRONG_URL),
);

const screenshotRules = z.object({
  url: imageAddress,
  alt: z.optional(screenshotTexts.alt),
  decorative: z._default(z.boolean(), false),
  caption: z._default(screenshotTexts.caption, ""),
});

/**
 * Reads `logo`, a URL, and `screenshots`, a list of URLs or of `{url, alt, caption, decorative}`. A screenshot without a
 * description gets one with the site's name. Wrong images are left out and named in `problems`.
 */
export function readImages({ name, logo, screenshots }: Given): { fetches: NewImageFetch[]; problems: string[] } {
  const fetches: NewImageFetch[] = [];
  const problems: string[] = [];
  if (isGiven(logo)) {
    const address = imageAddress.safeParse(logo);
    if (address.success) fetches.push({ kind: "logo", position: 0, address: address.data, alt: "", caption: "" });
    else problems.push(`logo: ${WRONG_URL}`);
  }
  if (isGiven(screenshots) && !Array.isArray(screenshots)) problems.push("screenshots: must be a list");
  const list = Array.isArray(screenshots) ? (screenshots as unknown[]) : [];
  if (list.length > MAX_SCREENSHOTS) problems.push(`screenshots: ${SITE_IMAGE_MESSAGES.tooMany}`);
  const seen = new Set<string>();
  for (const [position, given] of list.slice(0, MAX_SCREENSHOTS).entries()) {
    const form = validateForm(screenshotRules, typeof given === "string" ? { url: given } : given);
    if (!form.ok) {
      problems.push(`screenshots.${position}: ${form.message}`);
      continue;
    }
    const { url: address, alt, decorative, caption } = form.value;
    if (seen.has(address)) continue;
    seen.add(address);
    fetches.push({
      kind: "screenshot",
      position,
      address,
      alt: decorative ? "" : alt || `Screenshot of ${name}`,
      caption,
    });
  }
  return { fetches, problems };
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";
