import type { Page } from "playwright";

/** Uploads a drawn image for a site, with the session of the page. Returns the path of its widest file. */
export function uploadImage(page: Page, kind: "logo" | "screenshot", width: number, height: number): Promise<string> {
  return page.evaluate(
    async (wanted) => {
      const canvas = new OffscreenCanvas(wanted.width, wanted.height);
      const context = canvas.getContext("2d")!;
      context.fillStyle = "seagreen";
      context.fillRect(0, 0, wanted.width, wanted.height / 2);
      const form = new FormData();
      form.append("image", new File([await canvas.convertToBlob()], "image.png"));
      const token = /csrftoken=([^;]*)/.exec(document.cookie)![1]!;
      const response = await fetch(`/api/images/?kind=${wanted.kind}`, {
        method: "POST",
        headers: { "x-csrftoken": token },
        body: form,
      });
      const { file } = (await response.json()) as { file: { url: string } };
      return file.url;
    },
    { kind, width, height },
  );
}
