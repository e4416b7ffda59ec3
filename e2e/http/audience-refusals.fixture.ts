/** Provokes each refusal of the operations on audiences. */
import type { Input, Name } from "@yunjing/contract/operations";
import { audienceInputs } from "./audience-inputs.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type RefusalContext = {
  readonly exchange: ExchangeFixture;
  readonly operators: readonly [Login, Login];
};
type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;

const { operatorAudiences: inputs } = audienceInputs;
const FILES_PER_DAY = 30;

export function audienceRefusalCases(given: () => RefusalContext): RefusalCases {
  const by = (place: 0 | 1) => ({ token: given().operators[place].consoleToken });
  const call = <N extends Name<"operatorAudiences">, D = unknown>(
    name: N,
    input: Input<"operatorAudiences", N>,
    place: 0 | 1 = 0,
  ): Promise<CallResult<D>> =>
    given().exchange.call<"operatorAudiences", N, D>("operatorAudiences", name, input, by(place));
  const missing = (name: "deleteSegment" | "send" | "sendMembers") => ({
    NOT_FOUND: () => call(name, inputs[name]),
  });
  const segment = async (): Promise<string> => {
    const wanted = { name: "第一级", rules: { grades: [1] } };
    const { data } = await call<"createSegment", { segmentId: string }>("createSegment", wanted);
    return data.segmentId;
  };
  /** A send that was cancelled, or is done. */
  const ended = async (): Promise<{ sendId: string; reason: string }> => {
    const message = { ...inputs.sendMessage, segmentId: await segment() };
    const { data } = await call<"sendMessage", { sendId: string }>("sendMessage", message);
    const act = { sendId: data.sendId, reason: "试一试" };
    await call("cancel", act);
    return act;
  };
  const act = (name: "pause" | "resume" | "cancel") => ({
    NOT_FOUND: () => call(name, inputs[name]),
    STATE_CHANGED: async () => call(name, await ended()),
  });
  const noRules = { name: "没有条件", rules: {} };
  return {
    "operatorAudiences.createSegment": { INPUT_INVALID: () => call("createSegment", noRules) },
    "operatorAudiences.countSegment": { INPUT_INVALID: () => call("countSegment", { rules: {} }) },
    "operatorAudiences.changeSegment": {
      NOT_FOUND: () => call("changeSegment", inputs.changeSegment),
      INPUT_INVALID: () => call("changeSegment", { ...inputs.changeSegment, rules: {} }),
      STATE_CHANGED: async () => {
        const change = { ...inputs.changeSegment, segmentId: await segment(), sinceVersion: 9 };
        return call("changeSegment", change);
      },
    },
    "operatorAudiences.deleteSegment": missing("deleteSegment"),
    "operatorAudiences.createList": {
      INPUT_INVALID: () => call("createList", inputs.createList),
      RATE_LIMITED: async () => {
        for (let n = 0; n < FILES_PER_DAY; n++) await call("createList", inputs.createList, 1);
        return call("createList", inputs.createList, 1);
      },
    },
    "operatorAudiences.forecast": {
      NOT_FOUND: () => call("forecast", inputs.forecast),
      INPUT_INVALID: async () =>
        call("forecast", { templateId: await given().exchange.campaign(1) }),
    },
    "operatorAudiences.giveSegment": {
      NOT_FOUND: () => call("giveSegment", inputs.giveSegment),
      INPUT_INVALID: async () => {
        const { segmentId: _, ...give } = inputs.giveSegment;
        return call("giveSegment", { ...give, templateId: await given().exchange.campaign(1) });
      },
    },
    "operatorAudiences.sendMessage": {
      NOT_FOUND: () => call("sendMessage", inputs.sendMessage),
      INPUT_INVALID: () => call("sendMessage", { ...inputs.sendMessage, text: "分享得红包" }),
    },
    "operatorAudiences.send": missing("send"),
    "operatorAudiences.sendMembers": missing("sendMembers"),
    "operatorAudiences.pause": act("pause"),
    "operatorAudiences.resume": act("resume"),
    "operatorAudiences.cancel": act("cancel"),
    "operatorAudiences.setTemplate": {
      INPUT_INVALID: () => call("setTemplate", { ...inputs.setTemplate, title: "转发有礼" }),
      STATE_CHANGED: () => call("setTemplate", inputs.setTemplate),
    },
  };
}
