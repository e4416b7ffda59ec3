/** Checks the page size and the first page of every list over HTTP (U11). */
import { operations } from "@yunjing/contract/operations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
let token: string;

beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  ({ token } = await testEnv.logIn("13700000001", ["exchange:generate"]));
}, 60_000);
afterAll(() => testEnv.close());

/** The parts of an object schema that list its fields. */
type ObjectSchema = { readonly properties?: object; readonly required?: readonly string[] };
const fieldsOf = (schema: ObjectSchema | undefined): object => schema?.properties ?? {};
const requiredOf = (schema: ObjectSchema | undefined): readonly string[] => schema?.required ?? [];

/** Every list that a member or a visitor can request without a parameter. */
const lists = operations.filter(
  ({ method, path, caller, input, output }) =>
    method === "GET" &&
    (caller === "member" || caller === "anyone") &&
    !path.includes("{") &&
    requiredOf(input).length === 0 &&
    "pageSize" in fieldsOf(output) &&
    "pageSize" in fieldsOf(input),
);

test("U11 the contract contains lists to check", () => expect(lists.length).toBeGreaterThan(6));

test.each(lists.map(({ path }) => path))("U11 %s returns page 1 of 20 by default", async (path) => {
  const answer = await fetch(`${testEnv.origin}/api${path}`, { headers: { authorization: token } });
  expect(await answer.json()).toMatchObject({ status: true, data: { page: 1, pageSize: 20 } });
});

test.each(lists.map(({ path }) => path))("U11 %s returns the requested page size", async (path) => {
  const address = `${testEnv.origin}/api${path}?pageSize=7`;
  const answer = await fetch(address, { headers: { authorization: token } });
  expect(await answer.json()).toMatchObject({ status: true, data: { pageSize: 7 } });
});
