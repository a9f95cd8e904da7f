import path from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import type { Unstable_Config } from "wrangler";
import { defineConfig, type EnvironmentOptions, type Plugin, type Rolldown } from "vite";
import { localVariables } from "../worker/commands/local-variables.ts";
import { buildAlone } from "./build/build-alone.ts";
import { firstScreen } from "./build/first-screen.ts";

const LOCAL_ENTRY = path.resolve(import.meta.dirname, "../worker/local.ts");
const SHARE_ENTRY = path.resolve(import.meta.dirname, "../worker/share/index.ts");
const DEV_PORT = Number(process.env["PORT"] || 5173);

/** A Worker is one minified file. It keeps function names, because logs and SDKs use them. */
const WORKER: EnvironmentOptions = {
  build: { minify: true, rolldownOptions: { output: { codeSplitting: false, keepNames: true } } },
};

/**
 * The Worker starts with one file, too. `import()` loads these: the code for Sentry and Stripe, the thesaurus, and rare
 * calls.
 */
const LATE = [
  /\/@sentry\/|\/sentry-client\.ts$/,
  /\/node_modules\/stripe\/|\/adapters\/stripe[./]/,
  /\/features\/payments\/(?:csv|ledger-export|preview|promotions|staff-promotions)\.ts$|\/schema\/promotions\.ts$/,
  /\/features\/search\/(?:question|thesaurus|vocabulary|wishes)\.(?:json|ts)$/,
  /\/features\/link-previews\/(?:page-data|propose-facts|repository|stores)\.ts$/,
];
const DIRECTORY_WORKER: EnvironmentOptions = {
  build: {
    minify: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: "worker", test: (id) => !LATE.some((part) => part.test(id)) }] },
        keepNames: true,
      },
    },
  },
};

/**
 * Three of the editor's tools bundle a library that uses `new Function`. The Content-Security-Policy blocks this. The
 * library works without it, but the browser would report each attempt.
 */
const withoutEval: Plugin = {
  name: "without-eval",
  transform: {
    filter: { id: /\/@editorjs\/(attaches|image|link)\// },
    handler: (code) => ({ code: code.replaceAll('new Function("return this")()', "globalThis"), map: null }),
  },
};

/** The attribute names links to React Router's own server, which this site does not have. */
const withoutDiscovery: Plugin = {
  name: "without-discovery",
  transform: {
    filter: { id: /\/react-router\/dist\/.*\/dom\/lib\.js$/ },
    handler: (code) => ({ code: code.replaceAll(/"data-discover": .*$/gm, ""), map: null }),
  },
};

/**
 * Pages are rendered as one text. React's entry for Workers also loads the code that streams pages, which has 35 kB
 * after compression and is never called.
 */
const withoutStreaming: Plugin = {
  name: "without-streaming",
  load: {
    filter: { id: /\/react-dom-server\.edge\.production\.js$/ },
    handler: () => "module.exports = {};",
  },
};

/**
 * The app uses neither React Router's framework mode, for which each link can prefetch a page, nor its instrumentation.
 * Without both, the router is 3 kB smaller after compression.
 */
const withoutFramework: Plugin = {
  name: "without-framework",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\/(?:dom\/lib|router\/instrumentation)\.js$/ },
    handler(code, id) {
      if (id.endsWith("instrumentation.js")) return { code: INSTRUMENTATION, map: null };
      const links = "createElement(PrefetchPageLinks, { page: href })";
      if (!code.includes(links)) this.error("React Router's links have changed.");
      return { code: code.replace(links, "createElement(React$1.Fragment)"), map: null };
    },
  },
};

/** What the router imports, and calls although nothing is instrumented. */
const INSTRUMENTATION = `
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const getRouteInstrumentationUpdates = undefined;
export const instrumentClientSideRouter = undefined;
export const instrumentHandler = undefined;
export const instrumentationResultMetaContext = undefined;
`;

