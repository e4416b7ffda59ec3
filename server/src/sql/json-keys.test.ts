/** The schema of each JSON argument has exactly the keys that the SQL functions read. */
import Type, { type TSchema } from "typebox";
import { expect, test } from "vitest";
import { readSchemas } from "./generator/modules.ts";
import { functionsIn, keyFaults, readFunctions } from "./json-keys.fixture.ts";
import { type Annotation, object } from "./schemas/schema.ts";

const sqlName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const schemaOf = (annotation: Annotation): TSchema | undefined => {
  if (!("orNull" in annotation)) return annotation;
  return annotation.orNull === true ? undefined : annotation.orNull;
};

test("every JSON argument has the keys that its SQL function reads, and no other", async () => {
  const functions = readFunctions();
  const faults = [...(await readSchemas()).values()].flatMap((module) =>
    Object.entries(module).flatMap(([name, { arguments: named = {} }]) =>
      Object.entries(named).flatMap(([field, annotation]) => {
        const parameter = `p_${sqlName(field)}`;
        const values =
          "attributes" in annotation
            ? Object.entries(annotation.attributes).map(
                ([part, one]) => [`${parameter}.${sqlName(part)}`, schemaOf(one)] as const,
              )
            : [[parameter, schemaOf(annotation)] as const];
        return values.flatMap(([expression, schema]) =>
          schema ? keyFaults(functions, { name, expression }, schema) : [],
        );
      }),
    ),
  );
  expect(faults).toEqual([]);
});

const make = (name: string, parameters: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}(${parameters}) RETURNS void LANGUAGE plpgsql AS $$ ${body} $$;`;

const faultsOf = (schema: TSchema, ...texts: readonly string[]): string[] =>
  keyFaults(new Map(texts.flatMap(functionsIn)), { name: "f", expression: "p_x" }, schema);

const text = Type.String();
test.each<[string, TSchema, string, string[]]>([
  [
    "a key that SQL does not read",
    object({ a: text, b: text }),
    "SELECT p_x->>'a';",
    ["f p_x.b: the schema has it, SQL does not read it"],
  ],
  [
    "a key that the schema lacks",
    object({ a: text }),
    "SELECT p_x->>'a', p_x ? 'c';",
    ["f p_x.c: SQL reads it, the schema lacks it"],
  ],
  [
    "a key of a nested value",
    object({ a: object({ b: text }) }),
    "SELECT p_x->'a'->>'c';",
    [
      "f p_x.a.b: the schema has it, SQL does not read it",
      "f p_x.a.c: SQL reads it, the schema lacks it",
    ],
  ],
  [
    "a column of a record",
    Type.Array(object({ a: text })),
    `SELECT * FROM jsonb_to_recordset(p_x) AS i(a text, "skuId" text);`,
    ["f p_x[].skuId: SQL reads it, the schema lacks it"],
  ],
  [
    "a key of an element",
    Type.Array(object({ a: text })),
    "SELECT t->>'b' FROM jsonb_array_elements(p_x) WITH ORDINALITY AS y (t, seq);",
    [
      "f p_x[].a: the schema has it, SQL does not read it",
      "f p_x[].b: SQL reads it, the schema lacks it",
    ],
  ],
  [
    "a key that a variable reads",
    object({ a: object({ b: text }) }),
    "v_part jsonb := p_x->'a'; SELECT v_part->>'c', v_part->>'b';",
    ["f p_x.a.c: SQL reads it, the schema lacks it"],
  ],
  [
    "a key that another function reads",
    object({ a: text }),
    "PERFORM g(1, p_x);",
    [
      "f p_x.a: the schema has it, SQL does not read it",
      "f p_x.d: SQL reads it, the schema lacks it",
    ],
  ],
  ["nothing of a value that is stored", object({ a: text }), "INSERT INTO t VALUES (p_x);", []],
  [
    "a key of a value without keys",
    object({ a: Type.Record(Type.String(), Type.Unknown()) }),
    "SELECT p_x->'a'->>'b';",
    ["f p_x.a.b: SQL reads it, the schema lacks it"],
  ],
])("reports %s", (_, schema, body, faults) => {
  const other = make("g", "p_n integer, p_y jsonb", "SELECT p_y->>'d';");
  expect(faultsOf(schema, make("f", "p_x jsonb", body), other)).toEqual(faults);
});
