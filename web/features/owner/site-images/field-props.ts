import type { DraftFieldsProps, SiteDraft } from "../draft/site-draft.ts";
import type { ImageUploads } from "./use-image-uploads.ts";

export type ImagesFieldProps = DraftFieldsProps & {
  images: ImageUploads;
  current: () => SiteDraft;
  /** Problems are stored by the number of a row, so they are wrong after rows move. */
  forgetProblems: () => void;
};

export type FilesHandle = {
  take: (files: File[]) => void;
  /** Whether files that arrive at this element are for this part. */
  owns: (target: Element | null) => boolean;
};
