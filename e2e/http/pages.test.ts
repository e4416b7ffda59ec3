/** Checks the page size and the first page of every list over HTTP (U11). */
import { operations } from "@yunjing/contract/operations";
import type { TSchema } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpWorld, openHttpWorld } from "./world.fixture.ts";

let world: HttpWorld;
let token: string;

beforeAll(async () => {
  world = await openHttpWorld();
  ({ token } = await world.logIn("13700000001"));
}, 60_000);
afterAll(() => world.close());

const fieldsOf = (schema: TSchema | undefined): Readonly<Record<string, TSchema>> =>
  (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
const requiredOf = (schema: TSchema | undefined): readonly string[] =>
  (schema as { required?: string[] } | undefined)?.required ?? [];

/** Every list that a member or a visitor can ask for without naming anything first. */
const lists = operations.filter(
  ({ method, path, caller, input, output }) =>
    method === "GET" &&
    (caller === "member" || caller === "anyone") &&
    !path.includes("{") &&
    requiredOf(input).length === 0 &&
    "pageSize" in fieldsOf(output) &&
    "pageSize" in fieldsOf(input),
);

test("U11 there are lists to check", () => expect(lists.length).toBeGreaterThan(6));

test.each(lists.map(({ path }) => path))(
  "U11 %s answers page 1 of 20 unless asked",
  async (path) => {
    const answer = await fetch(`${world.origin}/api${path}`, { headers: { authorization: token } });
    expect(await answer.json()).toMatchObject({ status: true, data: { page: 1, pageSize: 20 } });
  },
);

test.each(lists.map(({ path }) => path))(
  "U11 %s answers the size that is asked for",
  async (path) => {
    const address = `${world.origin}/api${path}?pageSize=7`;
    const answer = await fetch(address, { headers: { authorization: token } });
    expect(await answer.json()).toMatchObject({ status: true, data: { pageSize: 7 } });
  },
);
