import { type Ref, useId, useImperativeHandle, useRef, useState } from "react";
import { MIN_LOGO_SIDE_PX, SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { cleanLink } from "#schema/values/web-links.ts";
import { ApiError, get } from "../../../data/api.ts";
import { OFFLINE_MESSAGE } from "../../../browser/offline-message.ts";
import { isOffline } from "../../../browser/offline.ts";
import { Logo } from "../../sites/logo/logo.tsx";
import { FileButton } from "./file-button.tsx";
import { ImageState } from "./image-state.tsx";
import type { FilesHandle, ImagesFieldProps } from "./field-props.ts";
import { typeProblem } from "./send-image.ts";
import { LocalImage, StoredImage } from "./shown-image.tsx";
import { LOGO } from "./use-image-uploads.ts";
import { useImageProblem } from "./use-image-problem.ts";

const SHOWN_PX = 72;
const NO_ICON = `We found no icon of at least ${MIN_LOGO_SIDE_PX} pixels. Please choose a file.`;

export function LogoField({
  draft,
  change,
  images,
  problems,
  handle,
}: ImagesFieldProps & { handle: Ref<FilesHandle> }) {
  const id = useId();
  const part = useRef<HTMLFieldSetElement>(null);
  const [refusal, setRefusal] = useState("");
  const { logo, name } = draft;
  const upload = images.uploads[LOGO];
  const { problem, onMissing } = useImageProblem(logo, problems, LOGO);
  const isFailed = upload ? upload.stage === "failed" : Boolean(refusal || problem);
  useImperativeHandle(handle, () => ({ take, owns: (target) => part.current!.contains(target) }));

  function take([file]: File[]) {
    if (!file) return;
    const wrong = typeProblem(file);
    refuse(wrong);
    if (!wrong) images.startFile(LOGO, "logo", file);
  }

  function refuse(text: string | undefined) {
    setRefusal(text ?? "");
    if (text) images.cancel(LOGO, text);
  }

  function takeIcon() {
    const link = cleanLink(draft.link);
    const isLink = URL.canParse(link);
    refuse(isLink ? undefined : "Please enter the site link first.");
    if (isLink) images.start(LOGO, "logo", { name: "The icon of your site", load: (signal) => loadIcon(link, signal) });
  }

  function remove() {
    images.cancel(LOGO);
    setRefusal("");
    change({ logo: "" });
    focusButton();
  }

  const focusButton = () => part.current!.querySelector("input")!.focus();

  return (
    <fieldset ref={part} className="site-logo" name="logo">
      <legend>Logo</legend>
      <span className="logo-now">
        {upload?.image && upload.stage !== "failed" ? (
          <LocalImage image={upload.image} />
        ) : logo && problem !== SITE_IMAGE_MESSAGES.notStoredAnyMore ? (
          <StoredImage key={logo} src={logo} size={{ width: SHOWN_PX, height: SHOWN_PX }} onMissing={onMissing} />
        ) : (
          <Logo name={name} size={SHOWN_PX} />
        )}
      </span>
      <div>
        <p className="field-hint" id={id}>
          {`Square, at least ${MIN_LOGO_SIDE_PX} pixels wide. ${logo ? "" : "Without a logo, visitors see your site's small icon, or these letters."}`}
        </p>
        <ImageState
          id={`${id}-state`}
          of="the logo"
          upload={upload}
          problem={refusal || problem}
          onRetry={() => images.retry(LOGO)}
          onCancel={() => {
            images.cancel(LOGO);
            focusButton();
          }}
          onFocusLost={focusButton}
        />
      </div>
      <div className="image-buttons">
        <FileButton
          aria-invalid={isFailed || undefined}
          aria-describedby={isFailed ? `${id}-state ${id}` : id}
          onChoose={take}
        >
          {logo ? "Choose another logo" : "Choose a logo"}
        </FileButton>
        <button type="button" className="button" onClick={takeIcon}>
          Use the icon of your site
        </button>
        {logo && (
          <button type="button" className="button" onClick={remove}>
            Remove logo
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** @throws ApiError */
async function loadIcon(link: string, signal: AbortSignal): Promise<Blob> {
  const { logo_url } = await get("sites/proposal/", { query: { url: link }, signal });
  try {
    const response = await fetch(logo_url, { signal });
    if (response.ok) return await response.blob();
  } catch (error) {
    if (signal.aborted) throw error;
    if (isOffline()) throw new ApiError(0, OFFLINE_MESSAGE);
  }
  throw new ApiError(404, NO_ICON);
}
