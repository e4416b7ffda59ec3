/**
 * Form to request the closing of an account: its obstacles, or each loss to confirm and the submit
 * button.
 */
import type { Closing } from "@yunjing/contract/schemas/closing";
import { useState } from "react";
import { api } from "../../../api.ts";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { Dock } from "../../../components/dock.tsx";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { StepUpSheet } from "../../../components/step-up/step-up-sheet.tsx";
import { Checkbox } from "../../../components/checkbox.tsx";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./closing.module.css";
import { forfeitLines, obstacleLines } from "./closing-text.ts";

const TITLE = "注销账号";

interface ClosingProps {
  readonly closing: Closing;
}

/** One line for each obstacle, with a link to resolve it. */
export const Obstacles = ({ closing }: ClosingProps) => (
  <Section title="需要先处理">
    <div className="rows-end">
      <ListRows label="需要先处理">
        {obstacleLines(closing.obstacles).map(({ kind, name, note, value, url }) => (
          <ListRow
            key={kind}
            name={name}
            note={note}
            value={value}
            onPress={() => navigateTo(url)}
          />
        ))}
      </ListRows>
    </div>
  </Section>
);

export const Rules = ({ closing }: ClosingProps) => (
  <Section title="注销的流程">
    <ul className="text-14 looser ink-700 bullets">
      <li>提交后有 {closing.coolingDays} 天冷静期，可以照常登录和撤回</li>
      <li>到期再核对一次，未完成的事项处理完才注销</li>
      <li>注销后手机号和微信可以重新注册，但不能再享受新人奖励</li>
      <li>依法需要保留的账目会去掉个人信息后保留</li>
    </ul>
  </Section>
);

interface LossesProps extends ClosingProps {
  readonly confirmed: ReadonlySet<string>;
  readonly onConfirm: (id: string, isOn: boolean) => void;
}

const Losses = ({ closing, confirmed, onConfirm }: LossesProps) => (
  <Section title="注销后将失去" note="逐项确认">
    <ul className={styles.ticks}>
      {forfeitLines(closing.forfeits, closing.levelName).map(({ id, text }) => (
        <li key={id}>
          <Checkbox isOn={confirmed.has(id)} onChange={(isOn) => onConfirm(id, isOn)}>
            {text}
          </Checkbox>
        </li>
      ))}
    </ul>
  </Section>
);

interface AskProps extends ClosingProps {
  readonly onChanged: (closing: Closing) => void;
  /** Called when the shown data is out of date. */
  readonly onStale: () => Promise<unknown>;
}

function useClosingRequest({ closing, onChanged, onStale }: AskProps) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [isProving, setProving] = useState(false);
  const { forfeits } = closing;
  const tick = (id: string, isOn: boolean) => {
    const next = new Set(confirmed);
    if (isOn) next.add(id);
    else next.delete(id);
    setConfirmed(next);
  };
  const send = async (stepUp?: string): Promise<void> => {
    const input = { forfeits, ...(stepUp === undefined ? {} : { stepUp }) };
    await withIdempotencyKey(`closing:${JSON.stringify(forfeits)}`, (idempotencyKey) =>
      api.closing.request(input, { idempotencyKey }),
    ).then(
      (changed) => {
        setProving(false);
        onChanged(changed);
      },
      async (failure: unknown) => {
        setProving(false);
        setConfirmed(new Set());
        if (failure instanceof ApiFailure) await onStale();
        await toast(userMessageFor(failure));
      },
    );
  };
  const begin = async (): Promise<void> => {
    if (closing.needsCode) return setProving(true);
    const yes = await confirm({
      title: "提交注销申请？",
      content: `${closing.coolingDays} 天后注销，在此之前可以撤回。`,
      confirmText: "提交",
    });
    if (yes) await send();
  };
  return { confirmed, tick, isProving, close: () => setProving(false), send, begin };
}

export function RequestForm(props: AskProps) {
  const { closing } = props;
  const view = useClosingRequest(props);
  const lines = forfeitLines(closing.forfeits, closing.levelName);
  const left = lines.filter(({ id }) => !view.confirmed.has(id)).length;
  if (closing.obstacles.length > 0) {
    return (
      <div className="page page-padding gap-3">
        <Obstacles closing={closing} />
        <Rules closing={closing} />
      </div>
    );
  }
  return (
    <>
      <div className="page page-padding gap-3">
        <Losses closing={closing} confirmed={view.confirmed} onConfirm={view.tick} />
        <Rules closing={closing} />
      </div>
      <Dock>
        <Button
          appearance="main"
          block
          busyText="正在提交"
          reason={left > 0 ? `还有 ${left} 项未确认` : undefined}
          onPress={view.begin}
        >
          申请注销
        </Button>
      </Dock>
      {view.isProving && (
        <StepUpSheet
          purpose="close"
          title={TITLE}
          what="验证是你本人，验证后提交注销申请"
          onlyCode
          onProof={view.send}
          onClose={view.close}
        />
      )}
    </>
  );
}
