/** Sheet for notifications outside the app: each subject by WeChat or SMS, on or off. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Consent } from "@yunjing/contract/schemas/messages";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { BottomSheet } from "../../../components/bottom-sheet.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { saveConsent } from "../../../components/notifications/ask-consent.ts";
import { ListRows } from "../../../components/list-row.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import styles from "./messages.module.css";

const channels = [
  { id: "wechat", title: "微信服务通知" },
  { id: "sms", title: "短信" },
] as const;

interface SwitchProps {
  readonly consent: Consent;
  readonly onAnswer: (consent: Consent, isOn: boolean) => Promise<void>;
}

function Switch({ consent, onAnswer }: SwitchProps) {
  const [isBusy, setBusy] = useState(false);
  const isOn = consent.state === "accepted";
  const flip = () => {
    setBusy(true);
    void onAnswer(consent, !isOn).finally(() => setBusy(false));
  };
  return (
    <li className={styles.choice}>
      <span className="grid gap-half flex-1">
        <span>{consent.name}</span>
        <span className="caption">{consent.text}</span>
      </span>
      <button
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={isOn}
        aria-label={consent.name}
        aria-busy={isBusy}
        onClick={isBusy ? undefined : flip}
      />
    </li>
  );
}

function Choices() {
  const queries = useQueryClient();
  const { queryKey, queryFn } = apiQuery(api.messages.consents, {});
  const { data, isLoadingError, refetch } = useQuery({ queryKey, queryFn });
  const answer = (consent: Consent, isOn: boolean): Promise<void> =>
    saveConsent(consent, isOn ? "accepted" : "refused").then(
      (list) => void queries.setQueryData(queryKey, { list: [...list] }),
      (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" }),
    );
  if (isLoadingError) return <ErrorBlock onRetry={refetch} />;
  if (!data) return <Skeleton count={2} />;
  return (
    <>
      {channels.map(({ id, title }) => (
        <section key={id}>
          <h3 className="mt-4 caption regular">{title}</h3>
          <ListRows label={title}>
            {data.list
              .filter(({ channel }) => channel === id)
              .map((consent) => (
                <Switch key={consent.subject} consent={consent} onAnswer={answer} />
              ))}
          </ListRows>
        </section>
      ))}
    </>
  );
}

export const NotificationSettingsSheet = (props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) => (
  <BottomSheet
    {...props}
    title="通知设置"
    note="订单、支付和服务消息始终保留在站内；活动与优惠消息可以在「设置」里关闭。账号安全提醒和点餐时所留电话的取餐提醒会发短信。"
  >
    {props.isOpen && <Choices />}
  </BottomSheet>
);
