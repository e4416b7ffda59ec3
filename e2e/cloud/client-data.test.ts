/**
 * The public client, unmodified and in both generations, reads and writes collections and stores
 * pictures on this server.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { picture } from "@yunjing/server/domain/files/image/corpus.fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "../http/test-env.fixture.ts";
import { type Client, generations, openClient } from "./client.fixture.ts";

let testEnv: HttpTestEnv;
let folder: string;
let jpeg: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cloud-client-"));
  testEnv = await openHttpTestEnv({ DATA_DIR: folder });
  jpeg = new Uint8Array(await picture("image/jpeg"));
}, 60_000);
afterAll(async () => {
  await testEnv.close();
  await rm(folder, { recursive: true, force: true });
});

const ADDRESS = {
  name: "林小满",
  phone: "13700450099",
  detail: "世纪大道 1 号",
  isDefault: true,
  tag: "家",
  regionCodes: ["310000", "310100", "310115"],
};

describe.each(generations)("the public client of %s", (generation) => {
  let client: Client;
  let member: Login;
  beforeAll(async () => {
    client = await openClient(generation, testEnv.origin);
    member = await testEnv.logIn(`1370047${generation}`);
    client.logIn(member.token);
  });

  test("C07 reads public rows by a method chain, by commands, by text and in one batch", async () => {
    const guest = await openClient(generation, testEnv.origin);
    const db = guest.cloud.database();
    const { gt, in: among } = db.command;
    const first = await db.collection("regions").limit(2).field("name").get();
    expect(first["success"]).toBe(true);
    expect(first.result["data"]).toHaveLength(2);
    const cities = { code: among?.(["310000", "440000"]) };
    const by = await db.collection("regions").where(cities).orderBy("code", "desc").get();
    expect(by.result["data"]).toMatchObject([{ code: "440000" }, { code: "310000" }]);
    const above = await db
      .collection("regions")
      .where({ level: gt?.(9) })
      .get();
    expect(above.result["data"]).toEqual([]);
    const jql = guest.cloud.databaseForJQL();
    const text = await jql.collection("regions").where("code == '310000' && level == 1").get();
    expect(text["data"]).toMatchObject([{ code: "310000" }]);
    const sending = db.multiSend(
      db.collection("categories").getTemp(),
      db.collection("regions").where({ code: "310000" }).getTemp(),
    );
    const [categories, regions] = (await sending).result["dataList"] as Record<string, unknown>[];
    expect(categories?.["data"]).toBeInstanceOf(Array);
    expect(regions?.["data"]).toMatchObject([{ code: "310000" }]);
    const counted = await jql.collection("regions").where("level == 1").count();
    expect(counted["total"]).toBeGreaterThan(30);
  });

  test("C07 reads and writes the member's own rows, and no other member's", async () => {
    const db = client.cloud.database();
    const own = db.collection("addresses");
    const added = await own.add(ADDRESS);
    const id = String(added.result["id"]);
    const mine = await own.where("user_id == $cloudEnv_uid").get();
    expect(mine.result["data"]).toMatchObject([{ _id: id, name: ADDRESS.name }]);
    const other = await openClient(generation, testEnv.origin);
    other.logIn((await testEnv.logIn(`1370048${generation}`)).token);
    const theirs = other.cloud.database().collection("addresses");
    expect((await theirs.where({ user_id: member.memberId }).get()).result["data"]).toEqual([]);
    expect((await theirs.doc(id).update({ name: "别人" })).result["updated"]).toBe(0);
    expect((await theirs.doc(id).remove()).result["deleted"]).toBe(0);
    await own.doc(id).update({ name: "林大满" });
    expect((await own.doc(id).get()).result["data"]).toMatchObject([{ name: "林大满" }]);
    expect((await own.doc(id).remove()).result["deleted"]).toBe(1);
    await expect(db.collection("orders").add({ a: 1 })).rejects.toMatchObject({
      errCode: "PERMISSION_ERROR",
    });
  });

  test("C07 C11 is redirected to the login page when it reads own rows without a login, with the older family's message", async () => {
    const guest = await openClient(generation, testEnv.origin);
    const codes = [
      ["", "TOKEN_INVALID_ANONYMOUS_USER"],
      [member.expiredToken, "TOKEN_INVALID_TOKEN_EXPIRED"],
      ["nonsense", "TOKEN_INVALID_WRONG_TOKEN"],
    ] as const;
    for (const [token, errCode] of codes) {
      guest.shown.length = 0;
      guest.logIn(token);
      const query = guest.cloud.database().collection("orders").get();
      await expect(query, errCode).rejects.toMatchObject({ errCode });
      await expect.poll(() => guest.shown.map(({ kind }) => kind)).toEqual(["navigateTo"]);
    }
  });

  test("C04 C05 stores a picture and gets links in the requested order", async () => {
    const filePath = client.choose(jpeg, "image/jpeg");
    const ids: string[] = [];
    for (const cloudPath of ["/avatar/图 1.jpg", "avatar/%41 2.jpg"]) {
      ids.push((await client.cloud.uploadFile({ cloudPath, filePath })).fileID);
    }
    expect(ids[0]).toMatch(/^cloud:\/\/env-00demo0000\/\d{4}\/\d{2}\/[\w-]+\/avatar\/图 1\.jpg$/);
    const { fileList } = await client.cloud.getTempFileURL({ fileList: ids });
    expect(fileList.map(({ fileID }) => fileID)).toEqual(ids);
    for (const { tempFileURL } of fileList) {
      const answer = await fetch(tempFileURL);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
    }
    const page = client.choose(new TextEncoder().encode("<script>"), "image/png");
    const refused = client.cloud.uploadFile({ cloudPath: "a.png", filePath: page });
    await expect(refused).rejects.toMatchObject({ errCode: "UPLOAD_FAILED" });
    const escape = client.cloud.uploadFile({ cloudPath: "../../a.png", filePath });
    await expect(escape).rejects.toMatchObject({ errCode: "SYS_ERR" });
    // The client's own check accepts an empty list; the server rejects it.
    await expect(client.cloud.getTempFileURL({ fileList: [] })).rejects.toMatchObject({
      errCode: "SYS_ERR",
    });
  });
});
