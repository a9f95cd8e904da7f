// A plugin for oxlint. It refuses parts of the Web's API that the oldest browsers do not have. The compiler refuses newer
// parts of the language itself: see `lib` in web/tsconfig.json.

import { NEWER_INTERFACES, NEWER_MEMBERS, NEWER_NAMES } from "./newer.ts";

/** The parts of a syntax tree that the rule reads. */
type Node = {
  type: string;
  name: string;
  optional?: boolean;
  callee: Node;
  object: Node;
  property: Node;
};
type Context = {
  report(problem: { node: Node; message: string }): void;
  sourceCode: { scopeManager: { globalScope: { through: { identifier: Node }[] } } };
};

const GLOBALS = new Set([
  ...NEWER_INTERFACES,
  ...NEWER_MEMBERS.filter(({ of }) => of === "Window").map(({ name }) => name),
]);
const STATIC = new Set(NEWER_MEMBERS.map(({ of, name }) => `${of}.${name}`));

const rule = {
  create(context: Context) {
    const report = (node: Node, name: string) =>
      context.report({ node, message: `The oldest browsers do not know ${name}.` });
    const isOwn = (node: Node) =>
      !context.sourceCode.scopeManager.globalScope.through.some(({ identifier }) => identifier === node);

    /** A part that is called, made or read must be there. `name?.()` asks for it first. */
    function need(node: Node): void {
      if (node.type === "Identifier" && GLOBALS.has(node.name) && !isOwn(node)) report(node, node.name);
      if (node.type !== "MemberExpression") return;
      const { name } = node.property;
      if (NEWER_NAMES.has(name) || STATIC.has(`${node.object.name}.${name}`)) report(node, name);
    }
    return {
      CallExpression: (node: Node) => node.optional || need(node.callee),
      NewExpression: (node: Node) => need(node.callee),
      MemberExpression: ({ optional, object }: Node) => optional || object.type !== "Identifier" || need(object),
    };
  },
};

export default { meta: { name: "browsers" }, rules: { "no-newer": rule } };
