/** Checks what arrives against the contract: unknown fields are dropped, query texts become numbers, bodies stay as typed. */
import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import Value from "typebox/value";
import { Refusal } from "../refusal.ts";

/** PostgreSQL's texts cannot hold it, and no honest input does. */
const hasNul = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("\u0000")
    : typeof value === "object" && value !== null && Object.values(value).some(hasNul);

/** Installs the validator; a value of another shape is refused BAD_REQUEST. */
export function validateInputs(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    const checker = Compile(schema);
    const isText = httpPart === "querystring";
    return (raw: unknown) => {
      const given = raw ?? {};
      const value = Value.Clean(schema, isText ? Value.Convert(schema, given) : given);
      return checker.Check(value) && !hasNul(value)
        ? { value }
        : { error: new Refusal("BAD_REQUEST") };
    };
  });
}
