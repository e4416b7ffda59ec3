/**
 * Converts an operation's flat input into Fastify's params, query or body schemas, and wraps its
 * output.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { Operation } from "@yunjing/contract/operations";
import Type, { type TObject, type TSchema } from "typebox";
import { invariant } from "../refusal.ts";

const namesInPath = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

function pick(input: TObject, keep: (name: string) => boolean): TObject {
  const chosen: Record<string, TSchema> = {};
  for (const [name, schema] of Object.entries(input.properties))
    if (keep(name)) chosen[name] = schema;
  return Type.Object(chosen, { additionalProperties: false });
}

export function requestSchema(operation: Operation): Record<string, TObject> {
  const path = namesInPath(operation.path);
  const rest = pick(operation.input, (name) => !path.includes(name));
  const schemas: Record<string, TObject> = {};
  if (path.length > 0) schemas["params"] = pick(operation.input, (name) => path.includes(name));
  const isQuery = operation.method === "GET" || operation.method === "DELETE";
  schemas[isQuery ? "querystring" : "body"] = rest;
  return schemas;
}

/** The serialiser drops undeclared fields, which protects privacy. */
export const replySchema = (operation: Operation): TObject =>
  Type.Object({
    status: Type.Literal(true),
    msg: Type.String(),
    data: operation.output,
    requestId: Type.String(),
    ...fieldsOnTop(operation),
  });

/** Returns the schema of a success: the envelope, or bytes of one media type. */
export const answerSchema = (operation: Operation): object =>
  operation.bytes
    ? { content: { [operation.bytes.type]: { schema: operation.output } } }
    : replySchema(operation);

/**
 * Returns the schemas of the top-level fields; a name that the output does not have is our defect.
 */
function fieldsOnTop({
  topic,
  name,
  output,
  topLevelFields = [],
}: Operation): Record<string, TSchema> {
  const shapes: Record<string, TSchema> = Type.IsObject(output) ? output.properties : {};
  return Object.fromEntries(
    topLevelFields.map((field) => {
      const shape = ownValue(shapes, field);
      invariant(shape, `operation ${topic}.${name} has no ${field} to put on top`);
      return [field, shape];
    }),
  );
}
