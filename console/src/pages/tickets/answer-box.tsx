/** The answer to a ticket: a prepared text to choose, the text to send, and what the member gets. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { TICKET_TEXT_MAX } from "@yunjing/contract/limits";
import { useId, useState } from "react";
import { api, apiQuery, newIdempotencyKey } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { pulseKey } from "../../api/pulse.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/panel.tsx";
import { tell } from "../../parts/toast.tsx";
import styles from "./tickets.module.css";

type AnswerBoxProps = { readonly ticketId: string; readonly smsWanted: boolean };

export function AnswerBox({ ticketId, smsWanted }: AnswerBoxProps) {
  const id = useId();
  const queries = useQueryClient();
  const prepared = useQuery(apiQuery(api.operatorTickets.answers, {})).data?.list ?? [];
  const [text, setText] = useState("");
  const [key, setKey] = useState(newIdempotencyKey);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const send = async () => {
    if (text.trim().length < 2) return setFault("请先写回复");
    setBusy(true);
    setFault(undefined);
    await api.operatorTickets.answer({ ticketId, text: text.trim() }, { idempotencyKey: key }).then(
      () => {
        setText("");
        setKey(newIdempotencyKey());
        tell("已回复");
        for (const queryKey of [["operatorTickets"], pulseKey])
          void queries.invalidateQueries({ queryKey });
      },
      (failure: unknown) => setFault(sentenceFor(failure)),
    );
    setBusy(false);
  };
  return (
    <Section title="回复">
      <div className={styles.answer}>
        <label htmlFor={`${id}-prepared`}>常用回复</label>
        <select
          id={`${id}-prepared`}
          value=""
          onChange={(event) => {
            const chosen = prepared.find(({ answerId }) => answerId === event.target.value);
            if (chosen) setText(chosen.text);
          }}
        >
          <option value="">选择后可以修改</option>
          {prepared
            .filter(({ isOn }) => isOn)
            .map(({ answerId, title }) => (
              <option key={answerId} value={answerId}>
                {title}
              </option>
            ))}
        </select>
        <label htmlFor={`${id}-text`}>回复内容（会员会读到）</label>
        <textarea
          id={`${id}-text`}
          rows={4}
          maxLength={TICKET_TEXT_MAX}
          value={text}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-fault`}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
        <div className={styles.send}>
          <span>{smsWanted ? "发到「消息」和短信" : "发到「消息」"}</span>
          <Button look="solid" busy={isBusy && "回复中…"} onClick={() => void send()}>
            回复会员
          </Button>
        </div>
      </div>
    </Section>
  );
}
