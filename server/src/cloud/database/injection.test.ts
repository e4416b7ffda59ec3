/** Tests that no part of a client's condition ever becomes part of an SQL statement. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CommandFault } from "./fault.ts";
import { matchesCondition } from "./filter.ts";
import { command, compiled, fields, NOW, reader } from "./where.fixture.ts";
import { conditionOf } from "./where.ts";

/** Everything that a statement may consist of; a client's value is never in it. */
const VOCABULARY =
  /^(?:r\."(?:_id|title|state|user_id|n|hot|at)"|\$\d+|::(?:text|numeric|boolean|timestamptz)(?:\[\])?| COLLATE "C"| AND | OR | IS NOT NULL| IS NULL| IS DISTINCT FROM | = ANY | <> ALL | I?LIKE | [<>]=? | = |[()]|true|false)*$/;

const names = fc.constantFrom(...fields.keys(), "nope", '"', "__proto__");
const scalar = fc.oneof(
  fc.string(),
  fc.constantFrom("' OR 1=1 --", "\\'; DROP TABLE orders; --", "$1", '"r"', "%_\\"),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.record({ $date: fc.constantFrom("2026-01-01T00:00:00Z", "'") }),
  fc.record({ $env: fc.constantFrom("uid", "now", "x") }),
  fc.record({
    $regexp: fc.record({ source: fc.string(), flags: fc.constantFrom("", "i", "g") }),
  }),
);
const { where } = fc.letrec((tie) => ({
  where: fc.oneof(
    { maxDepth: 4 },
    fc.dictionary(names, fc.oneof(scalar, tie("value"))),
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("where"), { maxLength: 3 }))
      .map(([method, parts]) => command([method, ...parts])),
  ),
  value: fc
    .array(
      fc.tuple(
        fc.constantFrom("eq", "neq", "gt", "lte", "in", "nin", "exists", "and", "or", "x'"),
        fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), tie("value")),
      ),
      { maxLength: 3 },
    )
    .map((stages) => command(...stages)),
}));
const fragments = fc.constantFrom(
  "title",
  "n",
  "at",
  "hot",
  "nope",
  "==",
  "!=",
  "<",
  ">=",
  "&&",
  "||",
  "in",
  "[",
  "]",
  "(",
  ")",
  "!",
  ",",
  "'a'",
  '"\' OR 1=1"',
  "1",
  "-2.5",
  "true",
  "null",
  "$cloudEnv_uid",
  "/a/i",
  ".test",
  "new RegExp",
  ";",
  "--",
  "/*",
  "'",
  "$1",
  "::text",
  "\\",
);
const texts = fc.constantFrom("title", "state", "user_id");
const evil = fc.oneof(fc.string(), fc.constantFrom("' OR 1=1 --", "\\", "$1", "%'\"_"));
const comparison = fc.oneof(
  fc.tuple(
    texts,
    fc.constantFrom("==", "!=", ">", "<="),
    evil.map((text) => JSON.stringify(text)),
  ),
  fc.tuple(fc.constant("n"), fc.constantFrom("==", ">="), fc.integer().map(String)),
);
const sentence = fc
  .array(comparison, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map((part) => part.join(" ")).join(" || "));
const likely = fc.dictionary(texts, evil, { minKeys: 1 });
const jql = fc.oneof(
  sentence,
  fc.array(fragments, { maxLength: 12 }).map((some) => some.join(" ")),
  fc.string(),
);

test("a client's condition is never part of a statement, or it is refused", () => {
  let understood = 0;
  fc.assert(
    fc.property(fc.oneof(where, likely, jql), (sent) => {
      try {
        expect(compiled(sent).sql).toMatch(VOCABULARY);
        understood += 1;
      } catch (error) {
        if (!(error instanceof CommandFault)) throw error;
      }
    }),
    { numRuns: 1_500, seed: 8 },
  );
  expect(understood).toBeGreaterThan(100);
});

test("the in-memory filter runs without failure for every accepted condition", () => {
  const rows = [{ title: "a", n: 1 }, { n: null }, { hot: true, at: NOW.getTime() }];
  fc.assert(
    fc.property(jql, (sent) => {
      try {
        const condition = conditionOf(reader("m-1"), sent);
        for (const row of rows) expect(typeof matchesCondition(row, condition)).toBe("boolean");
      } catch (error) {
        if (!(error instanceof CommandFault)) throw error;
      }
    }),
    { numRuns: 500, seed: 8 },
  );
});
