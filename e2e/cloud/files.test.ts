/** C04, C05: files over HTTP as any client asks for them: tickets, forms, links, and every wrong way to each. */
import { mkdtemp, rm } from "node:fs/promises";
import { request as rawRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshLink } from "@yunjing/server/domain/files/actions";
import { bomb, hollow, hostile, picture } from "@yunjing/server/domain/files/image/corpus.fixture";
import { manualClock } from "@yunjing/server/platform/clock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpWorld, type Login, openHttpWorld } from "../http/world.fixture.ts";
import { type Said, signed, space, spaceHeaders } from "./signer.fixture.ts";

let world: HttpWorld;
let folder: string;
let [member, stranger] = [] as unknown as [Login, Login];
let jpeg: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-http-"));
  world = await openHttpWorld({ DATA_DIR: folder });
  member = await world.logIn("13700470001");
  stranger = await world.logIn("13700470002");
  jpeg = await picture("image/jpeg");
}, 60_000);
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

type Call = {
  readonly method?: "GET" | "POST";
  readonly path?: string;
  readonly query: string;
  readonly body?: string;
  readonly token?: string | undefined;
  readonly lifeMs?: number;
};
const said = async (answer: Response): Promise<Said> => {
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? {} : JSON.parse(text) };
};

/** A signed file call, its path encoded as a browser does it. */
async function call({
  method = "GET",
  path = "/",
  query,
  body = "",
  token,
  lifeMs = 60_000,
}: Call) {
  const at = Date.now();
  const headers = signed({
    ...{ method, path, query, body },
    headers: {
      ...spaceHeaders(space, at),
      ...{ "x-from-function-name": "", "x-data-api-type": "oss" },
      "x-expire-timestamp": String(at + lifeMs),
    },
  });
  const onWire = path.split("/").map(encodeURIComponent).join("/");
  return fetch(`${world.origin}/cloud${onWire}?${query}`, {
    method,
    headers: {
      ...headers,
      ...(token === undefined ? {} : { "x-uni-id-token": token }),
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
    },
    ...(method === "POST" ? { body } : {}),
  }).then(said);
}
const ticket = (path: string, token?: string) => call({ path, query: "post_url", token });
const links = (list: unknown, token?: string) =>
  call({ method: "POST", query: "download_url", body: JSON.stringify({ file_list: list }), token });

type Given = {
  readonly file_id: string;
  readonly upload_url: string;
  readonly form_data: readonly { readonly key: string; readonly value: string }[];
};
const given = ({ body }: Said) => body["data"] as Given;

function formOf({ form_data }: Pick<Given, "form_data">, bytes: Uint8Array, name = "1.jpg") {
  const form = new FormData();
  for (const { key, value } of form_data) form.append(key, value);
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  return form;
}
const send = (address: string, form: FormData | string, type?: string) =>
  fetch(address, {
    method: "POST",
    body: form,
    ...(type ? { headers: { "content-type": type } } : {}),
  }).then(said);

