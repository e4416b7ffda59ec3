import { operations } from "@yunjing/contract/operations";
import fastJsonStringify from "fast-json-stringify";
import { expect, test } from "vitest";
import { replySchema } from "./schema.ts";

test("the answer of every operation can be compiled, which a server does at the first one", () => {
  const faulty = operations.filter((operation) => {
    try {
      fastJsonStringify(replySchema(operation));
      return false;
    } catch {
      return true;
    }
  });
  expect(faulty.map(({ topic, name }) => `${topic}.${name}`)).toEqual([]);
});
