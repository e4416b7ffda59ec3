/** Provokes each refusal of members' and operators' ticket operations over HTTP. */
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type TicketContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly operators: readonly [Login, Login];
};

const NOTHING = { ticketId: "00000000-0000-7000-8000-000000000000" };
const GONE = "cloud://env-1/2026/11/00000000-0000-7000-8000-000000000000/1.jpg";
const SHARING = "分享给好友就能领红包";
const reason = "核实无误";
const question = { topic: "other", text: "有一个问题", smsWanted: false } as const;

export function ticketRefusalCases(at: () => TicketContext): RefusalCases {
  let phones = 0;
  const newMember = () => at().testEnv.logIn(`137100000${String(++phones).padStart(2, "0")}`);
  const call: ExchangeFixture["call"] = (...called) => at().exchange.call(...called);
  const first = () => ({ token: at().operators[0].consoleToken });
  const second = () => ({ token: at().operators[1].consoleToken });
  /** A ticket of a new member, or of the given one. */
  async function asked(login?: Login) {
    const by = login ?? (await newMember());
    const { data } = await call("tickets", "open", question, { token: by.token });
    return { by: { token: by.token }, ticket: { ticketId: data["ticketId"] ?? "" } };
  }
  async function closed() {
    const { by, ticket } = await asked();
    await call("tickets", "close", ticket, by);
    return { by, ticket };
  }
  async function taken() {
    const { ticket } = await asked();
    await call("operatorTickets", "take", ticket, first());
    return ticket;
  }
  const answer = (ticket: typeof NOTHING, text = "你好") =>
    call("operatorTickets", "answer", { ...ticket, text }, first());
  const close = (ticket: typeof NOTHING, result = "已处理") =>
    call("operatorTickets", "close", { ...ticket, result }, first());
  const handOver = (ticket: typeof NOTHING, to: { toId?: string; role?: string } = {}) =>
    call("operatorTickets", "handOver", { ...ticket, ...to, reason }, first());
  const setAnswer = (text: string, sinceVersion: number) => {
    const wanted = { answerId: "greeting", title: "问候", text, isOn: true, sinceVersion, reason };
    return call("operatorTickets", "setAnswer", wanted, first());
  };
  const stopClosing = (memberNo: string) => {
    const closingId = NOTHING.ticketId;
    return call("operatorTickets", "stopClosing", { memberNo, closingId, reason }, first());
  };
  const memberNoOf = async ({ memberId }: Login): Promise<string> => {
    const find = "SELECT member_no FROM member WHERE member_id = $1";
    const { rows } = await at().testEnv.db.$client.query<{ member_no: string }>(find, [memberId]);
    return rows[0]?.member_no ?? "";
  };
  const repeated = async (times: number, act: () => PendingResult): PendingResult => {
    for (let n = 1; n < times; n++) await act();
    return act();
  };
  return {
    "tickets.open": {
      NOT_FOUND: async () => {
        const wanted = { ...question, orderNo: "20260101000000000000" };
        return call("tickets", "open", wanted, await newMember());
      },
      FILE_GONE: async () =>
        call("tickets", "open", { ...question, fileIds: [GONE] }, await newMember()),
      RATE_LIMITED: async () => {
        const by = await newMember();
        return repeated(11, () => call("tickets", "open", question, by));
      },
    },
    "tickets.list": {
      BAD_REQUEST: async () => call("tickets", "list", { cursor: "x" }, await newMember()),
    },
    "tickets.detail": {
      NOT_FOUND: async () => call("tickets", "detail", NOTHING, await newMember()),
    },
    "tickets.add": {
      NOT_FOUND: async () =>
        call("tickets", "add", { ...NOTHING, text: "还在吗" }, await newMember()),
      STATE_CHANGED: async () => {
        const { by, ticket } = await closed();
        return call("tickets", "add", { ...ticket, text: "还在吗" }, by);
      },
      FILE_GONE: async () => {
        const { by, ticket } = await asked();
        return call("tickets", "add", { ...ticket, text: "看图", fileIds: [GONE] }, by);
      },
      RATE_LIMITED: async () => {
        const { by, ticket } = await asked();
        return repeated(31, () => call("tickets", "add", { ...ticket, text: "还在吗" }, by));
      },
    },
    "tickets.close": {
      NOT_FOUND: async () => call("tickets", "close", NOTHING, await newMember()),
      STATE_CHANGED: async () => {
        const { by, ticket } = await closed();
        return call("tickets", "close", ticket, by);
      },
    },
    "operatorTickets.list": {
      BAD_REQUEST: () => call("operatorTickets", "list", { cursor: "x" }, first()),
    },
    "operatorTickets.detail": {
      NOT_FOUND: () => call("operatorTickets", "detail", NOTHING, first()),
    },
    "operatorTickets.take": {
      NOT_FOUND: () => call("operatorTickets", "take", NOTHING, first()),
      STATE_CHANGED: async () => call("operatorTickets", "take", (await closed()).ticket, first()),
      DESK_TAKEN: async () => call("operatorTickets", "take", await taken(), second()),
      OWN_ACCOUNT: async () => {
        const { ticket } = await asked(at().operators[0]);
        return call("operatorTickets", "take", ticket, first());
      },
    },
    "operatorTickets.answer": {
      NOT_FOUND: () => answer(NOTHING),
      STATE_CHANGED: async () => answer((await closed()).ticket),
      DESK_CLAIM_NEEDED: async () => answer((await asked()).ticket),
      INPUT_INVALID: async () => answer(await taken(), SHARING),
    },
    "operatorTickets.handOver": {
      NOT_FOUND: () => handOver(NOTHING),
      STATE_CHANGED: async () => handOver((await closed()).ticket),
      INPUT_INVALID: async () =>
        handOver(await taken(), { toId: at().operators[1].memberId, role: "财务" }),
      OWN_ACCOUNT: async () => handOver((await asked(at().operators[0])).ticket),
    },
    "operatorTickets.stopClosing": {
      NOT_FOUND: () => stopClosing("999999999"),
      STATE_CHANGED: async () => stopClosing(await memberNoOf(await newMember())),
      OWN_ACCOUNT: async () => stopClosing(await memberNoOf(at().operators[0])),
    },
    "operatorTickets.close": {
      NOT_FOUND: () => close(NOTHING),
      STATE_CHANGED: async () => close((await closed()).ticket),
      DESK_CLAIM_NEEDED: async () => close((await asked()).ticket),
      INPUT_INVALID: async () => close(await taken(), SHARING),
    },
    "operatorTickets.setAnswer": {
      STATE_CHANGED: () => setAnswer("你好", 9),
      INPUT_INVALID: () => setAnswer(SHARING, 0),
    },
  };
}
