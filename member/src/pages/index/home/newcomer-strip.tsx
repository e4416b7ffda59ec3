/**
 * The first steps of a new member on the home page: a coupon to claim, the first order, the daily
 * sign-in. It is gone for good once the first order is done.
 */
import { useQuery } from "@tanstack/react-query";
import type { PointsSummary } from "@yunjing/contract/schemas/points";
import { useEffect } from "react";
import { api, apiQuery } from "../../../api.ts";
import { clearNewcomer } from "../../../device/newcomer.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { Icon } from "../../../components/icon.tsx";
import { check } from "../../../components/icons.ts";
import { countText } from "../../../components/money.ts";
import { couponName } from "../../../components/shop/coupon-value.ts";
import { useClaim } from "../../../components/shop/use-claim.ts";
import { openLink } from "../../../shell/navigate.ts";
import { NewcomerPlace } from "./newcomer-place.tsx";
import styles from "./newcomer-strip.module.css";

interface Step {
  readonly name: string;
  readonly note: string;
  readonly isDone: boolean;
  readonly act: string;
  readonly onPress: () => unknown;
}

const taskOf = ({ tasks }: PointsSummary, id: string) => tasks.find((task) => task.id === id);
const noteOf = (points: number | undefined): string =>
  points === undefined ? "" : `+${countText(points)} 积分`;

/** The first coupon that a newcomer can claim now; its value is named instead of the task. */
function useFirstCoupon(isOpen: boolean) {
  const { data } = useQuery({
    ...apiQuery(api.coupons.templates, {}),
    enabled: isOpen,
  });
  return data?.list.find(({ state, claimed }) => state === "claimable" && claimed === 0);
}

const StepCell = ({ step, place }: { readonly step: Step; readonly place: number }) => (
  <li className={styles.step} data-done={step.isDone ? "" : undefined}>
    <span className={styles.mark}>{step.isDone ? <Icon of={check} size={16} /> : place}</span>
    <span className={styles.words}>
      <span className="text-14 ink-900 medium">{step.name}</span>
      <span className="caption">{step.isDone ? "已完成" : step.note}</span>
    </span>
    {!step.isDone && (
      <Button
        appearance="soft"
        size={32}
        label={`${step.act}，${step.name}`}
        onPress={step.onPress}
      >
        {step.act}
      </Button>
    )}
  </li>
);

function Steps({ summary }: { readonly summary: PointsSummary }) {
  const coupon = taskOf(summary, "first_coupon");
  const order = taskOf(summary, "first_order");
  const template = useFirstCoupon(coupon?.state === "open");
  const claim = useClaim();
  const { signIn } = summary;
  const steps: readonly Step[] = [
    {
      name: template ? `领 ${couponName(template.face)}` : "领新人券",
      note: template?.face.below ?? noteOf(coupon?.points),
      isDone: coupon?.state === "done",
      act: "领取",
      onPress: () => (template ? claim(template) : openLink("/pages/coupon/center")),
    },
    {
      name: "下首单",
      note: noteOf(order?.points),
      isDone: order?.state === "done",
      act: "去选",
      onPress: () => openLink("/pages/benefit/search?all=1"),
    },
    {
      name: "每日签到",
      note: noteOf(signIn.todayPoints),
      isDone: signIn.isSigned,
      act: "签到",
      onPress: () => openLink("/pages/user/score"),
    },
  ];
  return (
    <Section title="新人三步" note="领券、首单、签到">
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          <StepCell key={step.name} step={step} place={at + 1} />
        ))}
      </ol>
    </Section>
  );
}

/** Shown while the member is known as new on this device; its place is kept until it is read. */
export function NewcomerStrip() {
  const { data, isLoadingError } = useQuery(apiQuery(api.points.summary, {}));
  const isOver = data !== undefined && taskOf(data, "first_order")?.state !== "open";
  useEffect(() => {
    if (isOver) clearNewcomer();
  }, [isOver]);
  if (isOver || isLoadingError) return null;
  return data ? <Steps summary={data} /> : <NewcomerPlace />;
}
