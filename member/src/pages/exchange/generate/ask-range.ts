/**
 * Dialogs for a serial range and a reason. They state the consequence first and stay open on
 * failure.
 */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { serverNow } from "../../../device/clock.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { countText } from "../../../components/money.ts";
import { form } from "../../../shell/facade/facade.ts";
import type { FormField } from "../../../shell/facade/dialog-types.ts";
import { dayAfter, endOfDay } from "./draft.ts";

/** The range of an operation; without ends it is the whole batch. */
export type SerialRange = { from?: number; to?: number };

/** Returns the typed serial. Throws an error with a user message when it is not in this batch. */
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

/**
 * The dialog shows the error's message, so it must be the app's message and not the transport's.
 */
const rethrowUserMessage = (run: Promise<unknown>): Promise<unknown> =>
  run.catch((failure: unknown) => {
    throw new Error(userMessageFor(failure), { cause: failure });
  });

/**
 * Asks for a range and a reason. Executes `run` while the form is open. Returns true when it
 * succeeded.
 */
export async function askRange(
  { count }: Batch,
  asking: DialogTexts,
  run: (input: SerialRange & { reason: string }) => Promise<unknown>,
): Promise<boolean> {
  const answered = await form({
    ...asking,
    fields: [...serials(count), reasonField],
    submit: (values) =>
      rethrowUserMessage(run({ ...serialRangeOf(values, count), reason: values.reason })),
  });
  return answered !== undefined;
}

/** Asks for a range only, for steps that take nothing away from a member. */
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

/** Asks for a later expiry day and a reason. */
export async function askNewExpiry(
  { target }: Batch,
  asking: DialogTexts,
  run: (input: { validUntil: number; reason: string }) => Promise<unknown>,
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
