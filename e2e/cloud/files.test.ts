/**
 * C04, C05: files over HTTP as a client requests them: tickets, forms, links, and every invalid use
 * of each.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { request as rawRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshLink } from "@yunjing/server/domain/files/actions";
import {
  bomb,
  undecodableJpeg,
  hostile,
  picture,
} from "@yunjing/server/domain/files/image/corpus.fixture";
import { decideCase } from "@yunjing/server/domain/moderation/actions";
import { manualClock } from "@yunjing/server/platform/clock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "../http/test-env.fixture.ts";
import {
  downloadUrlsIn,
  fileCalls,
  formOf,
  uploadTicketOf,
  listOf,
  pathOf,
  readResponse,
  send,
} from "./files.fixture.ts";
import { space } from "./signer.fixture.ts";

let testEnv: HttpTestEnv;
let folder: string;
let [member, stranger] = [] as unknown as [Login, Login];
let jpeg: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-http-"));
  testEnv = await openHttpTestEnv({ DATA_DIR: folder });
  member = await testEnv.logIn("13700470001");
  stranger = await testEnv.logIn("13700470002");
  jpeg = await picture("image/jpeg");
}, 60_000);
afterAll(async () => {
  await testEnv.close();
  await rm(folder, { recursive: true, force: true });
});

const { call, ticket, links, uploaded, rawGet } = fileCalls(
  () => testEnv.origin,
  () => jpeg,
);

describe("C05 an upload", () => {
  test("needs a ticket for a path and a form with the file, and gives an id that names the path", async () => {
    const answer = await ticket("/avatar/图 1.jpg");
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const { file_id, upload_url, form_data } = uploadTicketOf(answer);
    expect(file_id).toMatch(
      new RegExp(`^cloud://${space.spaceId}/\\d{4}/\\d{2}/[0-9a-f-]{36}/avatar/图 1\\.jpg$`),
    );
    expect(form_data.map(({ key }) => key)).toEqual(["key", "policy", "signature"]);
    expect(await send(upload_url, formOf({ form_data }, jpeg))).toEqual({ status: 204, body: {} });
    expect(await send(upload_url, formOf({ form_data }, jpeg))).toMatchObject({
      status: 403,
      body: { code: "FILE_TICKET" },
    });
  });

  test.each([
    ["/a//b.jpg", "cloudPath不合法"],
    ["/a\\b.jpg", "cloudPath不合法"],
    ["/a\0.jpg", "cloudPath不合法"],
    [`/${"鲸".repeat(90)}.jpg`, "cloudPath不合法"],
    ["/ ", "cloudPath不合法"],
    ["/", "cloudPath不合法"],
    ["/a.svg", "只支持 JPG、PNG、WEBP 图片"],
    ["/a.html", "只支持 JPG、PNG、WEBP 图片"],
  ])("gets no ticket for %j", async (path, message) => {
    expect(await ticket(path)).toEqual({
      status: 400,
      body: { code: expect.any(String), message, trace_id: expect.any(String) },
    });
  });

  test("gets no ticket without a valid signature and a valid token", async () => {
    expect(await call({ path: "/a.jpg", query: "post_url", lifetimeMs: -1 })).toMatchObject({
      status: 401,
      body: { code: "REQUEST_STALE" },
    });
    expect(await fetch(`${testEnv.origin}/cloud/a.jpg?post_url`).then(readResponse)).toMatchObject({
      status: 401,
      body: { code: "SIGNATURE_MISSING" },
    });
    expect(await ticket("/a.jpg", member.expiredToken)).toMatchObject({ status: 401 });
  });

  test("without its form, with another ticket's form, or with fields out of order is refused and stores nothing", async () => {
    const [one, other] = [
      uploadTicketOf(await ticket("/a.jpg")),
      uploadTicketOf(await ticket("/b.jpg")),
    ];
    const address = one.upload_url;
    const crossed = [...one.form_data.slice(0, 2), ...other.form_data.slice(2)];
    const late = new FormData();
    late.append("file", new Blob([new Uint8Array(jpeg)]), "1.jpg");
    for (const { key, value } of one.form_data) late.append(key, value);
    const elsewhere = formOf(one, jpeg);
    elsewhere.delete("file");
    elsewhere.append("picture", new Blob([new Uint8Array(jpeg)]), "1.jpg");
    const fileless = formOf(one, jpeg);
    fileless.delete("file");
    const forms = [
      formOf({ form_data: [] }, jpeg),
      formOf({ form_data: crossed }, jpeg),
      late,
      elsewhere,
      fileless,
    ];
    for (const form of forms)
      expect(await send(address, form)).toMatchObject({
        status: 403,
        body: { code: "FILE_TICKET" },
      });
    const broken: [string, string | undefined][] = [
      [
        "--x\r\ncontent-disposition: form-data; name=file\r\n\r\nab",
        "multipart/form-data; boundary=x",
      ],
      ["", "multipart/form-data"],
      ["{}", "application/json"],
      ["a=1", "application/x-www-form-urlencoded"],
    ];
    for (const [body, type] of broken) {
      const { status } = await send(address, body, type);
      expect([type, status >= 400 && status < 500]).toEqual([type, true]);
    }
  });

  test("is refused with a reason when it is not a picture, is more than one, or is too large", async () => {
    const brokenFiles: [string, Buffer, string][] = [
      ...(await hostile()),
      ["a head that lies", undecodableJpeg, "FILE_BROKEN"],
      ["what would fill the memory", bomb(8_000, 8_000), "FILE_LARGE"],
    ];
    for (const [name, bytes, code] of brokenFiles) {
      const one = uploadTicketOf(await ticket("/a.jpg"));
      const answer = await send(one.upload_url, formOf(one, bytes, "a.jpg"));
      expect([name, answer.body["code"]]).toEqual([name, code]);
      expect(answer.status).toBeLessThan(500);
    }
  });

  test("is not read when its declared size exceeds the limit", async () => {
    const one = uploadTicketOf(await ticket("/a.jpg"));
    const url = new URL(one.upload_url);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = {
        "content-type": "multipart/form-data; boundary=x",
        "content-length": 64 * 1024 * 1024,
      };
      const { hostname: host, port, pathname: path } = url;
      const upload = rawRequest({ host, port, path, method: "POST", headers }, (answer) => {
        resolve(answer.statusCode ?? 0);
        upload.destroy();
      });
      upload.on("error", reject);
      upload.write("--x\r\n");
    });
    expect(status).toBe(413);
  });
});

describe("C04 links", () => {
  test("are given in the requested order, lead to the picture, and set the browser's caching and security headers", async () => {
    const [first, second] = [await uploaded(), await uploaded("/2.png")];
    const answer = await links(listOf(second, first));
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const list = downloadUrlsIn(answer);
    expect(list.map(({ file_id }) => file_id)).toEqual([pathOf(second), pathOf(first)]);
    const read = await fetch(list[1]?.download_url ?? "");
    expect(read.status).toBe(200);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "content-disposition": expect.stringMatching(/^inline; filename="[0-9a-f]{8}\.jpg"$/),
      "content-security-policy": expect.stringContaining("sandbox"),
      "cache-control": expect.stringMatching(/^private, max-age=(600|599|598|59\d), immutable$/),
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
    });
    expect((await read.arrayBuffer()).byteLength).toBe(Number(read.headers.get("content-length")));
  });

  test.each([
    ["none", [], "fileList不能为空数组"],
    ["no list", "all", "fileList不能为空数组"],
    ["51", Array.from({ length: 51 }, () => ({ file_id: "x" })), "fileList数组长度不能超过50"],
    ["a number", [{ file_id: 7 }], "fileList的元素必须是非空的字符串"],
    ["a bare text", ["2026/11/x"], "fileList的元素必须是非空的字符串"],
    ["nothing at all", [null], "fileList的元素必须是非空的字符串"],
    ["an empty id", [{ file_id: "" }], "fileID不合法"],
    ["an id of another form", [{ file_id: "avatar/1.png" }], "fileID不合法"],
    ["a lifetime of zero", [{ file_id: "x", expire: 0 }], "fileList的expire必须是大于0的秒数"],
    ["a negative lifetime", [{ file_id: "x", expire: -1 }], "fileList的expire必须是大于0的秒数"],
    ["a lifetime as text", [{ file_id: "x", expire: "600" }], "fileList的expire必须是大于0的秒数"],
    ["a way up", [{ file_id: "2026/11/../../etc/passwd" }], "fileID不合法"],
  ])("are refused for %s", async (_, list, message) => {
    expect(await links(list)).toEqual({
      status: 400,
      body: { code: expect.any(String), message, trace_id: expect.any(String) },
    });
  });

  test("to a private file are given only to its member; other members get an empty link", async () => {
    const [own, open] = [await uploaded("/a.jpg", member.token), await uploaded("/b.jpg")];
    const shown = async (token?: string) =>
      downloadUrlsIn(await links(listOf(own, open), token)).map(
        ({ download_url }) => download_url !== "",
      );
    expect(await shown(member.token)).toEqual([true, true]);
    expect(await shown(stranger.token)).toEqual([false, true]);
    expect(await shown()).toEqual([false, true]);
  });

  test.each([
    [1, 1_000],
    [0.5, 500],
    [600, 600_000],
    [601, 600_000],
    [1e300, 600_000],
    [undefined, 600_000],
  ])("requested with expire %s work for %s ms", async (expire, lifetimeMs) => {
    const file_id = pathOf(await uploaded());
    const before = Date.now();
    const [entry] = downloadUrlsIn(await links([{ file_id, expire }]));
    const until = Number(new URL(entry?.download_url ?? "").searchParams.get("until"));
    expect(until).toBeGreaterThanOrEqual(before + lifetimeMs);
    expect(until).toBeLessThanOrEqual(Date.now() + lifetimeMs);
  });

  test("that are altered, expired, without parameters or another reader's are refused", async () => {
    const own = await uploaded("/a.jpg", member.token);
    const [entry] = downloadUrlsIn(await links(listOf(own), member.token));
    const download_url = entry?.download_url ?? "";
    const altered = (change: (url: URL) => void) => {
      const url = new URL(download_url);
      change(url);
      return url.href;
    };
    const past = { ...testEnv.context, clock: manualClock(new Date(Date.now() - 600_001)) };
    const late = testEnv.origin + freshLink(past, { path: pathOf(own), readerId: member.memberId });
    const wrong = [
      late,
      download_url.replace(/\?.*/, ""),
      altered((url) => (url.pathname += "x")),
      altered((url) => url.searchParams.set("until", String(Date.now() + 9_000_000))),
      altered((url) => url.searchParams.set("reader", stranger.memberId)),
      altered((url) => url.searchParams.delete("reader")),
      altered((url) => url.searchParams.delete("sign")),
    ];
    expect((await fetch(download_url)).status).toBe(200);
    for (const link of wrong) {
      const answer = await fetch(link).then(readResponse);
      expect(answer).toMatchObject({ status: 403, body: { message: "链接无效或已过期" } });
    }
  });

  test("never lead out of the store, in any notation", async () => {
    for (const path of [
      "/cloud/../../etc/passwd",
      "/cloud/..%2f..%2fetc%2fpasswd",
      "/cloud/%2e%2e/%2e%2e/secret",
      "/cloud/2026/11/..%5c..%5csecret?sign=x",
      "/cloud/%00?until=1&sign=",
      "/cloud//?until=NaN",
      "/cloud/%E0%A4%A?sign=1",
    ]) {
      const status = await rawGet(path);
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    }
  });
});

