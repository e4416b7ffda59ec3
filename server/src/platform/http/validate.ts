/** Checks what arrives against the contract: unknown fields are dropped, query texts become numbers, bodies stay as typed. */
import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Refusal } from "../refusal.ts";
import { cleanerOf, converterOf } from "./clean.ts";

/** PostgreSQL's texts cannot hold it, and no honest input does. */
const hasNul = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("\u0000")
    : typeof value === "object" && value !== null && Object.values(value).some(hasNul);

/** Installs the validator; a value of another shape is refused BAD_REQUEST. */
export function validateInputs(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    const checker = Compile(schema);
    const clean = cleanerOf(schema);
    const convert = httpPart === "querystring" ? converterOf(schema) : clean;
    return (raw: unknown) => {
      const value = convert(raw ?? {});
      return checker.Check(value) && !hasNul(value)
        ? { value }
        : { error: new Refusal("BAD_REQUEST") };
    };
  });
}
