/** Checks what arrives against the contract: unknown fields are dropped, query texts become numbers, bodies stay as typed. */
import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Refusal } from "../refusal.ts";
import { isStorable } from "../storable.ts";
import { type Sanitizer, sanitizerOf, querySanitizerOf } from "./sanitize-input.ts";

type Checked = { readonly value: unknown } | { readonly error: Refusal };

/** Reads values of one shape: cleaned first, then checked. A value of another shape is a refusal, BAD_REQUEST. */
export function validatorOf(schema: TSchema, clean: Sanitizer): (raw: unknown) => Checked {
  const checker = Compile(schema);
  return (raw) => {
    const value = clean(raw ?? {});
    return checker.Check(value) && isStorable(value)
      ? { value }
      : { error: new Refusal("BAD_REQUEST") };
  };
}

/** Installs the validator; a value of another shape is refused BAD_REQUEST. */
export function validateInputs(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) =>
    validatorOf(
      schema,
      httpPart === "querystring" ? querySanitizerOf(schema) : sanitizerOf(schema),
    ),
  );
}
