/**
 * Tests uploads and file URLs of our client: what is refused before sending, and the requests sent.
 */
import { afterEach, expect, test, vi } from "vitest";
import { cloudConfig } from "./config.ts";
import { getTempFileURL } from "./temp-file-url.ts";
import { validateCloudPath, cloudNameOf, uploadFile, uploadFiles } from "./upload.ts";

const config = cloudConfig({
  spaceId: "env-1",
  spaceAppId: "app-1",
  accessKey: "AK",
  secretKey: "SK",
  endpoint: "https://a.test/cloud",
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  [7, "cloudPath必须为字符串类型"],
  [undefined, "cloudPath必须为字符串类型"],
  ["  ", "cloudPath不可为空"],
  ["cloud://env-1/a.jpg", "cloudPath不合法"],
])("C05 a path of %j is refused with the spec's message", (path, message) => {
  expect(() => validateCloudPath(path)).toThrow(
    expect.objectContaining({ code: "INVALID_PARAM", message }),
  );
});

test("C05 one leading slash and surrounding spaces are removed", () => {
  expect(validateCloudPath(" /avatar/1.png ")).toBe("avatar/1.png");
});

test.each([
  [[], "fileList不能为空数组"],
  [undefined, "fileList不能为空数组"],
  [Array.from({ length: 51 }, () => "cloud://env-1/x"), "fileList数组长度不能超过50"],
  [["cloud://env-1/x", 7], "fileList的元素必须是非空的字符串"],
  [[" "], "fileID不合法"],
  [["avatar/1.png"], "fileID不合法"],
])("C04 a list of %j is refused before anything is sent", async (fileList, message) => {
  vi.stubGlobal("fetch", () => {
    throw new Error("something was sent");
  });
  const response = getTempFileURL(config, { fileList: fileList as string[] });
  await expect(response).rejects.toMatchObject({ code: "INVALID_PARAM", message });
});

test("C04 a response contains one address for each id, in the same order", async () => {
  let body = "";
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    body = String(init.body);
    const file_list = [{ file_id: "2026/11/a/1.png", download_url: "https://a.test/1" }];
    return new Response(JSON.stringify({ success: true, data: { file_list } }));
  });
  expect(await getTempFileURL(config, { fileList: [" cloud://env-1/2026/11/a/1.png"] })).toEqual({
    fileList: [{ fileID: "cloud://env-1/2026/11/a/1.png", tempFileURL: "https://a.test/1" }],
  });
  expect(JSON.parse(body)).toEqual({ file_list: [{ file_id: "2026/11/a/1.png", expire: 600 }] });
});

test("C06 file names consist of time, index and ending", () => {
  expect(["a.b.JPG", "none", ".png"].map((name, index) => cloudNameOf(name, index, 17))).toEqual([
    "17_0.JPG",
    "17_1",
    "17_2.png",
  ]);
});

/**
 * A connection on which every form waits until the test releases it; forms called `bad` are
 * refused.
 */
function heldLine() {
  const held: (() => void)[] = [];
  let [now, most] = [0, 0];
  class Line {
    status = 0;
    responseText = "";
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload = () => undefined;
    open() {}
    send(form: FormData) {
      now += 1;
      most = Math.max(most, now);
      const { name } = form.get("file") as File;
      held.push(() => {
        now -= 1;
        this.upload.onprogress?.({ loaded: 5, total: 10 });
        this.status = name.endsWith(".bad") ? 400 : 204;
        this.responseText = this.status === 400 ? '{"message":"图片打不开，请换一张"}' : "";
        this.onload();
      });
    }
  }
  vi.stubGlobal("XMLHttpRequest", Line);
  vi.stubGlobal("fetch", async (address: string) => {
    const file_id = `cloud://env-1/${address.replace(/^.*cloud\/|\?.*$/g, "")}`;
    const data = {
      file_id,
      upload_url: "https://a.test/up",
      form_data: [{ key: "k", value: "v" }],
    };
    return new Response(JSON.stringify({ success: true, data }));
  });
  return { held, most: () => most };
}

test("C06 seven files are sent five at a time; a failed one returns its reason and does not stop the others", async () => {
  const { held, most } = heldLine();
  const files = Array.from(
    { length: 7 },
    (_, n) => new File(["x"], n === 3 ? "3.bad" : `${n}.jpg`),
  );
  const progress: number[] = [];
  const uploads = uploadFiles(config, {
    files,
    folder: "evidence",
    onProgress: (index, sent, total) => progress.push(index, sent, total),
  });
  // The first five forms wait at once, then the last two.
  for (const due of [5, 2]) {
    await expect.poll(() => held.length).toBe(due);
    for (const go of held.splice(0)) go();
  }
  const ends = await uploads;
  expect(most()).toBe(5);
  expect(progress).toHaveLength(21);
  expect(ends.map(({ fileID }) => fileID?.replace(/\d{13}/, "T"))).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((n) => (n === 3 ? undefined : `cloud://env-1/evidence/T_${n}.jpg`)),
  );
  expect(ends[3]?.failure).toMatchObject({
    code: "UPLOAD_FAILED",
    message: "文件上传失败",
    userMessage: "图片打不开，请换一张",
  });
});

test("C06 U05 an upload without a response ends after 60 s as UPLOAD_FAILED 文件上传失败", async () => {
  heldLine();
  const lines: { readonly timeout: number; readonly ontimeout: () => void }[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      timeout = 0;
      ontimeout = () => undefined;
      open() {}
      send() {
        lines.push(this);
      }
    },
  );
  const failed = uploadFile(config, { cloudPath: "a.jpg", file: new Blob(["x"]) }).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]?.timeout).toBe(60_000);
  lines[0]?.ontimeout();
  expect(await failed).toMatchObject({ code: "UPLOAD_FAILED", message: "文件上传失败" });
});

test("C06 the result of an upload is {fileID} and nothing else", async () => {
  const { held } = heldLine();
  const upload = uploadFile(config, { cloudPath: "avatar/1.png", file: new File(["x"], "1.png") });
  await expect.poll(() => held.length).toBe(1);
  for (const go of held) go();
  expect(await upload).toEqual({ fileID: "cloud://env-1/avatar/1.png" });
});
