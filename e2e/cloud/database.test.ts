/**
 * C07: database commands over HTTP, signed, with or without a login, in the format that the client
 * reads.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "../http/test-env.fixture.ts";
import { functionRequest, type CloudResponse, send } from "./signer.fixture.ts";

let testEnv: HttpTestEnv;
let ann: Login;
let ben: Login;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  [ann, ben] = [await testEnv.logIn("13700470001"), await testEnv.logIn("13700470002")];
}, 60_000);
afterAll(() => testEnv.close());

type Stage = readonly [string, ...unknown[]];
const chain = (stages: readonly Stage[]) => ({
  $db: stages.map(([$method, ...$param]) => ({ $method, $param })),
});
const clientInfo = { appId: "__UNI__DEMO", uniPlatform: "web", deviceId: "dev1" };
const ask = (data: object, token?: string): Promise<CloudResponse> =>
  send(
    functionRequest(testEnv.origin, {
      name: "DCloud-clientDB",
      data: { ...data, clientInfo, ...(token === undefined ? {} : { uniIdToken: token }) },
    }),
  );
const command = (token: string | undefined, ...stages: readonly Stage[]) =>
  ask({ command: chain(stages) }, token);

const ADDRESS = {
  name: "张三",
  phone: "13700470001",
  detail: "科技园 1 号",
  regionCodes: ["440000", "440300", "440305"],
};

describe("C07 a database command", () => {
  test("reads public rows without a login, and counts them on request", async () => {
    const found = await command(
      undefined,
      ["collection", "regions"],
      ["where", "level == 1 && /^广/.test(name)"],
      ["orderBy", "code", "asc"],
      ["field", "name"],
      ["get", { getCount: true }],
    );
    expect(found).toEqual({
      status: 200,
      body: {
        code: 0,
        count: 2,
        data: [
          { _id: "440000", name: "广东省" },
          { _id: "450000", name: "广西壮族自治区" },
        ],
      },
    });
  });

  test("writes and reads only rows of the token's member", async () => {
    const from: Stage = ["collection", "addresses"];
    const made = await command(ann.token, from, ["add", ADDRESS]);
    expect(made).toMatchObject({ status: 200, body: { code: 0, inserted: 1 } });
    const id = made.body["id"];
    const mine = await command(ann.token, from, ["where", "user_id == $cloudEnv_uid"], ["get"]);
    expect(mine.body).toMatchObject({ data: [{ _id: id, phone: "137****0001" }] });
    for (const where of [{ _id: id }, `_id == '${String(id)}' || user_id != $cloudEnv_uid`]) {
      const theirs = await command(ben.token, from, ["where", where], ["get"]);
      expect(theirs.body).toMatchObject({ code: 0, data: [] });
      const removed = await command(ben.token, from, ["where", where], ["remove"]);
      expect(removed.body).toMatchObject({ code: 0, deleted: 0 });
    }
    const left = await command(ann.token, from, ["doc", id], ["remove"]);
    expect(left.body).toMatchObject({ code: 0, deleted: 1 });
  });

  test("of several parts returns the results in order", async () => {
    const part = (name: string) => ({ command: chain([["collection", name], ["getTemp"]]) });
    const both = { multiCommand: [part("categories"), part("orders")] };
    expect((await ask(both, ann.token)).body).toMatchObject({
      code: 0,
      dataList: [
        { code: 0, data: expect.any(Array) },
        { code: 0, data: [] },
      ],
    });
  });

  test.each<[code: string, stages: readonly Stage[]]>([
    ["TOKEN_INVALID_ANONYMOUS_USER", [["collection", "orders"], ["get"]]],
    [
      "TOKEN_INVALID_ANONYMOUS_USER",
      [
        ["collection", "addresses"],
        ["add", ADDRESS],
      ],
    ],
    [
      "PERMISSION_ERROR",
      [
        ["collection", "benefits"],
        ["add", { title: "x" }],
      ],
    ],
    ["COLLECTION_NOT_FOUND", [["collection", "member"], ["get"]]],
    ["SYNTAX_ERROR", [["collection", "benefits"], ["where", "1 == 1 --"], ["get"]]],
    ["SYNTAX_ERROR", [["collection", "benefits"], ["aggregate"], ["end"]]],
  ])("is refused %s as an answer with code and message", async (code, stages) => {
    expect(await command(undefined, ...stages)).toEqual({
      status: 200,
      body: { code, message: expect.stringMatching(/./) },
    });
  });

  test("with an invalid token reports this, and still reads public rows", async () => {
    const orders = await command("a.b.c", ["collection", "orders"], ["get"]);
    expect(orders.body).toMatchObject({ code: "TOKEN_INVALID_WRONG_TOKEN" });
    const open = await command("a.b.c", ["collection", "categories"], ["count"]);
    expect(open.body).toMatchObject({ code: 0, total: expect.any(Number) });
  });
});
