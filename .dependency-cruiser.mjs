/**
 * Imports that `npm run check` forbids.
 * @type {import("dependency-cruiser").IConfiguration}
 */
export default {
  forbidden: [
    { name: "no-circular-imports", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-circular-features",
      severity: "error",
      scope: "folder",
      from: { path: "^worker/features/[^/]+$" },
      to: { circular: true },
    },
    {
      name: "shared-code-imports-no-feature",
      comment: "Code that all features use imports no feature and no adapter.",
      severity: "error",
      from: { path: "^worker/(http|db)/" },
      to: { path: "^worker/(features|adapters|jobs|pages|dev)/" },
    },
    {
      name: "ui-imports-no-form",
      severity: "error",
      from: { path: "^web/ui/" },
      to: { path: "^web/forms/" },
    },
    {
      name: "no-local-code-in-production",
      comment: "Deployed code does not contain the stand-ins of local runs.",
      severity: "error",
      from: { path: "^(schema|web|worker)/", pathNot: "^worker/(dev|commands)/" },
      to: { path: "^worker/dev/" },
    },
    {
      name: "private-screens-in-browser-only",
      comment: "The Worker does not contain the screens for signed-in users.",
      severity: "error",
      from: { pathNot: "^web/(entry[.]tsx|private-screens/modules[.]ts)$" },
      to: { path: "^web/private-screens/(modules|pages)[.]ts$" },
    },
  ],
  options: {
    // swc parses TypeScript without the TypeScript compiler.
    parser: "swc",
    includeOnly: "^(schema|web|worker)/",
    // These files import all parts, so the rules do not apply to them.
    exclude: "^web/vite[.]config[.]ts$|^worker/(app|index|local)[.]ts$",
    metrics: true,
  },
};
