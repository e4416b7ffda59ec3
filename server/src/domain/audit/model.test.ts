/** What the audit log stores of an input: no code, secret, phone or address of a robot. */
import { expect, test } from "vitest";
import { redactInput } from "./model.ts";

test("codes that an operator typed are struck, with their secrets; what they are for stays", () => {
  const typed = { code: "AAAA-1111", secret: "BBBB-2222" };
  const stored = redactInput({ outNo: "D1", codes: [typed, typed], evidence: "供应商确认" });
  expect(stored).toEqual({
    outNo: "D1",
    codes: [
      { code: "…", secret: "…" },
      { code: "…", secret: "…" },
    ],
    evidence: "供应商确认",
  });
});

test("codes in a shape that the contract refuses are struck as well; a count of codes stays", () => {
  expect(redactInput({ codes: "AAAA-1111" })).toEqual({ codes: "…" });
  expect(redactInput({ codes: ["AAAA-1111", 2] })).toEqual({ codes: ["…", 2] });
  expect(redactInput({ latestChange: { name: "frozen", codes: 500 } })).toEqual({
    latestChange: { name: "frozen", codes: 500 },
  });
});

test("a phone, a file of codes and the address of a robot are struck at any depth", () => {
  const stored = redactInput({
    phone: "13800000001",
    subject: " 13800000002",
    robotUrl: "https://robot.example/send?key=1",
    within: [{ file: "code\nAAAA" }],
  });
  expect(stored).toEqual({ phone: "…", subject: "…", robotUrl: "…", within: [{ file: "…" }] });
});
