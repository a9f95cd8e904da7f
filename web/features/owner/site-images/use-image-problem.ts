import { useState } from "react";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";

/** Returns the problem of the image at `url`. It ends when another image takes the place. */
export function useImageProblem(url: string, problems: Record<string, string>, field: string) {
  const [refused, setRefused] = useState({ problems, url });
  if (refused.problems !== problems) setRefused({ problems, url });
  const [missing, setMissing] = useState("");
  const isMissing = url !== "" && missing === url;
  return {
    problem: isMissing ? SITE_IMAGE_MESSAGES.notStoredAnyMore : refused.url === url ? problems[field] : undefined,
    onMissing: () => setMissing(url),
  };
}