/** The document loads only `start.ts`, which names the files of the app in the order in which they run. */
function startFile(): Plugin[] {
  let startPath = "";
  return [
    {
      name: "app-as-entry",
      apply: "build",
      transformIndexHtml: { order: "pre", handler: (html) => html.replace("/start.ts", "/entry.tsx") },
    },
    {
      name: "start-file",
      apply: "build",
      applyToEnvironment: ({ name }) => name === "client",
      async generateBundle(_, bundle) {
        const app = Object.values(bundle).find((file) => file.type === "chunk" && file.isEntry);
        const files = [...new Set(filesOf(bundle, app as Rolldown.OutputChunk))].map((file) => `/${file}`);
        const start = await buildAlone("start.ts", { APP_FILES: JSON.stringify(files) });
        this.emitFile({ type: "asset", fileName: start.fileName, source: start.code });
        startPath = `/${start.fileName}`;
      },
      transformIndexHtml: {
        order: "post",
        handler(html) {
          const shell = html
            .replace(/\s*<link rel="modulepreload".*?>/g, "")
            .replace(
              /<script async type="module".*?<\/script>/,
              `<script type="module" async src="${startPath}"></script>`,
            )
            // Each document repeats the shell.
            .replaceAll(/(?<=>)\s*\n\s*(?=<)/g, "")
            .replace(/(?<=<script type="speculationrules">).*?(?=<\/script>)/s, (rules) =>
              JSON.stringify(JSON.parse(rules)),
            );
          if (!shell.includes(startPath)) throw new Error("The shell does not load web/start.ts.");
          return shell;
        },
      },
    },
  ];
}

/** The files that a chunk imports, and then its own. */
const filesOf = (bundle: Rolldown.OutputBundle, { imports, fileName }: Rolldown.OutputChunk): string[] => [
  ...imports.flatMap((name) => filesOf(bundle, bundle[name] as Rolldown.OutputChunk)),
  fileName,
];

type WorkerConfig = Pick<Unstable_Config, "compatibility_date" | "compatibility_flags" | "limits">;
const ofBothWorkers = ({ compatibility_date, compatibility_flags, limits }: WorkerConfig) => ({
  compatibility_date,
  compatibility_flags,
  ...(limits && { limits }),
});

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  server: { port: DEV_PORT, strictPort: true },
  build: { outDir: "../dist", emptyOutDir: true },
  environments: {
    directory: DIRECTORY_WORKER,
    local: WORKER,
    share: WORKER,
    client: {
      build: {
        // Browsers without `modulepreload` load the same files a little later.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // The code of every page. Each file runs in a task of its own, so none takes long.
                { name: "react", test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 5 },
                { name: "router", test: /\/node_modules\/react-router\//, priority: 4 },
                { name: "app", tags: ["$initial"], priority: 3 },
                // Code that forms and private screens share, and their data loaders: otherwise many tiny files.
                {
                  name: "forms",
                  test: /\/web\/(?:forms\/|layout\/async-content|load-script|ui\/(?:load-failure|time)\b)/,
                  priority: 2,
                },
                {
                  name: "data",
                  test: /\/web\/(?:screen-data|features\/.*\/(?:(?!structured)[a-z-]*-data|calls))\.ts$/,
                },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    react(),
    withoutEval,
    withoutDiscovery,
    withoutStreaming,
    withoutFramework,
    firstScreen(),
    startFile(),
    cloudflare({
      configPath: "../wrangler.toml",
      persistState: { path: path.resolve(import.meta.dirname, "..", process.env["STATE_DIR"] ?? ".wrangler/state") },
      inspectorPort: false,
      config: (config) => {
        if (command !== "build") {
          config.main = LOCAL_ENTRY;
          Object.assign((config.vars ??= {}), localVariables(`http://localhost:${DEV_PORT}`), { HOT_RELOAD: "1" });
        }
      },
      auxiliaryWorkers: [
        {
          viteEnvironment: { name: "share" },
          config: (_, { entryWorkerConfig: { services = [], ...entry } }) => ({
            name: services.find(({ binding }) => binding === "SHARE")!.service,
            main: SHARE_ENTRY,
            ...ofBothWorkers(entry),
            workers_dev: false,
            preview_urls: false,
            observability: entry.observability,
          }),
        },
        ...(command === "build"
          ? [
              {
                config: (_: object, { entryWorkerConfig }: { entryWorkerConfig: WorkerConfig }) => ({
                  name: "local",
                  main: LOCAL_ENTRY,
                  ...ofBothWorkers(entryWorkerConfig),
                }),
              },
            ]
          : []),
      ],
    }),
  ],
}));
