/**
 * Which imports `npm run check` refuses.
 * @type {import("dependency-cruiser").IConfiguration}
 */
export default {
  forbidden: [
    { name: "circle-of-files", severity: "error", from: {}, to: { circular: true } },
    {
      name: "circle-of-features",
      severity: "error",
      scope: "folder",
      from: { path: "^worker/features/[^/]+$" },
      to: { circular: true },
    },
    {
      name: "http-stands-below",
      comment: "What every feature uses knows none, and nothing of what lies outside.",
      severity: "error",
      from: { path: "^worker/(http|db)/" },
      to: { path: "^worker/(features|adapters|jobs|pages|dev)/" },
    },
    {
      name: "ui-stands-below-forms",
      severity: "error",
      from: { path: "^web/ui/" },
      to: { path: "^web/forms/" },
    },
    {
      name: "local-runs-only",
      comment: "What is deployed has nothing of local runs.",
      severity: "error",
      from: { path: "^(schema|web|worker)/", pathNot: "^worker/(dev|commands)/" },
      to: { path: "^worker/dev/" },
    },
    {
      name: "browser-only",
      comment: "No server has the files of private screens.",
      severity: "error",
      from: { pathNot: "^web/entry[.]tsx$" },
      to: { path: "^web/private-modules[.]ts$" },
    },
  ],
  options: {
    // Needs no compiler.
    parser: "swc",
    includeOnly: "^(schema|web|worker)/",
    // They put the parts together, and stand in one folder with what all parts use.
    exclude: "^web/vite[.]config[.]ts$|^worker/(app|index|local)[.]ts$",
    metrics: true,
  },
};
