import type { DemoSite } from "./content.ts";
import { analyticsSites } from "./sites-analytics.ts";
import { artSites } from "./sites-art.ts";
import { automationSites } from "./sites-automation.ts";
import { backendSites } from "./sites-backend.ts";
import { businessSites } from "./sites-business.ts";
import { chatSites } from "./sites-chat.ts";
import { codeHostingSites } from "./sites-code-hosting.ts";
import { commerceSites } from "./sites-commerce.ts";
import { communicationSites } from "./sites-communication.ts";
import { designSites } from "./sites-design.ts";
import { educationSites } from "./sites-education.ts";
import { entertainmentSites } from "./sites-entertainment.ts";
import { everydaySites } from "./sites-everyday.ts";
import { fileSites } from "./sites-files.ts";
import { noteSites } from "./sites-notes.ts";
import { publishingSites } from "./sites-publishing.ts";
import { securitySites } from "./sites-security.ts";

/** Every site of the demo directory. */
export const demoSites: DemoSite[] = [
  ...chatSites,
  ...communicationSites,
  ...fileSites,
  ...noteSites,
  ...securitySites,
  ...analyticsSites,
  ...businessSites,
  ...codeHostingSites,
  ...backendSites,
  ...designSites,
  ...artSites,
  ...publishingSites,
  ...entertainmentSites,
  ...automationSites,
  ...everydaySites,
  ...educationSites,
  ...commerceSites,
];
