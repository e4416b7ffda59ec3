/**
 * Validates inputs against the contract: unknown fields are dropped, query texts become numbers,
 * body types are not converted.
 */
import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Refusal } from "../refusal.ts";
import { isStorable } from "../storable.ts";
import { type Sanitizer, sanitizerOf, querySanitizerOf } from "./sanitize-input.ts";

type Checked = { readonly value: unknown } | { readonly error: Refusal };

/**
 * Returns a function that sanitizes, then validates a value; an invalid value is refused with
 * BAD_REQUEST.
 */
export function validatorOf(schema: TSchema, clean: Sanitizer): (raw: unknown) => Checked {
  const checker = Compile(schema);
  return (raw) => {
    const value = clean(raw ?? {});
    return checker.Check(value) && isStorable(value)
      ? { value }
      : { error: new Refusal("BAD_REQUEST") };
  };
}

/** Installs the validator; an invalid input is refused with BAD_REQUEST. */
export function validateInputs(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) =>
    validatorOf(
      schema,
      httpPart === "querystring" ? querySanitizerOf(schema) : sanitizerOf(schema),
    ),
  );
}
