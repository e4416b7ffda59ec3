/** The wire form of a command: a list of stages, each a method with its parameters (§7). */
import { isObject } from "../../platform/http/body.ts";
import { syntaxFault } from "./fault.ts";
import { limits } from "./limits.ts";

export type Stage = { readonly method: string; readonly params: readonly unknown[] };

/**
 * Returns the stages. Throws SYNTAX_ERROR for anything that is not a list of stages, and for too
 * many stages.
 */
export function stagesOf(raw: unknown): Stage[] {
  if (!Array.isArray(raw) || raw.length > limits.stagesMax) throw syntaxFault("命令格式不对");
  return raw.map((stage: unknown): Stage => {
    const method = isObject(stage) ? stage["$method"] : undefined;
    const params = isObject(stage) ? (stage["$param"] ?? []) : undefined;
    if (typeof method !== "string" || !Array.isArray(params)) throw syntaxFault("命令格式不对");
    return { method, params };
  });
}
