/** Turns an operation's one flat input into what Fastify wants: params, query or body; and wraps its output. */
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

/** Only declared fields leave: the serialiser drops the rest, which guards privacy. */
export const replySchema = (operation: Operation): TObject =>
  Type.Object({
    status: Type.Literal(true),
    msg: Type.String(),
    data: operation.output,
    requestId: Type.String(),
    ...fieldsOnTop(operation),
  });

/** What a success looks like: the envelope, or bytes of one media type. */
export const answerSchema = (operation: Operation): object =>
  operation.bytes
    ? { content: { [operation.bytes.type]: { schema: operation.output } } }
    : replySchema(operation);

/** The shapes of what the contract wants at the top as well; a name the output has not is our defect. */
function fieldsOnTop({
  topic,
  name,
  output,
  topLevelFields: onTop = [],
}: Operation): Record<string, TSchema> {
  const shapes: Record<string, TSchema> = Type.IsObject(output) ? output.properties : {};
  return Object.fromEntries(
    onTop.map((field) => {
      const shape = ownValue(shapes, field);
      invariant(shape, `operation ${topic}.${name} has no ${field} to put on top`);
      return [field, shape];
    }),
  );
}
