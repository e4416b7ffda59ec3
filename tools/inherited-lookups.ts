/**
 * Finds every place where the product indexes an object by a name of type `string`. Such a name may
 * come from outside, and then `constructor` or `__proto__` finds an inherited member. Use a Map,
 * `ownValue` of the contract, or `Object.hasOwn` in the same function. Reads types with
 * TypeScript's own API, which is pinned with the compiler.
 */
import { relative } from "node:path";
import {
  type ElementAccessExpression,
  isElementAccessExpression,
  isFunctionLikeDeclaration,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast";
import { API, type Checker, TypeFlags } from "typescript/unstable/sync";
import { isTest } from "./boundaries/sources.ts";

/** An expression that is allowed, because its names come from our own code. */
export type AllowedLookup = { readonly file: string; readonly text: string; readonly why: string };

export const allowedLookups: readonly AllowedLookup[] = [
  ...["config.ts", "cloud.ts", "origin.ts", "wechatpay.ts"].map((file) => ({
    file: `server/src/config/${file}`,
    text: "env[name]",
    why: "the names of settings",
  })),
  {
    file: "server/src/config/cloud.ts",
    text: "DEMO[name]",
    why: "the names of settings",
  },
  {
    file: "server/src/platform/http/schema.ts",
    text: "chosen[name]",
    why: "the fields of the contract",
  },
  {
    file: "server/src/platform/error-text.ts",
    text: "shown[name]",
    why: "writes under the fixed names of an error's fields",
  },
  {
    file: "server/src/platform/http/sanitize-input.ts",
    text: "known[name]",
    why: "writes the fields that a schema declares",
  },
  {
    file: "contract/src/calls.ts",
    text: "rest[name]",
    why: "deletes a field of a path of the contract",
  },
  {
    file: "contract/src/calls.ts",
    text: "client[topic]",
    why: "the topics of the contract",
  },
  {
    file: "server/src/domain/coupons/model.ts",
    text: "lineOffs[skuId]",
    why: "writes under the ids of goods in the catalogue",
  },
  {
    file: "server/src/domain/coupons/model.ts",
    text: "open[skuId]",
    why: "writes under the ids of goods in the catalogue",
  },
  {
    file: "server/src/domain/coupons/split.ts",
    text: "parts[name]",
    why: "writes under the names that the caller gives its own shares",
  },
  {
    file: "server/src/domain/orders/actions/read.ts",
    text: "to[name]",
    why: "writes under the kinds and states of orders",
  },
  {
    file: "sandbox/src/dining/data/stores/builders.ts",
    text: "leadOf[brand]",
    why: "the brands of the sandbox's own table",
  },
  {
    file: "sandbox/src/signing.ts",
    text: "message.headers[name]",
    why: "the four headers of a signature",
  },
  {
    file: "sandbox/src/partner/control-page.ts",
    text: "body[name]",
    why: "the names of the faults",
  },
  {
    file: "sandbox/src/wechat/protocol.ts",
    text: 'kinds[request.routeOptions.url ?? ""]',
    why: "the addresses of the sandbox's own routes",
  },
  {
    file: "member/src/pages/devop/debug/cloud-call.ts",
    text: "object[method]",
    why: "the developer's own page; the object accepts every name",
  },
];

const PRODUCT = /^(?:contract|server|sandbox|member)\/src\/.*\.tsx?$/;

function lookupsIn(file: SourceFile): ElementAccessExpression[] {
  const found: ElementAccessExpression[] = [];
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node)) found.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const textOf = (node: Node): string => node.getText().replace(/\s+/g, " ");

/** True when the enclosing function checks `Object.hasOwn` for the same object and name. */
function isGuarded(lookup: ElementAccessExpression): boolean {
  const replacement = `Object.hasOwn(${textOf(lookup.expression)}, ${textOf(lookup.argumentExpression)})`;
  let around: Node = lookup;
  while (around.parent && !isFunctionLikeDeclaration(around)) around = around.parent;
  return textOf(around).includes(replacement);
}

/**
 * True for an object that is indexed by an arbitrary string; false for lists, tuples and fixed
 * names.
 */
function isStringIndex(checker: Checker, lookup: ElementAccessExpression): boolean {
  const name = checker.getTypeAtLocation(lookup.argumentExpression);
  const isAnyText = name !== undefined && (name.flags & (TypeFlags.String | TypeFlags.Any)) !== 0;
  if (!isAnyText) return false;
  const object = checker.getTypeAtLocation(lookup.expression);
  return object === undefined || !checker.isArrayLikeType(object);
}

/**
 * Returns one line for every lookup of `root` that may find inherited members, and for every unused
 * allowance.
 */
export function inheritedLookups(
  root: string,
  allowed: readonly AllowedLookup[] = allowedLookups,
): string[] {
  const api = new API({ cwd: root });
  try {
    const config = `${root}/tsconfig.json`;
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project`);
    const { program, checker } = project;
    const used = new Set<AllowedLookup>();
    const findings: string[] = [];
    for (const name of program.getSourceFileNames()) {
      const path = relative(root, name);
      const file = PRODUCT.test(path) && !isTest(path) ? program.getSourceFile(name) : undefined;
      for (const lookup of file ? lookupsIn(file) : []) {
        if (!isStringIndex(checker, lookup) || isGuarded(lookup)) continue;
        const text = textOf(lookup);
        const own = allowed.find((one) => one.file === path && one.text === text);
        if (own) used.add(own);
        else findings.push(`${path}: ${text} may find what objects inherit; use ownValue or a Map`);
      }
    }
    const idle = allowed.filter((one) => !used.has(one));
    return [
      ...findings,
      ...idle.map(
        ({ file, text }) => `tools/inherited-lookups.ts: unused allowance ${file} ${text}`,
      ),
    ];
  } finally {
    api.close();
  }
}
