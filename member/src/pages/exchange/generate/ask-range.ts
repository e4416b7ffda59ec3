/** Asks which serials are meant and why, with the consequence said before; the form stays when it fails. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { serverNow } from "../../../device/clock.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { countText } from "../../../components/money.ts";
import { form } from "../../../shell/facade/facade.ts";
import type { FormField } from "../../../shell/facade/dialog-types.ts";
import { dayAfter, endOfDay } from "./draft.ts";

/** What an operation takes of it: no ends mean the whole batch. */
export type SerialRange = { from?: number; to?: number };

/** Throws the words for a serial that is none of this batch. */
function serialOf(typed: string, count: number): number {
  const serial = /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
  if (serial < 1 || serial > count) throw new Error(`请填写 1 到 ${countText(count)} 之间的序号`);
  return serial;
}

const serials = (count: number): readonly FormField<"from" | "to">[] => [
  {
    name: "from",
    label: "从第几号",
    type: "number",
    value: "1",
    require: true,
    validator: (typed) => serialOf(typed, count),
  },
  {
    name: "to",
    label: "到第几号",
    type: "number",
    value: `${count}`,
    require: true,
    validator: (typed, { from = "" }) => {
      if (serialOf(typed, count) < Number(from)) throw new Error("不能小于开始的序号");
    },
  },
];

const reasonField: FormField<"reason"> = {
  name: "reason",
  label: "原因",
  type: "textarea",
  require: true,
  hasCounter: true,
  placeholder: "会记入操作记录",
};

interface DialogTexts {
  readonly title: string;
  /** What will happen to the codes. */
  readonly intro: string;
  readonly confirmText: string;
}

const serialRangeOf = ({ from, to }: { from: string; to: string }, count: number): SerialRange =>
  Number(from) === 1 && Number(to) === count ? {} : { from: Number(from), to: Number(to) };

/** The dialog shows what was said; our own words, never the transport's. */
const rethrowUserMessage = (run: Promise<unknown>): Promise<unknown> =>
  run.catch((failure: unknown) => {
    throw new Error(userMessageFor(failure), { cause: failure });
  });

/** Range and reason; `run` is under way while the form stands. True when it was done. */
export async function askRange(
  { count }: Batch,
  asking: DialogTexts,
  run: (asked: SerialRange & { reason: string }) => Promise<unknown>,
): Promise<boolean> {
  const answered = await form({
    ...asking,
    fields: [...serials(count), reasonField],
    submit: (values) =>
      rethrowUserMessage(run({ ...serialRangeOf(values, count), reason: values.reason })),
  });
  return answered !== undefined;
}

/** Only the range, where nothing is taken from anybody. */
export async function askSerials(
  { count }: Batch,
  asking: DialogTexts,
  run: (ends: SerialRange) => Promise<unknown>,
): Promise<boolean> {
  const answered = await form({
    ...asking,
    fields: serials(count),
    submit: (values) => rethrowUserMessage(run(serialRangeOf(values, count))),
  });
  return answered !== undefined;
}

/** Only the reason. */
export async function askReason(
  asking: DialogTexts,
  run: (reason: string) => Promise<unknown>,
): Promise<boolean> {
  const answered = await form({
    ...asking,
    fields: [reasonField],
    submit: ({ reason }) => rethrowUserMessage(run(reason)),
  });
  return answered !== undefined;
}

/** A later last day, and why. */
export async function askNewExpiry(
  { target }: Batch,
  asking: DialogTexts,
  run: (asked: { validUntil: number; reason: string }) => Promise<unknown>,
): Promise<boolean> {
  const least = Math.max(target.validUntil, serverNow());
  const answered = await form({
    ...asking,
    fields: [
      {
        name: "until",
        label: "新的有效期至",
        value: dayAfter(30, least),
        require: true,
        placeholder: "2026-12-31",
        maxlength: 10,
        validator: (typed) => {
          const end = endOfDay(typed);
          if (end === undefined) throw new Error("请按 2026-12-31 的样子填写");
          if (end <= least) throw new Error("只能比现在的有效期晚");
        },
      },
      reasonField,
    ],
    submit: ({ until, reason }) =>
      rethrowUserMessage(run({ validUntil: endOfDay(until) ?? 0, reason })),
  });
  return answered !== undefined;
}
