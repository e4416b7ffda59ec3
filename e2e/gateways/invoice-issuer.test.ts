/** The issuer of invoices over signed HTTP: each number once, and what is refused, silent or absent. */
import { invoiceIssuer } from "@yunjing/server/gateways/invoices/issuer";
import { expect, test } from "vitest";
import { keys, startSandbox } from "./gateways.fixture.ts";

const person = (title: string) => ({ titleType: "person", title }) as const;
const order = (requestNo: string, title = "张三") => ({
  requestNo,
  buyer: person(title),
  amountFen: 1_280,
  goods: "权益服务费",
  orderNo: "20261123000000000001",
});

test("an invoice is issued once under its number, reversed once, and has a PDF", async () => {
  const { supplier } = await startSandbox();
  const issuer = invoiceIssuer({ ...supplier, key: keys.invoices });
  expect(await issuer.query("B1")).toEqual({ state: "absent" });
  const issued = await issuer.issue(order("B1"));
  expect(issued).toEqual({ state: "issued", officialNo: expect.stringMatching(/^\d{20}$/) });
  expect(await issuer.issue(order("B1"))).toEqual(issued);
  expect(await issuer.query("B1")).toEqual(issued);
  const file = await issuer.file("B1");
  expect(file.subarray(0, 8).toString()).toBe("%PDF-1.4");
  expect(file.toString("latin1").trimEnd().endsWith("%%EOF")).toBe(true);

  const officialNo = issued.state === "issued" ? issued.officialNo : "";
  const reversal = { requestNo: "R1", officialNo, amountFen: 1_280 };
  expect(await issuer.reverse(reversal)).toMatchObject({ state: "issued" });
  expect(await issuer.reverse({ ...reversal, requestNo: "R2" })).toMatchObject({
    state: "refused",
  });
});

test("a refused title is final; silence and another content under a number are unknown", async () => {
  const { supplier } = await startSandbox();
  const issuer = invoiceIssuer({ ...supplier, key: keys.invoices });
  expect(await issuer.issue(order("B1", "拒开公司"))).toMatchObject({ state: "refused" });
  expect(await issuer.issue(order("B2", "无应答公司"))).toMatchObject({ state: "unknown" });
  expect(await issuer.query("B2")).toMatchObject({ state: "issued" });
  expect(await issuer.issue({ ...order("B2"), amountFen: 1 })).toMatchObject({ state: "unknown" });
  await expect(issuer.file("B3")).rejects.toThrow("invoices");
  const stranger = invoiceIssuer({ ...supplier, key: keys.sms });
  expect(await stranger.query("B2")).toMatchObject({ state: "unknown" });
});
