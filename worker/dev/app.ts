import type { Context } from "hono";
import { createApp, type MakePorts } from "../app.ts";
import type { AppEnv } from "../env.ts";
import { hasGoogleStandIn, hasStripeStandIn, type LocalBindings, withStandIns } from "./bindings.ts";
import { googleStandIn } from "./google/routes.ts";
import { trackTasks } from "./mail-under-way.ts";
import { localRoutes } from "./routes.ts";
import { deliverEvents, stripeStandIn } from "./stripe/routes.ts";
import { drainBody } from "./drain-body.ts";

/** The deployed Worker with `/dev/*` and with stand-ins for Stripe and Google. */
export function createLocalApp(makePorts: MakePorts) {
  const webhook = (request: Request, c: Context<AppEnv>) => app.fetch(request, c.env, c.executionCtx);
  const app = createApp(makePorts, (server) => {
    server
      .use(deliverEvents(webhook))
      .use(async function scripts(c, next) {
        c.set("config", {
          ...c.var.config,
          ...(hasStripeStandIn(c.env) && { stripeScript: "/dev/stripe/stripe.js" }),
          ...(hasGoogleStandIn(c.env) && { googleScript: "/dev/google/client.js" }),
        });
        await next();
      })
      .route("/dev/google", googleStandIn)
      .all("/dev/stripe/*", stripeStandIn(webhook))
      .route("/dev", localRoutes);
  });

  return {
    routes: app.routes,
    async fetch(request: Request, env: LocalBindings, context: ExecutionContext): Promise<Response> {
      const response = await app.fetch(request, withStandIns(env), trackTasks(context));
      await drainBody(request);
      // Vite injects scripts and styles into the page.
      if (env.HOT_RELOAD) response.headers.delete("Content-Security-Policy");
      return response;
    },
  };
}
