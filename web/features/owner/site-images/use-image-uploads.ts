import { useEffect, useRef, useState } from "react";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import type { SiteImageKind } from "#schema/images/site-images.ts";
import { ApiError } from "../../../data/api.ts";
import type { SiteDraft } from "../draft/site-draft.ts";
import { sendImage } from "./send-image.ts";
import { shrinkImage } from "./shrink-image.ts";

export type Upload = {
  name: string;
  stage: "waiting" | "preparing" | "sending" | "failed";
  /** As it is sent. */
  image?: Blob;
  /** From 0 to 1. */
  sent: number;
  problem: string;
  /** False if the same file would fail again. */
  canRetry: boolean;
};

type Source = {
  name: string;
  /** @throws ApiError */
  load: (signal: AbortSignal) => Promise<Blob>;
  /** Undefined for an image that does not come from the user's device. */
  file?: File;
};

type Job = Source & { kind: SiteImageKind; controller: AbortController };

/** The key of the logo. The key of a screenshot is that of its row. */
export const LOGO = "logo";

const FRESH = { stage: "waiting", sent: 0, problem: "", canRetry: false } as const;

/** For the button that waits for the uploads. Undefined if it does not wait. */
export const uploadingText = ({ running }: Pick<ImageUploads, "running">): string | undefined =>
  running === 0 ? undefined : running === 1 ? "Waiting for an upload…" : `Waiting for ${running} uploads…`;

type Options = { current: () => SiteDraft; change: (changes: Partial<SiteDraft>) => unknown };
export type ImageUploads = ReturnType<typeof useImageUploads>;

/**
 * Uploads images one after the other, and puts their URLs into the draft. A file stays in memory until its row is removed,
 * so that a failed upload can be repeated.
 */
export function useImageUploads({ current, change }: Options) {
  const [uploads, setUploads] = useState<Record<string, Upload>>({});
  const [said, say] = useState("");
  const jobs = useRef(new Map<string, Job>());
  const queue = useRef(Promise.resolve());
  useEffect(() => {
    const all = jobs.current;
    return () => {
      for (const { controller } of all.values()) controller.abort();
    };
  }, []);

  const show = (key: string, changes: Partial<Upload>) =>
    setUploads((before) => (before[key] ? { ...before, [key]: { ...before[key], ...changes } } : before));
  const hide = (key: string) => setUploads(({ [key]: _, ...others }) => others);

  async function run(key: string, { name, load, kind, controller: { signal } }: Job) {
    if (signal.aborted) return;
    try {
      show(key, { stage: "preparing" });
      const image = await shrinkImage(await load(signal), kind);
      signal.throwIfAborted();
      show(key, { stage: "sending", image });
      const url = await sendImage(image, { kind, signal, onProgress: (sent) => show(key, { sent }) });
      signal.throwIfAborted();
      change(
        kind === "logo"
          ? { logo: url }
          : { screenshots: current().screenshots.map((row) => (row.key === key ? { ...row, url } : row)) },
      );
      hide(key);
      say(`${name} is uploaded.`);
    } catch (error) {
      if (signal.aborted) return;
      const { status, message } = error instanceof ApiError ? error : new ApiError(500, IMAGE_MESSAGES.notStored);
      show(key, { stage: "failed", problem: message, canRetry: ![400, 404, 413, 415].includes(status) });
      say(`${name}: ${message}`);
    }
  }

  function start(key: string, kind: SiteImageKind, source: Source) {
    cancel(key);
    const job = { ...source, kind, controller: new AbortController() };
    jobs.current.set(key, job);
    setUploads((before) => ({ ...before, [key]: { ...FRESH, name: source.name } }));
    queue.current = queue.current.then(() => run(key, job));
  }

  function cancel(key: string, text = "") {
    say(text);
    jobs.current.get(key)?.controller.abort();
    jobs.current.delete(key);
    hide(key);
  }

  const settled = async (): Promise<void> => {
    const last = queue.current;
    await last;
    if (last !== queue.current) await settled();
  };

  return {
    /** Those that wait, run or have failed, by their keys. */
    uploads,
    /** The latest result, for screen readers. */
    said,
    start,
    startFile: (key: string, kind: SiteImageKind, file: File) =>
      start(key, kind, { name: file.name, file, load: () => Promise.resolve(file) }),
    retry(key: string) {
      const job = jobs.current.get(key);
      if (job) start(key, job.kind, job);
    },
    /** `text` says why, for screen readers. */
    cancel,
    cancelAll: () => [...jobs.current.keys()].forEach((key) => cancel(key)),
    /** Whether a screenshot of this draft was made from the same file. */
    hasFile: ({ name, size, lastModified }: File) =>
      [...jobs.current.values()].some(
        ({ kind, file }) =>
          kind === "screenshot" && file?.name === name && file.size === size && file.lastModified === lastModified,
      ),
    /** Resolves when no upload waits or runs. */
    settled,
    /** How many wait or run. */
    running: Object.values(uploads).filter(({ stage }) => stage !== "failed").length,
  };
}
