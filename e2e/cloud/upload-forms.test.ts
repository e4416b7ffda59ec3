/**
 * C05: forms that no browser sends are refused with a clear status, without a login or a ticket.
 */
import { picture } from "@yunjing/server/domain/files/image/corpus.fixture";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpTestEnv, openHttpTestEnv } from "../http/test-env.fixture.ts";
import { send } from "./files.fixture.ts";

let testEnv: HttpTestEnv;
let folder: string;
let jpeg: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "upload-forms-"));
  testEnv = await openHttpTestEnv({ DATA_DIR: folder });
  jpeg = await picture("image/jpeg");
}, 60_000);
afterAll(async () => {
  await testEnv.close();
  await rm(folder, { recursive: true, force: true });
});

describe("C05 a form", () => {
  test("with a boundary over the length limit is refused without a login or a ticket", async () => {
    const address = `${testEnv.origin}/cloud/upload`;
    for (const boundary of ["x".repeat(71), "x".repeat(257), "x".repeat(5_000)]) {
      for (const type of [`boundary=${boundary}`, `boundary="${boundary}"`]) {
        const answer = await send(address, `--${boundary}--`, `multipart/form-data; ${type}`);
        expect(answer).toMatchObject({ status: 400, body: { code: "BAD_REQUEST" } });
      }
    }
    const longest = "x".repeat(70);
    const answer = await send(
      address,
      `--${longest}--\r\n`,
      `multipart/form-data; boundary="${longest}"`,
    );
    expect(answer).toMatchObject({ status: 403, body: { code: "FILE_TICKET" } });
  });

  test.each(["__proto__", "constructor", "key"])(
    "with a field named %s is refused like any form without a ticket",
    async (name) => {
      const form = new FormData();
      form.append(name, "x");
      form.append("file", new Blob([new Uint8Array(jpeg)]), "a.jpg");
      const answer = await send(`${testEnv.origin}/cloud/upload`, form);
      expect(answer).toMatchObject({ status: 403, body: { code: "FILE_TICKET" } });
    },
  );
});
