import type { Fault } from "./fault.ts";

const tests = ["tests/worker/share-images"];
const routes = { file: "worker/features/share-images/routes.ts", tests };
const images = { file: "worker/features/share-images/images.ts", tests };
const facts = { file: "worker/features/share-images/share-page.ts", tests };
const fonts = { file: "worker/share/fonts.ts", tests };

export const shareImages: Fault[] = [
  {
    ...routes,
    name: "the image of a shared link is drawn at an address of an older page",
    find: "if (current !== path) return redirect(c, { to: current, shows });",
    put: "",
  },
  {
    ...routes,
    name: "a stored image of a shared link is served for ever, also after its page is gone",
    find: "stored.uploaded.getTime() < CHECK_MS",
    put: "stored.uploaded.getTime() < Infinity",
  },
  {
    ...routes,
    name: "drawing images of shared links has no limit",
    find: "if (!success) throw",
    put: "if (!success && false) throw",
  },
  {
    ...routes,
    name: "other websites cannot show the image of a shared link",
    find: 'const FOR_OTHER_SITES = ["Cross-Origin-Resource-Policy", "cross-origin"] as const;',
    put: 'const FOR_OTHER_SITES = ["Cross-Origin-Resource-Policy", "same-origin"] as const;',
  },
  {
    ...routes,
    name: "a new image of a shared link leaves the old one in R2",
    find: "c.executionCtx.waitUntil(deleteImages(MEDIA, prefix, path).catch(logError));",
    put: "",
  },
  {
    ...images,
    name: "the image of a shared link stays in R2 when its page is deleted",
    find: "return kind ? [shareImagePrefix(kind as ShareKind, slug!)] : [];",
    put: 'return kind && slug === "" ? [shareImagePrefix(kind as ShareKind, slug)] : [];',
  },
  {
    ...images,
    name: "a Worker that draws too slowly holds the request",
    find: "return await withDeadline(requestImage(env, facts), ports.timeout(SERVICE_TIMEOUT_MS));",
    put: "return await requestImage(env, facts);",
  },
  {
    ...images,
    name: "the image of a shared link shows no logo",
    find: "const logo = facts.logo && (await readLogo(env, facts.logo));",
    put: 'const logo = "";',
  },
  {
    ...facts,
    name: "a change of the tagline keeps the address of the image",
    find: "JSON.stringify([DESIGN, facts])",
    put: "JSON.stringify([DESIGN, facts.title])",
  },
  {
    ...fonts,
    name: "letters with marks that the library cannot shape are drawn",
    find: "!UNSHAPED.test(text) && ",
    put: "",
  },
  {
    ...fonts,
    name: "a name with a character that no font has is drawn with boxes",
    find: "pointsOf(text).every((point) => !missing.has(point))",
    put: "true",
  },
  {
    ...routes,
    name: "the image of a page that was taken back while it was drawn stays",
    find: "if (isDrawn) await findPage(true);",
    put: "",
  },
];
