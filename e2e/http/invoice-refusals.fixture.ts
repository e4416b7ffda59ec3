/** Provokes each refusal of members' and operators' operations on invoices over HTTP. */
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { Buyer, ShopFixture } from "./shop.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type InvoiceContext = {
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
  readonly operators: readonly [Login, Login];
  readonly testEnv: Pick<HttpTestEnv, "logIn">;
};

const NO_ORDER = { orderNo: "20260101000000000000" };
const NOTHING = { invoiceId: "00000000-0000-7000-8000-000000000000" };
const OCTOBER = { month: "2026-10" };
const TERMS = {
  name: "渠道",
  priceBp: 8_000,
  codesMonth: 0,
  faceFenMonth: 0,
  isOn: true,
  sinceVersion: 0,
  reason: "开票",
};
const SHARING = "分享给好友就能领红包";
const reason = "核实无误";
const MEANS = { principalFen: 5_000 };
const person = { titleType: "person", title: "张三" } as const;

export function invoiceRefusalCases(at: () => InvoiceContext): RefusalCases {
  const call: ExchangeFixture["call"] = (...called) => at().exchange.call(...called);
  const makerOf = (phone: string) => at().testEnv.logIn(phone, ["exchange:generate"]);
  const asked = async (
    name: "ofStatement" | "requestStatement",
    input: object,
    phone = "13700000071",
  ) => call("invoices", name, { ...OCTOBER, ...input }, { token: (await makerOf(phone)).token });
  const first = () => ({ token: at().operators[0].consoleToken });
  /** A request of this member, or of a new one, for a delivered order. */
  async function requested(login?: Buyer) {
    const { shop } = at();
    const buyer = login ?? (await shop.buyer(MEANS));
    const orderNo = await shop.order(buyer, shop.one("card"));
    await shop.pay(buyer, orderNo, "balance");
    await shop.deliver(orderNo);
    const asked = await call("invoices", "request", { orderNo, ...person }, buyer);
    return { buyer, orderNo, invoice: { invoiceId: String(asked.data["invoiceId"]) } };
  }
  async function rejected() {
    const made = await requested();
    await call("operatorInvoices", "reject", { ...made.invoice, reason }, first());
    return made;
  }
  const own = async (operation: "issue" | "reject" | "reverse") => {
    const operator = await at().shop.operator(MEANS);
    const { invoice } = await requested(operator);
    const by = { token: operator.consoleToken };
    return call("operatorInvoices", operation, { ...invoice, reason }, by);
  };
  return {
    "invoices.ofOrder": {
      NOT_FOUND: async () => call("invoices", "ofOrder", NO_ORDER, await at().shop.buyer()),
    },
    "invoices.request": {
      NOT_FOUND: async () =>
        call("invoices", "request", { ...NO_ORDER, ...person }, await at().shop.buyer()),
      INVOICE_DENIED: async () => {
        const { buyer, orderNo } = await requested();
        return call("invoices", "request", { orderNo, ...person }, buyer);
      },
      INPUT_INVALID: async () => {
        const input = { ...NO_ORDER, titleType: "company", title: "某某公司" } as const;
        return call("invoices", "request", input, await at().shop.buyer());
      },
    },
    "invoices.ofStatement": {
      NOT_FOUND: () => asked("ofStatement", {}),
    },
    "invoices.requestStatement": {
      NOT_FOUND: () => asked("requestStatement", person),
      INVOICE_DENIED: async () => {
        const phone = "13700000072";
        const { memberId } = await makerOf(phone);
        await call("operatorDealers", "set", { ...TERMS, memberId }, first());
        return asked("requestStatement", person, phone);
      },
      INPUT_INVALID: () => asked("requestStatement", { titleType: "company", title: "某某公司" }),
    },
    "invoices.list": {
      BAD_REQUEST: async () => call("invoices", "list", { cursor: "x" }, await at().shop.buyer()),
    },
    "invoices.cancel": {
      NOT_FOUND: async () => call("invoices", "cancel", NOTHING, await at().shop.buyer()),
      STATE_CHANGED: async () => {
        const { buyer, invoice } = await rejected();
        return call("invoices", "cancel", invoice, buyer);
      },
    },
    "invoices.file": {
      NOT_FOUND: async () => call("invoices", "file", NOTHING, await at().shop.buyer()),
    },
    "operatorInvoices.list": {
      BAD_REQUEST: () => call("operatorInvoices", "list", { cursor: "x" }, first()),
    },
    "operatorInvoices.issue": {
      NOT_FOUND: () => call("operatorInvoices", "issue", { ...NOTHING, reason }, first()),
      STATE_CHANGED: async () => {
        const { invoice } = await rejected();
        return call("operatorInvoices", "issue", { ...invoice, reason }, first());
      },
      OWN_ACCOUNT: () => own("issue"),
    },
    "operatorInvoices.reject": {
      NOT_FOUND: () => call("operatorInvoices", "reject", { ...NOTHING, reason }, first()),
      STATE_CHANGED: async () => {
        const { invoice } = await rejected();
        return call("operatorInvoices", "reject", { ...invoice, reason }, first());
      },
      INPUT_INVALID: () =>
        call("operatorInvoices", "reject", { ...NOTHING, reason: SHARING }, first()),
      OWN_ACCOUNT: () => own("reject"),
    },
    "operatorInvoices.reverse": {
      NOT_FOUND: () => call("operatorInvoices", "reverse", { ...NOTHING, reason }, first()),
      STATE_CHANGED: async () => {
        const { invoice } = await rejected();
        return call("operatorInvoices", "reverse", { ...invoice, reason }, first());
      },
      OWN_ACCOUNT: () => own("reverse"),
    },
    "operatorInvoices.ask": {
      NOT_FOUND: () => call("operatorInvoices", "ask", { ...NOTHING, reason }, first()),
      STATE_CHANGED: async () => {
        const { invoice } = await rejected();
        return call("operatorInvoices", "ask", { ...invoice, reason }, first());
      },
    },
  };
}