async function uploaded(path = "/avatar/图 1.jpg", token?: string): Promise<string> {
  const one = given(await ticket(path, token));
  expect((await send(one.upload_url, formOf(one, jpeg))).status).toBe(204);
  return one.file_id;
}
/** As the public client cuts it: the space goes, the path is sent. */
const pathOf = (id: string) => id.replace(/^cloud:\/\/[^/]+\//, "");
const listOf = (...ids: string[]) => ids.map((id) => ({ file_id: pathOf(id), expire: 600 }));
const addressesIn = ({ body }: Said) =>
  (body["data"] as { file_list: { file_id: string; download_url: string }[] }).file_list;
/** Sends an address as it is, without a browser's tidying. */
const rawGet = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const url = new URL(world.origin);
    rawRequest({ host: url.hostname, port: url.port, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });

describe("C05 an upload", () => {
  test("is a ticket for a path, a form with its fields and the file, and an id that names the path", async () => {
    const answer = await ticket("/avatar/图 1.jpg");
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const { file_id, upload_url, form_data } = given(answer);
    expect(file_id).toMatch(
      new RegExp(`^cloud://${space.spaceId}/\\d{4}/\\d{2}/[0-9a-f-]{36}/avatar/图 1\\.jpg$`),
    );
    expect(form_data.map(({ key }) => key)).toEqual(["key", "policy", "signature"]);
    expect(await send(upload_url, formOf({ form_data }, jpeg))).toEqual({ status: 204, body: {} });
    expect(await send(upload_url, formOf({ form_data }, jpeg))).toMatchObject({
      ...{ status: 403, body: { code: "FILE_TICKET" } },
    });
  });

  test.each([
    ["/a//b.jpg", "cloudPath不合法"],
    ["/a\\b.jpg", "cloudPath不合法"],
    ["/a\0.jpg", "cloudPath不合法"],
    [`/${"鲸".repeat(90)}.jpg`, "cloudPath不合法"],
    ["/ ", "cloudPath不合法"],
    ["/", "cloudPath不合法"],
    ["/a.svg", "只支持 JPG、PNG、WebP 图片"],
    ["/a.html", "只支持 JPG、PNG、WebP 图片"],
  ])("gets no ticket for %j", async (path, message) => {
    expect(await ticket(path)).toEqual({
      status: 400,
      body: { code: expect.any(String), message, trace_id: expect.any(String) },
    });
  });

  test("is not signed for by an old request, a copy of one, or nobody", async () => {
    expect(await call({ path: "/a.jpg", query: "post_url", lifeMs: -1 })).toMatchObject({
      ...{ status: 401, body: { code: "REQUEST_STALE" } },
    });
    expect(await fetch(`${world.origin}/cloud/a.jpg?post_url`).then(said)).toMatchObject({
      ...{ status: 401, body: { code: "SIGNATURE_MISSING" } },
    });
    expect(await ticket("/a.jpg", member.oldToken)).toMatchObject({ status: 401 });
  });

  test("without its form, with another's, or out of order is refused and stores nothing", async () => {
    const [one, other] = [given(await ticket("/a.jpg")), given(await ticket("/b.jpg"))];
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
      ...[formOf({ form_data: [] }, jpeg), formOf({ form_data: crossed }, jpeg), late],
      ...[elsewhere, fileless],
    ];
    for (const form of forms)
      expect(await send(address, form)).toMatchObject({
        ...{ status: 403, body: { code: "FILE_TICKET" } },
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

  test("of what is no picture, or not only one, or too large, is refused with its reason", async () => {
    const spoilt: [string, Buffer, string][] = [
      ...(await hostile()),
      ["a head that lies", hollow, "FILE_BROKEN"],
      ["what would fill the memory", bomb(8_000, 8_000), "FILE_LARGE"],
    ];
    for (const [name, bytes, code] of spoilt) {
      const one = given(await ticket("/a.jpg"));
      const answer = await send(one.upload_url, formOf(one, bytes, "a.jpg"));
      expect([name, answer.body["code"]]).toEqual([name, code]);
      expect(answer.status).toBeLessThan(500);
    }
  });

  test("that says it is larger than any is not even read", async () => {
    const one = given(await ticket("/a.jpg"));
    const url = new URL(one.upload_url);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = {
        "content-type": "multipart/form-data; boundary=x",
        "content-length": 64 * 1024 * 1024,
      };
      const { hostname: host, port, pathname: path } = url;
      const asked = rawRequest({ host, port, path, method: "POST", headers }, (answer) => {
        resolve(answer.statusCode ?? 0);
        asked.destroy();
      });
      asked.on("error", reject);
      asked.write("--x\r\n");
    });
    expect(status).toBe(413);
  });
});

describe("C04 links", () => {
  test("are given in the order asked, lead to the picture, and say what a browser may do with it", async () => {
    const [first, second] = [await uploaded(), await uploaded("/2.png")];
    const answer = await links(listOf(second, first));
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const list = addressesIn(answer);
    expect(list.map(({ file_id }) => file_id)).toEqual([pathOf(second), pathOf(first)]);
    const read = await fetch(list[1]?.download_url ?? "");
    expect(read.status).toBe(200);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      ...{ "content-type": "image/jpeg", "x-content-type-options": "nosniff" },
      "content-disposition": expect.stringMatching(/^inline; filename="[0-9a-f]{8}\.jpg"$/),
      "content-security-policy": expect.stringContaining("sandbox"),
      "cache-control": expect.stringMatching(/^private, max-age=(600|599|598|59\d), immutable$/),
      ...{ "cross-origin-resource-policy": "cross-origin", "access-control-allow-origin": "*" },
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
    ["a way up", [{ file_id: "2026/11/../../etc/passwd" }], "fileID不合法"],
  ])("are refused for %s", async (_, list, message) => {
    expect(await links(list)).toEqual({
      status: 400,
      body: { code: expect.any(String), message, trace_id: expect.any(String) },
    });
  });

  test("to a member's own file are that member's; another gets an empty one in its place", async () => {
    const [own, open] = [await uploaded("/a.jpg", member.token), await uploaded("/b.jpg")];
    const shown = async (token?: string) =>
      addressesIn(await links(listOf(own, open), token)).map(
        ({ download_url }) => download_url !== "",
      );
    expect(await shown(member.token)).toEqual([true, true]);
    expect(await shown(stranger.token)).toEqual([false, true]);
    expect(await shown()).toEqual([false, true]);
  });

  test("that are altered, late, bare or another reader's lead nowhere", async () => {
    const own = await uploaded("/a.jpg", member.token);
    const [entry] = addressesIn(await links(listOf(own), member.token));
    const download_url = entry?.download_url ?? "";
    const altered = (change: (url: URL) => void) => {
      const url = new URL(download_url);
      change(url);
      return url.href;
    };
    const past = { ...world.context, clock: manualClock(new Date(Date.now() - 600_001)) };
    const late = world.origin + freshLink(past, { path: pathOf(own), readerId: member.memberId });
    const wrong = [
      ...[late, download_url.replace(/\?.*/, "")],
      altered((url) => (url.pathname += "x")),
      altered((url) => url.searchParams.set("until", String(Date.now() + 9_000_000))),
      altered((url) => url.searchParams.set("reader", stranger.memberId)),
      altered((url) => url.searchParams.delete("reader")),
      altered((url) => url.searchParams.delete("sign")),
    ];
    expect((await fetch(download_url)).status).toBe(200);
    for (const link of wrong) {
      const answer = await fetch(link).then(said);
      expect(answer).toMatchObject({ status: 403, body: { message: "链接无效或已过期" } });
    }
  });

  test("never lead out of the store, however they are written", async () => {
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

test("our own pages ask for the space's keys, and pages of others do not read them", async () => {
  const answer = await fetch(`${world.origin}/cloud/client.json`);
  expect(await answer.json()).toEqual({ ...space });
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});