test("a member's new picture replaces the old one, which becomes unavailable, and is drawn on the member's posters", async () => {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${testEnv.origin}/api${path}`, {
      method,
      headers: { authorization: member.token, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await answer.json()) as { code?: string; data: Record<string, unknown> };
  };
  const choose = async (avatar: string) => ask("PATCH", "/member/me", { avatar });
  const poster = () =>
    fetch(`${testEnv.origin}/api/invite/posters/deep-sea.png`, {
      headers: { authorization: member.token },
    }).then(async (answer) => Buffer.from(await answer.arrayBuffer()));
  const bare = await poster();
  const first = await choose(await uploaded("/me.jpg", member.token));
  const [own, other] = [
    await uploaded("/me.jpg", member.token),
    await uploaded("/me.jpg", stranger.token),
  ];
  expect((await choose(other)).code).toBe("FILE_GONE");
  const second = await choose(own);
  expect((await choose(own)).code).toBe("FILE_GONE");
  expect((await ask("GET", "/member/me")).data["avatar"]).toBe(second.data["avatar"]);
  const status = async (link: unknown) => (await fetch(testEnv.origin + String(link))).status;
  expect(await status(second.data["avatar"])).toBe(200);
  expect(await status(first.data["avatar"])).toBe(404);
  // Posters go to other people: they show a picture that moderation has passed.
  expect((await poster()).equals(bare)).toBe(true);
  const { rows } = await testEnv.db.$client.query<{ caseId: string }>(
    `SELECT id AS "caseId" FROM moderation_case WHERE member_id = $1`,
    [member.memberId],
  );
  const decision = { operatorId: stranger.memberId, reason: "图片正常", event: "pass" } as const;
  for (const { caseId } of rows)
    await decideCase(testEnv.context, testEnv.db, { caseId, ...decision });
  expect((await poster()).equals(bare)).toBe(false);
});

test("pages of our origin can read the space's keys, and pages of other origins cannot", async () => {
  const answer = await fetch(`${testEnv.origin}/cloud/client.json`);
  expect(await answer.json()).toEqual({ ...space });
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});
