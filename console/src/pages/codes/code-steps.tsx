/** The steps of a code from its making to now, each with the icon and the tone of what happened. */
import {
  BadgeCheck,
  CalendarPlus,
  CircleX,
  FileCheck,
  FilePlus,
  Hourglass,
  Lock,
  LockOpen,
  LogOut,
  type LucideIcon,
  Receipt,
  Snowflake,
  Undo2,
  Zap,
} from "lucide-react";
import { ownValue } from "@yunjing/contract/own-value";
import type { api, OutputOf } from "../../api/client.ts";
import { timeText } from "../../parts/format.ts";
import type { Tone } from "../../parts/tag.tsx";
import styles from "./codes.module.css";

type Step = OutputOf<typeof api.operatorCodes.detail>["steps"][number];

const icons: Readonly<Record<string, readonly [LucideIcon, Tone]>> = {
  generating: [FilePlus, "sand"],
  ready: [FileCheck, "ok"],
  active: [BadgeCheck, "ok"],
  activated: [Zap, "ok"],
  locked: [Lock, "sea"],
  held: [Lock, "sea"],
  left: [LogOut, "sand"],
  released: [LockOpen, "sand"],
  waits_for_pay: [Hourglass, "warn"],
  not_paid: [Undo2, "warn"],
  redeemed: [Receipt, "ok"],
  given_back: [Undo2, "warn"],
  frozen: [Snowflake, "warn"],
  resumed: [Zap, "ok"],
  extended: [CalendarPlus, "sea"],
  voided: [CircleX, "bad"],
};

export function CodeSteps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => {
        const [Icon, tone] = ownValue(icons, step.name) ?? [Receipt, "sand"];
        return (
          <li key={`${index}.${step.name}`} data-tone={tone}>
            <i aria-hidden="true">
              <Icon />
            </i>
            <b>{step.title}</b>
            <small>{step.by}</small>
            <small>{step.text}</small>
            <small>{timeText(step.at)}</small>
          </li>
        );
      })}
    </ol>
  );
}
