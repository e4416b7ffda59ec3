/** Tests the wire format of database commands and the handling of their responses. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearLog, logEntries } from "../log.ts";
import { storedToken } from "../token.ts";
import { stubCloudResponses, rejectionOf, testCloud } from "./cloud.fixture.ts";
import { database, databaseForJQL } from "./database.ts";

beforeEach(() => {
  localStorage.clear();
  clearLog();
});
afterEach(() => vi.unstubAllGlobals());

const open = () => databaseForJQL(testCloud().cloud);
const warnings = () => logEntries().flatMap(({ values }) => values);

describe("C07 a database command", () => {
  test("is a list of stages in the order of its calls", async () => {
    const sent = stubCloudResponses({ code: 0, data: [] });
    await open()
      .collection("orders")
      .where("state == 'ready'")
      .orderBy("createdAt", "desc")
      .skip(20)
      .limit(10)
      .field("title,state")
      .get({ getCount: true });
    expect(sent[0]).toMatchObject({ name: "DCloud-clientDB" });
    expect(sent[0]?.body["command"]).toEqual({
      $db: [
        { $method: "collection", $param: ["orders"] },
        { $method: "where", $param: ["state == 'ready'"] },
        { $method: "orderBy", $param: ["createdAt", "desc"] },
        { $method: "skip", $param: [20] },
        { $method: "limit", $param: [10] },
        { $method: "field", $param: ["title,state"] },
        { $method: "get", $param: [{ getCount: true }] },
      ],
    });
  });

  test("sends operators, instants and expressions in their wire formats", async () => {
    const sent = stubCloudResponses({ code: 0, total: 0 });
    const db = open();
    const _ = db.command;
    await db
      .collection("orders")
      .where({
        paidFen: _.gt(1).and(_.lt(9)),
        createdAt: _.gte(new Date(0)),
        title: /咖啡/i,
        user_id: db.env.uid,
      })
      .count();
    expect(sent[0]?.body["command"]).toEqual({
      $db: [
        { $method: "collection", $param: ["orders"] },
        {
          $method: "where",
          $param: [
            {
              paidFen: {
                $db: [
                  { $method: "command" },
                  { $method: "gt", $param: [1] },
                  {
                    $method: "and",
                    $param: [{ $db: [{ $method: "command" }, { $method: "lt", $param: [9] }] }],
                  },
                ],
              },
              createdAt: {
                $db: [
                  { $method: "command" },
                  { $method: "gte", $param: [{ $date: "1970-01-01T00:00:00.000Z" }] },
                ],
              },
              title: { $regexp: { source: "咖啡", flags: "i" } },
              user_id: { $env: "uid" },
            },
          ],
        },
        { $method: "count", $param: [] },
      ],
    });
  });

  test("with several parts is one call", async () => {
    const dataList = [{ data: [1] }, { data: [2] }];
    const sent = stubCloudResponses({ code: 0, dataList });
    const db = open();
    const parts = ["benefits", "regions"].map((name) => db.collection(name).getTemp());
    await expect(db.multiSend(...parts)).resolves.toMatchObject({ dataList });
    expect(sent[0]?.body).toMatchObject({
      multiCommand: [
        { command: { $db: [{ $param: ["benefits"] }, { $method: "getTemp" }] } },
        { command: { $db: [{ $param: ["regions"] }, { $method: "getTemp" }] } },
      ],
    });
  });

  test("returns the result, or the whole response", async () => {
    stubCloudResponses({ code: 0, data: [{ _id: "a" }] });
    await expect(open().collection("benefits").get()).resolves.toMatchObject({
      data: [{ _id: "a" }],
    });
    const whole = database(testCloud().cloud).collection("benefits").get();
    await expect(whole).resolves.toMatchObject({ success: true, result: { data: [{ _id: "a" }] } });
  });

  test("fails with its code and message, and an errCode alone is no failure", async () => {
    stubCloudResponses({ code: "PERMISSION_ERROR", message: "这个集合不能写入" });
    expect(await rejectionOf(open().collection("orders").doc("a").remove())).toMatchObject({
      code: "PERMISSION_ERROR",
      message: "这个集合不能写入",
    });
    stubCloudResponses({ errCode: "x", data: [] });
    await expect(open().collection("orders").get()).resolves.toMatchObject({ data: [] });
  });

  test("stores a returned token and logs the returned system info", async () => {
    const tokenExpired = Date.now() + 60_000;
    const systemInfo = [{ level: "warn", message: "limit 500", detail: "100" }];
    stubCloudResponses({ code: 0, data: [], token: "n.e.w", tokenExpired, systemInfo });
    await open().collection("orders").get();
    expect(storedToken()).toBe("n.e.w");
    expect(warnings()).toEqual(["[System Info]limit 500\n详细信息：100"]);
  });

  test("logs a warning where no schema was set up", async () => {
    stubCloudResponses([404, { message: "FUNCTION_NOT_FOUND" }]);
    expect(await rejectionOf(open().collection("orders").get())).toMatchObject({ code: "SYS_ERR" });
    expect(warnings()).toEqual(["clientDB未初始化，请在web控制台保存一次schema以开启clientDB"]);
  });
});
