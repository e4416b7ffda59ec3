/** What the log hides, and what it keeps of an error. */
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function logged(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  createLog("info", { write: (line: string) => void lines.push(line) }).info(fields, "noted");
  return JSON.parse(lines[0] ?? "{}") as Record<string, unknown>;
}

test("hides what could be used against a member, however deep it lies", () => {
  const line = JSON.stringify(
    logged({ phone: "13900000001", body: { code: "407315", deep: { token: "canary-token" } } }),
  );
  expect(line).not.toMatch(/13900000001|407315|canary-token/);
});

test("keeps an error's words and code, but not the connection it came through", () => {
  const error = Object.assign(new Error("gone"), { code: "57P01", client: { secret: "canary" } });
  const { err } = logged({ err: error });
  expect(err).toMatchObject({ message: "gone", errorCode: "57P01" });
  expect(JSON.stringify(err)).not.toContain("canary");
});
