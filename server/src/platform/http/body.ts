/**
 * Parses JSON bodies: strict content type, no prototype poisoning, bounded depth, the raw bytes
 * stored where requested.
 */
import type { FastifyInstance } from "fastify";
import { Refusal } from "../refusal.ts";

/** Returns whether the value is a JSON object, and not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const DEPTH_MAX = 20;
const ITEMS_MAX = 1_000;
const FORBIDDEN_NAMES = new Set(["__proto__", "constructor", "prototype"]);

function refuseUnsafe(value: unknown, left: number): void {
  if (typeof value !== "object" || value === null) return;
  if (left === 0) throw new Refusal("BAD_REQUEST");
  if (Array.isArray(value) && value.length > ITEMS_MAX) throw new Refusal("BAD_REQUEST");
  for (const [name, below] of Object.entries(value)) {
    if (FORBIDDEN_NAMES.has(name)) throw new Refusal("BAD_REQUEST");
    refuseUnsafe(below, left - 1);
  }
}

/**
 * Parses a JSON text up to a maximum depth; an empty body is an empty object. Refuses BAD_REQUEST.
 */
export function parseJson(text: string, depthMax = DEPTH_MAX): unknown {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("BAD_REQUEST");
  }
  refuseUnsafe(value, depthMax);
  return value;
}

/**
 * Accepts `application/json` and `application/x-www-form-urlencoded` (the spec's form posts); all
 * else is 415.
 */
export function installBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, body: string | Buffer) => parseJson(body.toString()),
  );
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: unknown, body: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(body.toString())),
  );
}
