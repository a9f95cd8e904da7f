import { WorkerEntrypoint } from "cloudflare:workers";
import { drawShareImage } from "./draw.tsx";
import type { ShareFacts } from "./facts.ts";

/** The second Worker: it has the programs and fonts that draw, and no address. The Worker of the pages calls it. */
export default class extends WorkerEntrypoint {
  /** Responds with a PNG, or with 422 if the title has a character that no font has. */
  override async fetch(request: Request): Promise<Response> {
    const png = await drawShareImage(await request.json<ShareFacts>());
    return png ? new Response(png, { headers: { "Content-Type": "image/png" } }) : new Response(null, { status: 422 });
  }
}
