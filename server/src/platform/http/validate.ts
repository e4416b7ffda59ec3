/**
 * Validates inputs against the contract: unknown fields are dropped, query texts become numbers,
 * body types are not converted.
 */
import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Refusal } from "../refusal.ts";
import { isStorable } from "../storable.ts";
import { type Sanitizer, sanitizerOf, querySanitizerOf } from "./sanitize-input.ts";

type Checked = { readonly value: unknown } | { readonly error: Refusal };

/**
 * Returns the path of the first invalid field from the root of the input: `rules.percent`. Undefined
 * when no field is at fault. All names in it are of the schema or of the caller.
 */
function invalidField(checker: Validator, value: unknown): string | undefined {
  const [first] = checker.Errors(value);
  if (!first) return undefined;
  const missing = first.keyword === "required" ? first.params.requiredProperties.slice(0, 1) : [];
  const names = [...first.instancePath.split("/"), ...missing].filter(Boolean);
  return names.length === 0 ? undefined : names.join(".");
}

/**
 * Returns a function that sanitizes, then validates a value; an invalid value is refused with
 * BAD_REQUEST {field}. The schema is compiled at the first value.
 */
export function validatorOf(schema: TSchema, clean: Sanitizer): (raw: unknown) => Checked {
  let checker: Validator | undefined;
  return (raw) => {
    checker ??= Compile(schema);
    const value = clean(raw ?? {});
    if (checker.Check(value) && isStorable(value)) return { value };
    const field = invalidField(checker, value);
    return { error: new Refusal("BAD_REQUEST", field === undefined ? undefined : { field }) };
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
