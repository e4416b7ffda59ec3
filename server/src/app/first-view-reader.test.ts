/** Tests the reads of first views: only what anyone may read, and only declared fields. */
import { expect, test, vi } from "vitest";
import type { AllHandlers } from "../platform/http/handlers.ts";
import { firstViewReader } from "./first-view-reader.ts";

const contacts = vi.fn(async () => ({ hours: "9:00–18:00", secret: "x" }));
const read = firstViewReader({
  home: { serviceContacts: contacts },
  member: { me: contacts },
} as unknown as AllHandlers);

test("a read is answered with declared fields only, as a visitor without a token", async () => {
  const answer = await read({ topic: "home", operation: "serviceContacts", input: {} });
  expect(answer).toEqual({ hours: "9:00–18:00" });
  expect(contacts).toHaveBeenCalledWith({}, expect.objectContaining({ member: undefined }));
});

test.each([
  ["member", "me"],
  ["passport", "smsSend"],
  ["home", "constructor"],
])("%s.%s is no read that anyone may call", async (topic, operation) => {
  await expect(read({ topic, operation, input: {} })).rejects.toThrow("is not a read");
});
